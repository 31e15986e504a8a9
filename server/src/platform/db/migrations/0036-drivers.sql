-- Who drove: what cards tell, who was on duty, how long they drove without a rest.

-- A sign-in or sign-out (0x0702), once however often it is sent.
create table driver_card (
  id          bigint generated always as identity primary key,
  vehicle_id  integer not null references vehicle (id) on delete cascade,
  -- of the terminal where its clock can be believed, else when it came
  at          timestamptz not null,
  received_at timestamptz not null,
  -- 1 in, 2 out
  action      smallint not null check (action in (1, 2)),
  -- of a sign-in: 0 read, 1 key not accepted, 2 card locked, 3 card pulled out, 4 check failed
  read_result smallint check (read_result between 0 and 4),
  name        text,
  cert_no     text,
  issuer      text,
  cert_expiry date,
  -- the number itself is not kept: the same hash as driver.id_card_hash
  id_no_hash  text,
  -- null: nobody we know
  driver_id   integer,
  -- of what came without a time to be believed: the message, so that it is known when it is sent again
  digest      bytea
);
create unique index driver_card_told on driver_card (vehicle_id, at, action);
create index driver_card_at on driver_card (at);
create index driver_card_unknown on driver_card (upper(cert_no)) where driver_id is null;
create index driver_card_unknown_id on driver_card (id_no_hash) where driver_id is null;
create index driver_qual on driver (upper(qual_no));

-- The driver of a card in a vehicle: of the vehicle's department, of those above it, or of those below it; the nearest first.
create function driver_of_card(of_vehicle integer, cert text, id_hash text) returns integer language sql stable as $$
  with recursive above as (
    select d.id, d.parent_id, 0 as far from vehicle v join department d on d.id = v.department_id where v.id = of_vehicle
    union all select d.id, d.parent_id, a.far + 1 from department d join above a on d.id = a.parent_id
  ), below as (
    select a.id, 0 as far from above a where a.far = 0
    union all select d.id, b.far + 1 from department d join below b on d.parent_id = b.id
  ), near as (
    select id, min(far) as far from (select id, far from above union all select id, far from below) n group by id
  )
  select r.id from (
    select * from driver where id_card_hash = id_hash union select * from driver where upper(qual_no) = upper(cert)
  ) r join near n on n.id = r.department_id
  order by coalesce(r.id_card_hash = id_hash, false) desc, n.far, r.id limit 1
$$;

-- Whom each vehicle was given by its record, and since when.
create table given_driver (
  vehicle_id integer not null references vehicle (id) on delete cascade,
  since_at   timestamptz not null,
  -- null: nobody
  driver_id  integer,
  primary key (vehicle_id, since_at)
);
insert into given_driver (vehicle_id, since_at, driver_id)
select id, to_timestamp(0), driver_id from vehicle where driver_id is not null;
-- what a vehicle is entered with held before, too: its past may be uploaded
create function given_driver_told() returns trigger language plpgsql as $$
begin
  insert into given_driver (vehicle_id, since_at, driver_id)
  values (new.id, case when tg_op = 'INSERT' then to_timestamp(0) else now() end, new.driver_id)
  on conflict (vehicle_id, since_at) do update set driver_id = excluded.driver_id;
  return null;
end $$;
create trigger given_driver_entered after insert on vehicle for each row
  when (new.driver_id is not null) execute function given_driver_told();
create trigger given_driver_told after update of driver_id on vehicle for each row
  when (new.driver_id is distinct from old.driver_id) execute function given_driver_told();

-- Who was on duty in a vehicle, without overlaps; where there is no row, nobody is known.
create table driver_duty (
  vehicle_id integer not null,
  start_at   timestamptz not null,
  -- null: it lasts
  end_at     timestamptz,
  -- null: somebody we do not know
  driver_id  integer,
  -- 1 card, 2 face, 3 by hand, 4 the vehicle's own
  source     smallint not null check (source between 1 and 4),
  primary key (vehicle_id, start_at)
);
create index driver_duty_driver on driver_duty (driver_id, start_at) where source <> 4;

