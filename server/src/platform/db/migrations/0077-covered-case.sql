-- The case of an overspeed that another one covers (alarm.covered_by): it needs no handling.
alter table alarm_case add column covered boolean not null default false;
update alarm_case c set covered = true from alarm a where a.gid = c.gid and a.covered_by is not null;

create function alarm_case_covered() returns trigger language plpgsql as $$
begin
  update alarm_case set covered = new.covered_by is not null where gid = new.gid;
  return null;
end $$;
create trigger alarm_case_covered after update of covered_by on alarm for each row
  when (old.covered_by is distinct from new.covered_by) execute function alarm_case_covered();

-- of an alarm that was stored before its case
create function alarm_case_opened() returns trigger language plpgsql as $$
begin
  new.covered := exists (select from alarm where gid = new.gid and covered_by is not null);
  return new;
end $$;
create trigger alarm_case_opened before insert on alarm_case for each row
  when (new.type_id in (1, 100, 101, 102)) execute function alarm_case_opened();
