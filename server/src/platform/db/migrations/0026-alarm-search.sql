-- Lists of alarms by what was decided of them: a page of each is one walk along an index.
drop index alarm_case_open;
create index alarm_case_open on alarm_case (start_at desc, gid) include (vehicle_id, type_id, state) where state in (0, 1, 4);
create index alarm_case_handled on alarm_case (start_at desc, gid) where state = 2;
create index alarm_case_false on alarm_case (start_at desc, gid) where state = 3;
create index alarm_case_dealer on alarm_case (dealt_by, start_at desc, gid) where state in (2, 3);
-- what is escalated already is not looked at again
drop index alarm_case_due;
create index alarm_case_due on alarm_case (due_at) where state in (0, 1) and due_at is not null;

-- What few alarms are.
create index alarm_storm on alarm (start_at desc, gid) where storm;
create index alarm_late on alarm (start_at desc, gid) where late;
create index alarm_files on alarm (start_at desc, gid) where (info #>> '{identification,attachments}')::integer > 0;
