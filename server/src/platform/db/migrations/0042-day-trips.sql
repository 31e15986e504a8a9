-- When the first trip of a day began and the last one ended, so that reports of days need not look for trips. Days from before have none.
alter table vehicle_day add column trip_start_at timestamptz, add column trip_end_at timestamptz;
