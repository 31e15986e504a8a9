-- What happens to vehicles over time, the cameras in them, and the terminals nobody knows.

-- ENABLE_STATE; the terminal of a vehicle that is disabled is refused
alter table vehicle add column state smallint not null default 1;

-- One row for each change of a record, whoever made it: by hand, by import or by another page.
create table record_change (
  id bigint generated always as identity primary key,
  table_name text not null,
  record_id integer not null,
  at timestamptz not null,
  account_id integer,
  account_name text not null default '',
  kind text not null,
  note text,
  -- values that differ, by the fields' keys; masked as in the audit log
  before jsonb,
  after jsonb
);
create index record_change_record on record_change (table_name, record_id, id desc);

-- Terminals and SIM cards that were in a vehicle before the one it has.
create table terminal_history (
  id integer generated always as identity primary key,
  vehicle_id integer not null references vehicle (id) on delete cascade,
  phone text not null,
  terminal_no text,
  maker text,
  model text,
  iccid text,
  imei text,
  since timestamptz not null,
  until timestamptz not null,
  account_id integer,
  account_name text not null default '',
  reason text
);
create index terminal_history_vehicle on terminal_history (vehicle_id, id desc);

-- Numbers of JT/T 1076: `physical` as it is plugged, `logical` as requests name it.
create table vehicle_channel (
  vehicle_id integer not null references vehicle (id) on delete cascade,
  logical smallint not null,
  physical smallint not null,
  name text not null,
  -- CHANNEL_KIND
  kind smallint not null,
  -- ICON
  icon smallint not null,
  yuntai boolean not null,
  primary key (vehicle_id, logical),
  unique (vehicle_id, physical)
);

-- Terminals that knocked and are in no record: what they said of themselves.
create table unknown_terminal (
  phone text primary key,
  terminal_no text,
  maker text,
  model text,
  plate text,
  plate_colour smallint,
  -- 2011, 2013 or 2019
  protocol_version smallint not null,
  peer_ip text not null,
  times integer not null,
  first_at timestamptz not null,
  last_at timestamptz not null
);
create index unknown_terminal_last on unknown_terminal (last_at);
