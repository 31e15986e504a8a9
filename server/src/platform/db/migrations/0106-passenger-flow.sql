-- Passengers who boarded and alighted in a span (0x1005), once however often it is sent.
create table passenger_flow (
  vehicle_id  integer not null references vehicle (id) on delete cascade,
  start_at    timestamptz not null,
  end_at      timestamptz not null,
  on_count    integer not null,
  off_count   integer not null,
  received_at timestamptz not null,
  primary key (vehicle_id, start_at, end_at)
);
create index passenger_flow_received on passenger_flow (vehicle_id, received_at);
