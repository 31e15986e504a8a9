-- How many alarms of a day somebody turned to within half an hour, and how many of those somebody has to decide were decided within a day.
alter table alarm_day
  add column turned_cnt integer not null default 0,
  add column soon_cnt   integer not null default 0;

-- whoever claims an alarm has turned to it
drop trigger alarm_day_decided on alarm_case;
create trigger alarm_day_decided after update of state, deal_type, dealt_at, automatic, due_at, claimed_at on alarm_case for each row
  when (old.state in (2, 3) or new.state in (2, 3) or old.claimed_at is distinct from new.claimed_at)
  execute function alarm_day_decided();

insert into alarm_day_due (vehicle_id, start_at)
select f.vehicle_id, f.start_at from alarm_case c join alarm f on f.gid = c.gid where c.claimed_at is not null or c.dealt_at is not null;
