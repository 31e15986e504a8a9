-- Positions that the drift filter dropped, each with the last believed position before it (engine/drift.ts).
create table drift_point (
  vehicle_id integer not null references vehicle (id) on delete cascade,
  gnss_at    timestamptz not null,
  lng        double precision not null,
  lat        double precision not null,
  speed_kmh  real not null,
  last_at    timestamptz not null,
  last_lng   double precision not null,
  last_lat   double precision not null,
  -- great circle
  km         double precision not null,
  primary key (vehicle_id, gnss_at)
);
create index drift_point_at on drift_point (gnss_at);

-- Days of before, for the job that fills their drift points (ingest/drift-backfill.ts).
create table drift_point_due (
  vehicle_id integer not null references vehicle (id) on delete cascade,
  -- day of BUSINESS_TZ
  day        date not null,
  primary key (day, vehicle_id)
);
insert into drift_point_due (vehicle_id, day) select vehicle_id, day from vehicle_day where drift_count > 0;
