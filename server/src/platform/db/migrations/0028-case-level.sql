-- The level of a case's alarm, beside its state: what waits is read the most serious first, as one walk along an index.
alter table alarm_case add column level smallint not null default 1 check (level between 1 and 3);
update alarm_case c set level = a.level from alarm a where a.gid = c.gid and a.level > 1;
create index alarm_case_urgent on alarm_case (level desc, start_at, gid desc) where state in (0, 1, 4);
