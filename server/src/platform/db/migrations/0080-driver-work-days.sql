-- What a driver did with a vehicle on a business day: driving (driver_day), sign-ins (duty_day) and alarms (alarm_day) in one row, so
-- that reports of drivers and days need not join three tables. Triggers on those tables keep it.
create table driver_work_day (
  driver_id       integer not null,
  day             date not null,
  vehicle_id      integer not null,
  -- whose vehicle it was on that day
  department_id   integer not null,
  -- null: did not drive it
  km              double precision,
  drive_s         integer,
  night_drive_s   integer,
  longest_drive_s integer,
  -- null: was not signed in
  duty_ms         integer,
  first_at        timestamptz,
  last_at         timestamptz,
  -- alarms of some groups, and those of all kinds that were handled
  over_cnt        integer not null default 0,
  fatigue_cnt     integer not null default 0,
  dsm_cnt         integer not null default 0,
  handled_cnt     integer not null default 0,
  -- the driver has rows of other vehicles on that day: only such days are added up by reports
  several         boolean not null default false,
  primary key (driver_id, day, vehicle_id)
);

-- a vehicle that moves keeps its history, and has one company a day
create function department_of_day(of_vehicle integer, of_day date) returns integer language sql stable as $$
  select coalesce(
    (select department_id from driver_day k where k.vehicle_id = of_vehicle and k.day = of_day limit 1),
    (select department_id from alarm_day k where k.vehicle_id = of_vehicle and k.day = of_day limit 1),
    (select department_id from online_day k where k.vehicle_id = of_vehicle and k.day = of_day),
    (select department_id from vehicle_day k where k.vehicle_id = of_vehicle and k.day = of_day),
    (select department_id from vehicle where id = of_vehicle))
$$;

create view driver_alarm_day as
select driver_id, day, vehicle_id, min(department_id) as department_id,
  coalesce(sum(cnt) filter (where type_id in (1, 100, 101, 102, 112)), 0)::integer as over_cnt,
  coalesce(sum(cnt) filter (where type_id in (2, 18, 104, 106, 107)), 0)::integer as fatigue_cnt,
  coalesce(sum(cnt) filter (where type_id in (77, 78, 79, 80, 81, 82, 83, 84, 85, 86, 87, 88, 89)), 0)::integer as dsm_cnt,
  sum(handled)::integer as handled_cnt
from alarm_day where driver_id <> 0 group by driver_id, day, vehicle_id;

insert into driver_work_day
select driver_id, day, vehicle_id, department_id, km, drive_s, night_drive_s, longest_drive_s, duty_ms, first_at, last_at,
  coalesce(over_cnt, 0), coalesce(fatigue_cnt, 0), coalesce(dsm_cnt, 0), coalesce(handled_cnt, 0)
from (
  select driver_id, day, vehicle_id, coalesce(d.department_id, a.department_id, department_of_day(vehicle_id, day)) as department_id,
    km, drive_s, night_drive_s, longest_drive_s, duty_ms, first_at, last_at, over_cnt, fatigue_cnt, dsm_cnt, handled_cnt
  from (select * from driver_day where driver_id <> 0) d full join duty_day u using (driver_id, day, vehicle_id)
    full join driver_alarm_day a using (driver_id, day, vehicle_id)) w
where department_id is not null;
update driver_work_day w set several = true from (
  select driver_id, day from driver_work_day group by driver_id, day having count(*) > 1) s
where w.driver_id = s.driver_id and w.day = s.day;
create index driver_work_day_day on driver_work_day (day desc, driver_id);

create function driver_work_several() returns trigger language plpgsql as $$
begin
  update driver_work_day w set several = true
  where not several and (driver_id, day) in (select driver_id, day from told)
    and exists (select from driver_work_day o where o.driver_id = w.driver_id and o.day = w.day and o.vehicle_id <> w.vehicle_id);
  return null;
end $$;
create trigger driver_work_several after insert on driver_work_day referencing new table as told for each statement
  execute function driver_work_several();

