-- Cases carry what they are filtered by, so that a walk along them asks no alarm that is not of the page.
drop index alarm_case_handled;
create index alarm_case_handled on alarm_case (start_at desc, gid) include (vehicle_id, type_id, level) where state = 2;
drop index alarm_case_false;
create index alarm_case_false on alarm_case (start_at desc, gid) include (vehicle_id, type_id, level) where state = 3;
drop index alarm_case_open;
create index alarm_case_open on alarm_case (start_at desc, gid) include (vehicle_id, type_id, level, state) where state in (0, 1, 4);

-- The most serious alarms are few.
create index alarm_serious on alarm (start_at desc, gid) where level = 3;

-- What waits for a decision is a small part of a vehicle's alarms.
create index alarm_case_vehicle_open on alarm_case (vehicle_id, start_at desc, gid) include (type_id, level, state)
  where state in (0, 1, 4);
