-- Open cases of one alarm type: a walk by time alone reads those of all types to count some of one.
create index alarm_case_type_open on alarm_case (type_id, start_at desc, gid) include (vehicle_id, level, state)
  where state in (0, 1, 4) and not covered;
