-- The time zone in which an offset was measured: it means nothing in another. What was learned before was mostly learned in that
-- of JT/T 808; in other zones it is learned anew.
alter table vehicle_clock add column utc_offset_h numeric(4, 2) not null default 8;
alter table vehicle_clock alter column utc_offset_h drop default;
