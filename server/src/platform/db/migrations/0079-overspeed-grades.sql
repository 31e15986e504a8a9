-- Alarms of a day that are no false alarms, with the longest of them. Null: not counted yet.
-- Overspeeds of a day by grade (10, 20 and 50 percent above the limit) with the highest speed, of all and of those that are no false
-- alarms. Null: not an overspeed, or not counted yet.
alter table alarm_day
  add column confirmed_cnt   integer,
  add column confirmed_max_s integer,
  add column grade1          smallint,
  add column grade2          smallint,
  add column grade3          smallint,
  add column grade4          smallint,
  add column confirmed1      smallint,
  add column confirmed2      smallint,
  add column confirmed3      smallint,
  add column confirmed4      smallint,
  add column max_kmh         real,
  add column confirmed_kmh   real;

-- Overspeeds and fatigue are counted again, an alarm of each vehicle and day: a UTC day has alarms of two business days at most.
insert into alarm_day_due (vehicle_id, start_at)
select vehicle_id, unnest(array[min(start_at), max(start_at)]) from alarm
where type_id in (1, 2, 18, 100, 101, 102, 104, 106, 107, 112) and not brief
group by vehicle_id, (start_at at time zone 'UTC')::date;
