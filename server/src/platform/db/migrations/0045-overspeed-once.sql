-- An overspeed that terminal and platform both tell of counts once: the platform's stands, the terminal's says by which it is covered.
alter table alarm add column covered_by uuid;
-- overspeeds of a vehicle: of the terminal (1) and of the platform's rules
create index alarm_overspeed on alarm (vehicle_id, start_at) where type_id in (1, 100, 101, 102, 112) and not brief;

-- The platform's overspeed that shares a moment with an alarm; the first of several. None lasts longer than a day.
create function overspeed_over(vehicle integer, from_at timestamptz, until_at timestamptz) returns uuid language sql stable as $$
  select p.gid from alarm p
  where p.vehicle_id = vehicle and p.type_id in (1, 100, 101, 102, 112) and p.type_id <> 1 and not p.brief
    and p.start_at > from_at - interval '1 day' and p.start_at <= until_at and coalesce(p.end_at, p.last_at) >= from_at
  order by p.start_at, p.gid limit 1
$$;

-- Whatever is told of either finds anew which of the terminal's are covered; their days are counted anew.
create function alarm_overspeed_told() returns trigger language plpgsql as $$
declare
  from_at timestamptz := new.start_at;
  until_at timestamptz := coalesce(new.end_at, new.last_at);
begin
  if tg_op = 'UPDATE' then
    from_at := least(from_at, old.start_at);
    until_at := greatest(until_at, coalesce(old.end_at, old.last_at));
  end if;
  with found as (
    select t.gid, overspeed_over(t.vehicle_id, t.start_at, coalesce(t.end_at, t.last_at)) as covered_by from alarm t
    where t.vehicle_id = new.vehicle_id and t.type_id in (1, 100, 101, 102, 112) and t.type_id = 1 and not t.brief
      and t.start_at > from_at - interval '1 day' and t.start_at <= until_at and coalesce(t.end_at, t.last_at) >= from_at
  ), marked as (
    update alarm set covered_by = found.covered_by from found
    where alarm.gid = found.gid and alarm.covered_by is distinct from found.covered_by
    returning alarm.vehicle_id, alarm.start_at
  )
  insert into alarm_day_due (vehicle_id, start_at) select vehicle_id, start_at from marked;
  return null;
end $$;
create trigger alarm_overspeed_told after insert or update of start_at, last_at, end_at, brief on alarm for each row
  when (new.type_id in (1, 100, 101, 102, 112)) execute function alarm_overspeed_told();

with marked as (
  update alarm t set covered_by = overspeed_over(t.vehicle_id, t.start_at, coalesce(t.end_at, t.last_at))
  where t.type_id = 1 and not t.brief and overspeed_over(t.vehicle_id, t.start_at, coalesce(t.end_at, t.last_at)) is not null
  returning t.vehicle_id, t.start_at
)
insert into alarm_day_due (vehicle_id, start_at) select vehicle_id, start_at from marked;

-- Alarms of positions that came late have no target of their own: the platform's setting says by when they are in time, and when it is
-- another they are counted anew.
create function alarm_day_targets_set() returns trigger language plpgsql as $$
begin
  insert into alarm_day_due (vehicle_id, start_at)
  select f.vehicle_id, f.start_at from alarm_case c join alarm f on f.gid = c.gid where c.state in (2, 3) and c.due_at is null;
  return null;
end $$;
create trigger alarm_day_target_put after insert or update of value on setting_value for each row
  when (new.key in ('handleWithin1', 'handleWithin2', 'handleWithin3') and new.department_id is null and new.account_id is null)
  execute function alarm_day_targets_set();
create trigger alarm_day_target_dropped after delete on setting_value for each row
  when (old.key in ('handleWithin1', 'handleWithin2', 'handleWithin3') and old.department_id is null and old.account_id is null)
  execute function alarm_day_targets_set();

-- days that were counted with the limits of before
insert into alarm_day_due (vehicle_id, start_at)
select f.vehicle_id, f.start_at from alarm_case c join alarm f on f.gid = c.gid where c.state in (2, 3) and c.due_at is null and f.level = 3;
