-- Files of alarms by day: those that were to come, and those that came. They come after their alarm was counted.
alter table alarm_day
  add column evid_expected integer not null default 0,
  add column evid_received integer not null default 0;

create function alarm_day_requested() returns trigger language plpgsql as $$
begin
  insert into alarm_day_due (vehicle_id, start_at) select vehicle_id, start_at from alarm where gid = new.alarm_gid;
  return null;
end $$;
create trigger alarm_day_requested after insert on evidence_request for each row
  when (new.state <> 4) execute function alarm_day_requested();
-- a user requests what the rules did not
create trigger alarm_day_requested_again after update of state on evidence_request for each row
  when ((old.state = 4) <> (new.state = 4)) execute function alarm_day_requested();

create function alarm_day_received() returns trigger language plpgsql as $$
begin
  insert into alarm_day_due (vehicle_id, start_at)
  select a.vehicle_id, a.start_at from evidence_request r join alarm a on a.gid = r.alarm_gid where r.id = new.request_id;
  return null;
end $$;
create trigger alarm_day_announced after insert on evidence_file for each row execute function alarm_day_received();
create trigger alarm_day_received after update of received_at on evidence_file for each row
  when (old.received_at is distinct from new.received_at) execute function alarm_day_received();

insert into alarm_day_due (vehicle_id, start_at)
select a.vehicle_id, a.start_at from evidence_request r join alarm a on a.gid = r.alarm_gid where r.state <> 4;
