-- What is made of positions day by day. Days are those of BUSINESS_TZ; rows are kept when their positions are gone.

create table vehicle_day (
  vehicle_id    integer not null references vehicle (id) on delete cascade,
  day           date not null,
  -- whose the vehicle was when the first figures of the day came
  department_id integer not null,
  -- positions count on the day of their own time; where that cannot be believed, on the day they came (err_time)
  point_total   integer not null default 0,
  point_valid   integer not null default 0,
  err_coord     integer not null default 0,
  err_time      integer not null default 0,
  err_speed     integer not null default 0,
  err_heading   integer not null default 0,
  err_altitude  integer not null default 0,
  err_other     integer not null default 0,
  not_fixed     integer not null default 0,
  drift_count   integer not null default 0,
  backfill_count integer not null default 0,
  gnss_km       double precision not null default 0,
  odo_km        double precision not null default 0,
  odo_start     double precision,
  odo_end       double precision,
  track_ok_km   double precision not null default 0,
  track_gap_km  double precision not null default 0,
  gap_count     integer not null default 0,
  longest_gap_s integer not null default 0,
  drive_s       integer not null default 0,
  idle_s        integer not null default 0,
  park_s        integer not null default 0,
  acc_on_s      integer not null default 0,
  acc_on_count  integer not null default 0,
  -- rows of trip that start on the day
  trip_count    integer not null default 0,
  max_speed     real,
  max_speed_at  timestamptz,
  -- 22 to 6 o'clock
  night_drive_s integer not null default 0,
  -- 2 to 5 o'clock
  ban_drive_s   integer not null default 0,
  ban_km        double precision not null default 0,
  -- driving below 20, 40, 60, 80, 100, 120 km/h, and from there on
  speed_band_s  integer[] not null default '{0,0,0,0,0,0,0}',
  first_at      timestamptz,
  last_at       timestamptz,
  -- what late positions add to the live stream's sums while it is in this day, in the order of engine/days/figures.ts
  shift         double precision[],
  updated_at    timestamptz not null default now(),
  primary key (vehicle_id, day)
) with (fillfactor = 85);
create index vehicle_day_day on vehicle_day (day);
create index vehicle_day_department on vehicle_day (department_id, day);
create index vehicle_day_shifted on vehicle_day (day, vehicle_id) where shift is not null;

-- Ignition on or off without a break. Cut at midnight, so that each day has its own.
create table acc_segment (
  vehicle_id  integer not null references vehicle (id) on delete cascade,
  start_at    timestamptz not null,
  end_at      timestamptz not null,
  acc_on      boolean not null,
  start_lng   double precision not null,
  start_lat   double precision not null,
  end_lng     double precision not null,
  end_lat     double precision not null,
  distance_km double precision not null,
  -- goes on from the day before
  continued   boolean not null,
  primary key (vehicle_id, start_at)
);
create index acc_segment_start on acc_segment (start_at);

-- Two consecutive believed positions with too little known between them.
create table position_gap (
  vehicle_id  integer not null references vehicle (id) on delete cascade,
  from_at     timestamptz not null,
  to_at       timestamptz not null,
  from_lng    double precision not null,
  from_lat    double precision not null,
  to_lng      double precision not null,
  to_lat      double precision not null,
  gap_s       integer not null,
  -- great circle
  distance_km double precision not null,
  odo_diff_km double precision,
  -- bits: 1 break, 2 way not told, 4 moved while off-line
  kind        smallint not null,
  -- 1 no fix, 2 no link, 3 no power
  cause       smallint not null,
  primary key (vehicle_id, from_at)
);
create index position_gap_from on position_gap (from_at);
