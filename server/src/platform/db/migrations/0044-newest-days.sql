-- Days of vehicles in the order they are shown in, the newest day first: a page of them is read of the index.
create index vehicle_day_newest on vehicle_day (day desc, vehicle_id);
drop index vehicle_day_day;
