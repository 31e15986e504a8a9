-- The first day from which dept_day counts a vehicle as joined. Older positions that come later move it back.
create table joined_day (
  vehicle_id integer primary key references vehicle (id) on delete cascade,
  day        date not null
);
-- Counted so far, by rollups/joined-vehicles.ts. A day earlier where the business day of an instant is not known here.
insert into joined_day (vehicle_id, day)
select j.vehicle_id, min(j.day) from (
  select vehicle_id, day from vehicle_day where point_valid > 0
  union all select vehicle_id, min(start_at)::date - 1 from trip group by 1
  union all select vehicle_id, min(start_at)::date - 1 from stop group by 1
  union all select l.vehicle_id, l.gnss_at::date - 1 from vehicle_latest l
    where not l.stale and not exists (select from vehicle_day k where k.vehicle_id = l.vehicle_id)) j
  join vehicle v on v.id = j.vehicle_id
group by 1 having min(j.day) is not null;
