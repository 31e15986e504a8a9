-- Several superior platforms may open their sub links at one port: access code and verify code tell them apart.
drop index superior_platform_local_port;

-- Positions that were forwarded to superior platforms, by hour. Null: not counted at that time.
create table link_forward (
  superior_id integer not null references superior_platform (id) on delete cascade,
  hour timestamptz not null,
  -- acknowledged ones: as they came (0x1202), and late ones or those sent again (0x1203)
  sent bigint not null default 0,
  filled bigint,
  -- those that cannot be encoded, and those that were not acknowledged before the link broke
  failed bigint,
  primary key (superior_id, hour)
);
create index link_forward_hour on link_forward (hour);
insert into link_forward (superior_id, hour, sent)
select superior_id, hour, messages from link_traffic where message_id = 4610 and not down;

-- The vehicles with forwarded positions, by business day.
create table link_forward_vehicle (
  superior_id integer not null references superior_platform (id) on delete cascade,
  day date not null,
  vehicle_id integer not null,
  primary key (superior_id, day, vehicle_id)
);
create index link_forward_vehicle_day on link_forward_vehicle (day);

-- The supplement of 2013 to the 2011 standard: 0x1201 has a longer terminal model.
alter table superior_platform add column supplement_2013 boolean not null default false;
