-- Positions at which a watched status bit differs from the position before (report 700052), so that no report compares positions of
-- days that are over. A job fills it (ingest/status-changes.ts).
create table status_change (
  vehicle_id  integer not null references vehicle (id) on delete cascade,
  gnss_at     timestamptz not null,
  status_bits bigint not null,
  alarm_bits  bigint not null,
  speed_kmh   real not null,
  odometer_km double precision,
  satellites  smallint,
  signal      smallint,
  lng         double precision not null,
  lat         double precision not null,
  -- null: no position within the day before
  bits_before bigint,
  primary key (vehicle_id, gnss_at)
);
create index status_change_at on status_change using brin (gnss_at);

-- The time for which a vehicle's changes are stored. Before and after it, reports compare positions.
create table status_change_range (
  vehicle_id integer primary key references vehicle (id) on delete cascade,
  from_at    timestamptz not null,
  until_at   timestamptz not null
);
