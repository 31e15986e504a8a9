-- A driver who signs in elsewhere has left the vehicle before: its duties are recalculated too.
create index driver_card_driver on driver_card (driver_id, at) where action = 1 and driver_id is not null;

create function driver_due_elsewhere() returns trigger language plpgsql as $$
begin
  insert into driver_due (vehicle_id, from_at, until_at, duty)
  select c.vehicle_id, c.at, c.at, true from driver_card c
  where c.driver_id in (new.driver_id, case when tg_op = 'UPDATE' then old.driver_id end) and c.action = 1
    and c.vehicle_id <> new.vehicle_id and c.at <= new.at and c.at > new.at - interval '1 day';
  return null;
end $$;
create trigger driver_due_elsewhere after insert or update of driver_id on driver_card for each row
  when (new.action = 1) execute function driver_due_elsewhere();

-- those who signed in to several vehicles so far
insert into driver_due (vehicle_id, from_at, until_at, duty)
select c.vehicle_id, min(c.at), max(c.at), true from driver_card c
where c.action = 1 and exists (
  select from driver_card o where o.driver_id = c.driver_id and o.action = 1 and o.vehicle_id <> c.vehicle_id
    and o.at >= c.at and o.at < c.at + interval '1 day')
group by c.vehicle_id;

-- Of overspeeds that share a moment, the one with the first limit counts (report catalogue 3.7): of a geofence, a road, a night, a
-- vehicle or company, the terminal. Others say which one covers them. Alarms of before keep what they say until they change.
create function overspeed_rank(type_id smallint) returns integer language sql immutable as $$
  select case type_id when 112 then 5 when 102 then 4 when 101 then 3 when 100 then 2 when 1 then 1 end
$$;
create function overspeed_above(of_type smallint, vehicle integer, from_at timestamptz, until_at timestamptz) returns uuid
language sql stable as $$
  select p.gid from alarm p
  where p.vehicle_id = vehicle and p.type_id in (1, 100, 101, 102, 112) and overspeed_rank(p.type_id) > overspeed_rank(of_type)
    and not p.brief and p.start_at > from_at - interval '1 day' and p.start_at <= until_at and coalesce(p.end_at, p.last_at) >= from_at
  order by p.start_at, p.gid limit 1
$$;
create or replace function alarm_overspeed_told() returns trigger language plpgsql as $$
declare
  from_at timestamptz := new.start_at;
  until_at timestamptz := coalesce(new.end_at, new.last_at);
begin
  if tg_op = 'UPDATE' then
    from_at := least(from_at, old.start_at);
    until_at := greatest(until_at, coalesce(old.end_at, old.last_at));
  end if;
  with found as (
    select t.gid, overspeed_above(t.type_id, t.vehicle_id, t.start_at, coalesce(t.end_at, t.last_at)) as covered_by from alarm t
    where t.vehicle_id = new.vehicle_id and t.type_id in (1, 100, 101, 102, 112) and t.type_id <> 112 and not t.brief
      and t.start_at > from_at - interval '1 day' and t.start_at <= until_at and coalesce(t.end_at, t.last_at) >= from_at
  ), marked as (
    update alarm set covered_by = found.covered_by from found
    where alarm.gid = found.gid and alarm.covered_by is distinct from found.covered_by
    returning alarm.vehicle_id, alarm.start_at
  )
  insert into alarm_day_due (vehicle_id, start_at) select vehicle_id, start_at from marked;
  return null;
end $$;
drop function overspeed_over(integer, timestamptz, timestamptz);
