-- Messages of terminals that the platform does not interpret, as received. The newest of each vehicle are stored.
create table terminal_message (
  id          bigint primary key generated always as identity,
  vehicle_id  integer not null references vehicle (id) on delete cascade,
  received_at timestamptz not null,
  message_id  integer not null,
  -- the message's own type (first byte of 0x0900, event of 0x0800), or the id of an additional item of a location
  sub_type    smallint,
  serial      integer not null,
  -- 1 unknown message, 2 content not interpreted, 3 unknown additional item, 4 incomplete, 5 unreadable
  reason      smallint not null check (reason between 1 and 5),
  -- full length of the body; `body` may be its beginning only
  bytes       integer not null,
  body        bytea not null
);
create index terminal_message_vehicle on terminal_message (vehicle_id, received_at desc, id desc);
create index terminal_message_id on terminal_message (message_id, received_at desc, id desc);
create index terminal_message_received on terminal_message (received_at desc, id desc);
