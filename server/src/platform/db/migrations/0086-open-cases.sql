-- Lists of open cases leave out covered ones: the indexes have only what the lists show, so that a walk reads no row of the table.
drop index alarm_case_open;
create index alarm_case_open on alarm_case (start_at desc, gid) include (vehicle_id, type_id, level, state)
  where state in (0, 1, 4) and not covered;
drop index alarm_case_vehicle_open;
create index alarm_case_vehicle_open on alarm_case (vehicle_id, start_at desc, gid) include (type_id, level, state)
  where state in (0, 1, 4) and not covered;
drop index alarm_case_urgent;
create index alarm_case_urgent on alarm_case (level desc, start_at, gid desc) where state in (0, 1, 4) and not covered;
drop index alarm_case_serious;
create index alarm_case_serious on alarm_case (level desc, start_at desc, gid) where state in (0, 1, 4) and not covered;