-- Writers of the three tables wait for each other, so that they lock rows in any order; key: 'roll' in ASCII, as of the jobs.
create function driver_work_drove() returns trigger language plpgsql as $$
begin
  if not exists (select from told) then return null; end if;
  perform pg_advisory_xact_lock(1919904876, 7);
  if tg_op = 'DELETE' then
    update driver_work_day w set km = null, drive_s = null, night_drive_s = null, longest_drive_s = null
    from told t where w.driver_id = t.driver_id and w.day = t.day and w.vehicle_id = t.vehicle_id;
  else
    insert into driver_work_day as w (driver_id, day, vehicle_id, department_id, km, drive_s, night_drive_s, longest_drive_s)
    select driver_id, day, vehicle_id, department_id, km, drive_s, night_drive_s, longest_drive_s from told where driver_id <> 0
    on conflict (driver_id, day, vehicle_id) do update set department_id = excluded.department_id, km = excluded.km,
      drive_s = excluded.drive_s, night_drive_s = excluded.night_drive_s, longest_drive_s = excluded.longest_drive_s;
  end if;
  return null;
end $$;
create function driver_work_duty() returns trigger language plpgsql as $$
begin
  if not exists (select from told) then return null; end if;
  perform pg_advisory_xact_lock(1919904876, 7);
  if tg_op = 'DELETE' then
    update driver_work_day w set duty_ms = null, first_at = null, last_at = null
    from told t where w.driver_id = t.driver_id and w.day = t.day and w.vehicle_id = t.vehicle_id;
  else
    insert into driver_work_day as w (driver_id, day, vehicle_id, department_id, duty_ms, first_at, last_at)
    select driver_id, day, vehicle_id, department_id, duty_ms, first_at, last_at
    from (select *, department_of_day(vehicle_id, day) as department_id from told) t where department_id is not null
    on conflict (driver_id, day, vehicle_id) do update
      set duty_ms = excluded.duty_ms, first_at = excluded.first_at, last_at = excluded.last_at;
  end if;
  return null;
end $$;
create function driver_work_alarms() returns trigger language plpgsql as $$
begin
  if not exists (select from told) then return null; end if;
  perform pg_advisory_xact_lock(1919904876, 7);
  update driver_work_day w set over_cnt = 0, fatigue_cnt = 0, dsm_cnt = 0, handled_cnt = 0
  from told t where w.driver_id = t.driver_id and w.day = t.day and w.vehicle_id = t.vehicle_id
    and not exists (select from alarm_day a where a.vehicle_id = t.vehicle_id and a.day = t.day and a.driver_id = t.driver_id);
  insert into driver_work_day as w (driver_id, day, vehicle_id, department_id, over_cnt, fatigue_cnt, dsm_cnt, handled_cnt)
  select a.driver_id, a.day, a.vehicle_id, a.department_id, a.over_cnt, a.fatigue_cnt, a.dsm_cnt, a.handled_cnt
  from (select distinct driver_id, day, vehicle_id from told where driver_id <> 0) t cross join lateral (
    select * from driver_alarm_day k where k.driver_id = t.driver_id and k.day = t.day and k.vehicle_id = t.vehicle_id) a
  on conflict (driver_id, day, vehicle_id) do update set over_cnt = excluded.over_cnt, fatigue_cnt = excluded.fatigue_cnt,
    dsm_cnt = excluded.dsm_cnt, handled_cnt = excluded.handled_cnt;
  return null;
end $$;

create trigger driver_work_inserted after insert on driver_day referencing new table as told for each statement execute function driver_work_drove();
create trigger driver_work_updated after update on driver_day referencing new table as told for each statement execute function driver_work_drove();
create trigger driver_work_deleted after delete on driver_day referencing old table as told for each statement execute function driver_work_drove();
create trigger driver_work_inserted after insert on duty_day referencing new table as told for each statement execute function driver_work_duty();
create trigger driver_work_updated after update on duty_day referencing new table as told for each statement execute function driver_work_duty();
create trigger driver_work_deleted after delete on duty_day referencing old table as told for each statement execute function driver_work_duty();
create trigger driver_work_inserted after insert on alarm_day referencing new table as told for each statement execute function driver_work_alarms();
create trigger driver_work_updated after update on alarm_day referencing new table as told for each statement execute function driver_work_alarms();
create trigger driver_work_deleted after delete on alarm_day referencing old table as told for each statement execute function driver_work_alarms();
