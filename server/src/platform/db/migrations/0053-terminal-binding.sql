-- The device that registered a terminal (0x0100). Only it gets the code of the terminal again; null: not known yet.
alter table terminal
  add column registered_device jsonb,
  -- Until then one registration of another device is accepted.
  add column registration_open_until timestamptz;

-- Refused registrations of known terminals, for the console. One row per terminal.
create table registration_refusal (
  terminal_id integer primary key references terminal (id) on delete cascade,
  -- terminalId, otherDevice or unproved
  reason text not null,
  terminal_no text not null,
  maker text not null,
  model text not null,
  plate text not null,
  plate_colour smallint not null,
  protocol_version smallint not null,
  peer_ip text not null,
  times integer not null,
  first_at timestamptz not null,
  last_at timestamptz not null
);
create index registration_refusal_last on registration_refusal (last_at);
