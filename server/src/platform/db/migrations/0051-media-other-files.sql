-- 3: a file of a type that the platform does not know
alter table media drop constraint media_kind_check;
alter table media add constraint media_kind_check check (kind between 0 and 3);
