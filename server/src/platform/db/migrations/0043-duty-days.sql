-- How long a driver was signed in to a vehicle on a business day: reports of many days need not cut each duty of driver_duty at midnight.
-- One that is not over counts up to where it ends if nobody signs out.
create table duty_day (
  driver_id  integer not null,
  day        date not null,
  vehicle_id integer not null,
  duty_ms    integer not null,
  -- the first sign-in and the last sign-out of the day; null: it was on another
  first_at   timestamptz,
  last_at    timestamptz,
  primary key (driver_id, day, vehicle_id)
);
create index duty_day_day on duty_day (day);
create index duty_day_vehicle on duty_day (vehicle_id, day);

-- those there are by now are counted as if they had just been told
insert into driver_due (vehicle_id, from_at, until_at, duty)
select vehicle_id, min(start_at), max(end_at), true from driver_duty where source <> 4 and driver_id is not null group by vehicle_id;
