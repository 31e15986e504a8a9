-- The multimedia library lists the newest files of all vehicles.
create index media_time on media (at, id);
