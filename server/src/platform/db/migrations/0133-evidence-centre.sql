-- Alarms whose files are kept as evidence. Vehicle to file state are copies, so that a search walks one index.
create table evidence_record (
  alarm_gid   uuid primary key,
  vehicle_id  integer not null references vehicle (id) on delete cascade,
  type_id     smallint not null,
  level       smallint not null check (level between 1 and 3),
  start_at    timestamptz not null,
  -- on duty when the alarm began; null: unknown
  driver_id   integer,
  -- a film was received
  film        boolean not null default false,
  -- of its requests; null: there is none
  file_state  smallint check (file_state between 0 and 4),
  entered_at  timestamptz not null default now(),
  -- '': it entered because it was handled
  added_by    text not null default '',
  locked      boolean not null default false,
  lock_reason text not null default '',
  locked_by   text not null default '',
  locked_at   timestamptz,
  note        text not null default ''
);
create index evidence_record_start on evidence_record (start_at desc, alarm_gid);
create index evidence_record_vehicle on evidence_record (vehicle_id, start_at desc, alarm_gid);
create index evidence_record_type on evidence_record (type_id, start_at desc, alarm_gid);
create index evidence_record_driver on evidence_record (driver_id, start_at desc, alarm_gid) where driver_id is not null;
create index evidence_record_locked on evidence_record (start_at desc, alarm_gid) where locked;

-- Legal holds: nothing of the vehicle or driver is deleted.
create table evidence_hold (
  id             integer generated always as identity primary key,
  vehicle_id     integer references vehicle (id) on delete cascade,
  driver_id      integer references driver (id) on delete cascade,
  reason         text not null,
  held_by        text not null,
  held_at        timestamptz not null,
  -- null: in force
  released_at    timestamptz,
  released_by    text not null default '',
  release_reason text not null default '',
  check (num_nonnulls(vehicle_id, driver_id) = 1)
);
create index evidence_hold_vehicle on evidence_hold (vehicle_id) where released_at is null;
create index evidence_hold_driver on evidence_hold (driver_id) where released_at is null;
create index evidence_hold_time on evidence_hold (held_at desc);

-- Files of the store whose rows are deleted: they are removed afterwards.
create table evidence_removed (file_key text primary key);

alter table evidence_view
  -- part of a package
  add column exported boolean not null default false;

-- The signed-in driver of a vehicle at an instant, else the assigned one; null: unknown (reports/rollups/driver-at.ts).
create function driver_on_duty(of_vehicle integer, instant timestamptz) returns integer language sql stable as $$
  select case when s.signed then s.driver_id else (select g.driver_id from given_driver g
    where g.vehicle_id = of_vehicle and g.since_at <= instant order by g.since_at desc limit 1) end
  from (select true) one left join lateral (
    select u.driver_id, u.source <> 4 and (u.end_at is null or u.end_at > instant) as signed from driver_duty u
    where u.vehicle_id = of_vehicle and u.start_at <= instant order by u.start_at desc limit 1) s on true
$$;

-- Whether an alarm and its files must not be deleted: locked, or under a hold on its vehicle or driver.
create function evidence_is_kept(gid uuid, of_vehicle integer, instant timestamptz) returns boolean language sql stable as $$
  select exists (select from evidence_record e where e.alarm_gid = gid and e.locked)
    or exists (select from evidence_hold h where h.released_at is null and h.vehicle_id = of_vehicle)
    or exists (select from evidence_hold h where h.released_at is null and h.driver_id = driver_on_duty(of_vehicle, instant))
$$;

-- Whether a file of 0x0801 belongs to evidence: taken by the terminal itself from 10 s before to 30 s after its alarm.
create function media_is_evidence(of_vehicle integer, event smallint, taken timestamptz) returns boolean language sql stable as $$
  select event > 1 and exists (select from alarm a
    where a.vehicle_id = of_vehicle and a.start_at between taken - interval '30 s' and taken + interval '10 s'
      and (exists (select from evidence_record e where e.alarm_gid = a.gid)
        or evidence_is_kept(a.gid, a.vehicle_id, a.start_at)))
