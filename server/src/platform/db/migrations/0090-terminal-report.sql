-- What drivers report by messages of their own.
create table terminal_report (
  id           bigint generated always as identity primary key,
  vehicle_id   integer not null references vehicle (id) on delete cascade,
  received_at  timestamptz not null,
  -- 1 event (0x0301), 2 answer to a question (0x0302), 3 information menu (0x0303)
  kind         smallint not null check (kind between 1 and 3),
  -- event, answer, kind of information
  number       integer not null,
  -- serial of the question; 1 subscribed, 0 cancelled
  value        integer,
  -- of the message
  serial       integer not null,
  -- the question that it answers
  command_id   bigint
);
create index terminal_report_vehicle on terminal_report (vehicle_id, received_at);
create index terminal_report_received on terminal_report (received_at);