-- Driving without a sufficient rest in between, by one driver in one vehicle.
create table drive_period (
  vehicle_id   integer not null,
  start_at     timestamptz not null,
  end_at       timestamptz not null,
  -- 0: nobody we know
  driver_id    integer not null,
  drive_s      integer not null,
  -- of it from 22 to 6 o'clock
  night_s      integer not null,
  -- until the same driver drove the vehicle again; null: not within a month
  rest_after_s integer,
  -- when it had become too long
  exceeded_at  timestamptz,
  primary key (vehicle_id, start_at)
);
create index drive_period_driver on drive_period (driver_id, start_at);

-- What a driver drove of a vehicle on a business day.
create table driver_day (
  -- 0: nobody we know
  driver_id       integer not null,
  day             date not null,
  vehicle_id      integer not null,
  -- whose vehicle it was when the day was first counted
  department_id   integer not null,
  km              double precision not null,
  drive_s         integer not null,
  -- 22 to 6 o'clock
  night_drive_s   integer not null,
  -- the longest he had driven without a sufficient rest at any moment of the day, since whenever that began
  longest_drive_s integer not null,
  primary key (driver_id, day, vehicle_id)
);
create index driver_day_day on driver_day (day, department_id);
create index driver_day_vehicle on driver_day (vehicle_id, day);

-- Times of vehicles of which something is to be counted anew: of trips, and of who was on duty.
create table driver_due (
  id         bigint generated always as identity primary key,
  vehicle_id integer not null,
  from_at    timestamptz not null,
  until_at   timestamptz not null,
  duty       boolean not null
);
create function driver_due_trips() returns trigger language plpgsql as $$
begin
  insert into driver_due (vehicle_id, from_at, until_at, duty)
  select vehicle_id, min(start_at), max(end_at), false from told group by vehicle_id order by vehicle_id;
  return null;
end $$;
create trigger driver_due_inserted after insert on trip referencing new table as told for each statement execute function driver_due_trips();
create trigger driver_due_updated after update on trip referencing new table as told for each statement execute function driver_due_trips();
create trigger driver_due_replaced after update on trip referencing old table as told for each statement execute function driver_due_trips();
create trigger driver_due_removed after delete on trip referencing old table as told for each statement execute function driver_due_trips();
create function driver_due_duty() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'driver_card' then
    insert into driver_due (vehicle_id, from_at, until_at, duty) values (new.vehicle_id, new.at, new.at, true);
  else
    -- it holds until the vehicle is given another
    insert into driver_due (vehicle_id, from_at, until_at, duty)
    values (new.vehicle_id, new.since_at, coalesce(
      (select min(since_at) from given_driver where vehicle_id = new.vehicle_id and since_at > new.since_at), '9999-12-31 00:00Z'), true);
  end if;
  return null;
end $$;
create trigger driver_due_card after insert or update of driver_id on driver_card for each row execute function driver_due_duty();
create trigger driver_due_given after insert or update of driver_id on given_driver for each row execute function driver_due_duty();

-- Cards of somebody who is entered later are his.
create function driver_card_known() returns trigger language plpgsql as $$
begin
  update driver_card c set driver_id = k.id
  from (select id, driver_of_card(vehicle_id, cert_no, id_no_hash) as driver from driver_card
    where driver_id is null and (upper(cert_no) = upper(new.qual_no) or id_no_hash = new.id_card_hash)) u
    join driver k on k.id = u.driver
  where c.id = u.id;
  return null;
end $$;
create trigger driver_card_known after insert or update of qual_no, id_card_hash, department_id on driver for each row
  execute function driver_card_known();

-- Alarms are their driver's, too; what was counted is counted once more, as far as alarms are kept.
alter table alarm_day add column driver_id integer not null default 0;
alter table alarm_day drop constraint alarm_day_pkey;
alter table alarm_day add primary key (vehicle_id, day, type_id, level, driver_id);
delete from rollup_mark where name = 'alarm_day.filled';

insert into driver_due (vehicle_id, from_at, until_at, duty)
select vehicle_id, min(start_at), max(end_at), false from trip group by vehicle_id;
insert into driver_due (vehicle_id, from_at, until_at, duty)
select vehicle_id, since_at, '9999-12-31 00:00Z', true from given_driver;
