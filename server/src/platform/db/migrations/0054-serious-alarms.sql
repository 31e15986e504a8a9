-- Lists of open alarms show the highest level first, and the newest first within a level: one walk along an index.
create index alarm_case_serious on alarm_case (level desc, start_at desc, gid) where state in (0, 1, 4);
