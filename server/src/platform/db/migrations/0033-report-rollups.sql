-- Sums of a business day that reports over many days are made of. They stay when what they were counted from is forgotten.
create table alarm_day (
  vehicle_id    integer not null,
  -- of BUSINESS_TZ, in which the alarms began
  day           date not null,
  type_id       smallint not null,
  level         smallint not null,
  -- whose vehicle it was when the day was first counted
  department_id integer not null,
  cnt           integer not null,
  dur_s         bigint not null,
  -- alarms of kinds somebody has to decide; all that follow are of those
  needed        integer not null,
  handled       integer not null,
  timely        integer not null,
  false_cnt     integer not null,
  auto_cnt      integer not null,
  message_cnt   integer not null,
  phone_cnt     integer not null,
  -- from the beginning to the decision, of those that were handled
  handle_s      bigint not null,
  -- 24 counts by the hour in which the alarms began
  hours         smallint[] not null,
  primary key (vehicle_id, day, type_id, level)
);
create index alarm_day_day on alarm_day (day, department_id);

create table online_day (
  vehicle_id      integer not null,
  day             date not null,
  department_id   integer not null,
  online_s        integer not null,
  first_online_at timestamptz not null,
  last_online_at  timestamptz not null,
  login_count     integer not null,
  logout_count    integer not null,
  primary key (vehicle_id, day)
);
create index online_day_day on online_day (day, department_id);

-- Of a department's own vehicles, without those of departments below it.
create table dept_day (
  department_id integer not null,
  day           date not null,
  vehicle_total integer not null,
  joined        integer not null,
  exempt        integer not null,
  new_count     integer not null,
  left_count    integer not null,
  primary key (department_id, day)
);
create index dept_day_day on dept_day (day);

-- How far each of them has come: a number of alarm.told_seq, or an instant in epoch ms.
create table rollup_mark (
  name      text primary key,
  -- null: not known yet
  mark      bigint,
  -- the next mark, once every transaction before this one has ended: numbers are not committed in their order
  ahead     bigint,
  ahead_xid xid8
);

-- Changes of alarms that alarm.told_seq does not tell: of the day they began on, and of what was decided.
create table alarm_day_due (
  id         bigint generated always as identity primary key,
  vehicle_id integer not null,
  start_at   timestamptz not null
);
create function alarm_day_moved() returns trigger language plpgsql as $$
begin
  insert into alarm_day_due (vehicle_id, start_at) values (new.vehicle_id, new.start_at);
  if old.start_at <> new.start_at then
    insert into alarm_day_due (vehicle_id, start_at) values (old.vehicle_id, old.start_at);
  end if;
  return null;
end $$;
create trigger alarm_day_moved after update of start_at on alarm for each row execute function alarm_day_moved();
create function alarm_day_decided() returns trigger language plpgsql as $$
begin
  insert into alarm_day_due (vehicle_id, start_at) select vehicle_id, start_at from alarm where gid = new.gid;
  return null;
end $$;
create trigger alarm_day_decided after update of state, deal_type, dealt_at, automatic, due_at on alarm_case for each row
  when (old.state in (2, 3) or new.state in (2, 3)) execute function alarm_day_decided();

-- Stays that ended; those under way are looked at anyway.
create table online_day_due (
  id         bigint generated always as identity primary key,
  vehicle_id integer not null,
  login_at   timestamptz not null,
  -- up to where it could be known before
  seen_at    timestamptz not null,
  logout_at  timestamptz not null
);
create function online_day_ended() returns trigger language plpgsql as $$
begin
  insert into online_day_due (vehicle_id, login_at, seen_at, logout_at)
  values (new.vehicle_id, new.login_at, case when tg_op = 'INSERT' then new.login_at else old.last_msg_at end, new.logout_at);
  return null;
end $$;
create trigger online_day_written after insert on online_session for each row
  when (new.logout_at is not null) execute function online_day_ended();
create trigger online_day_ended after update of logout_at on online_session for each row
  when (new.logout_at is not null) execute function online_day_ended();
-- the few stays of which a part may lie in a day although they began long before it
create index online_session_long on online_session (vehicle_id, login_at) where logout_at - login_at > interval '1 day';