$$;

-- Whether a vehicle must not be purged.
create function vehicle_is_kept(of_vehicle integer) returns boolean language sql stable as $$
  select exists (select from evidence_record e where e.vehicle_id = of_vehicle and e.locked)
    or exists (select from evidence_hold h where h.released_at is null and (h.vehicle_id = of_vehicle
      or h.driver_id in (select g.driver_id from given_driver g where g.vehicle_id = of_vehicle
        union select u.driver_id from driver_duty u where u.vehicle_id = of_vehicle)))
$$;

-- Brings the copies up to date.
create function refresh_evidence(gids uuid[]) returns void language sql as $$
  update evidence_record e set start_at = a.start_at, level = a.level, type_id = a.type_id,
    film = exists (select from evidence_request r join evidence_file f on f.request_id = r.id
      where r.alarm_gid = e.alarm_gid and f.kind = 2 and f.received_at is not null),
    file_state = (select min(r.state) from evidence_request r where r.alarm_gid = e.alarm_gid)
  from alarm a where a.gid = e.alarm_gid and e.alarm_gid = any(gids)
$$;

-- Alarms enter the evidence. by_user '': those of level 2 and 3 that were handled and have files.
create function enter_evidence(gids uuid[], by_user text) returns setof uuid language sql as $$
  insert into evidence_record (alarm_gid, vehicle_id, type_id, level, start_at, driver_id, film, file_state, added_by)
  select a.gid, a.vehicle_id, a.type_id, a.level, a.start_at, driver_on_duty(a.vehicle_id, a.start_at), false, null, by_user
  from alarm a where a.gid = any(gids) and (by_user <> '' or (a.level >= 2
    and exists (select from alarm_case c where c.gid = a.gid and c.state in (2, 3))
    and exists (select from evidence_request r join evidence_file f on f.request_id = r.id
      where r.alarm_gid = a.gid and f.received_at is not null)))
  on conflict do nothing returning alarm_gid
$$;

create function evidence_file_came() returns trigger language plpgsql as $$
declare
  gids uuid[] := array(select distinct r.alarm_gid from told t join evidence_request r on r.id = t.request_id
    where t.received_at is not null);
begin
  if gids <> '{}' then
    perform enter_evidence(gids, '');
    perform refresh_evidence(gids);
  end if;
  return null;
end $$;
create trigger evidence_file_entered after insert on evidence_file referencing new table as told
  for each statement execute function evidence_file_came();
create trigger evidence_file_stored after update on evidence_file referencing new table as told
  for each statement execute function evidence_file_came();

create function evidence_file_removed() returns trigger language plpgsql as $$
begin
  insert into evidence_removed select file_key from told where file_key is not null on conflict do nothing;
  return null;
end $$;
create trigger evidence_file_removed after delete on evidence_file referencing old table as told
  for each statement execute function evidence_file_removed();

create function evidence_request_moved() returns trigger language plpgsql as $$
begin
  perform refresh_evidence(array[new.alarm_gid]);
  return null;
end $$;
create trigger evidence_request_moved after update of state on evidence_request for each row
  when (old.state is distinct from new.state) execute function evidence_request_moved();

create function evidence_case_handled() returns trigger language plpgsql as $$
begin
  perform enter_evidence(array[new.gid], '');
  perform refresh_evidence(array[new.gid]);
  return null;
end $$;
create trigger evidence_case_handled after update of state on alarm_case for each row
  when (new.level >= 2 and new.state in (2, 3) and old.state not in (2, 3)) execute function evidence_case_handled();

create function evidence_alarm_moved() returns trigger language plpgsql as $$
begin
  perform refresh_evidence(array[new.gid]);
  return null;
end $$;
create trigger evidence_alarm_moved after update of start_at, level on alarm for each row
  when (old.start_at is distinct from new.start_at or old.level is distinct from new.level) execute function evidence_alarm_moved();

-- alarms that were handled before
select enter_evidence(array(select distinct r.alarm_gid from evidence_request r), '');
select refresh_evidence(array(select alarm_gid from evidence_record));
