-- The first day from which dept_day counts a vehicle as joined. Older positions that come later move it back.
create table joined_day (
  vehicle_id integer primary key references vehicle (id) on delete cascade,
  day        date not null
);
insert into joined_day (vehicle_id, day)
select k.vehicle_id, min(k.day) from vehicle_day k join vehicle v on v.id = k.vehicle_id where k.point_valid > 0 group by 1;
