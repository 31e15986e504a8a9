-- What a repair found on the odometer, and what is due next.
alter table repair
  add column odometer_km numeric(8, 1),
  add column next_km numeric(8, 1),
  add column next_on date,
  add column remark text;

-- The name of a shift, given at sign-in, and when the next user confirmed the handover.
alter table duty_shift
  add column shift text,
  add column confirmed_at timestamptz;

-- Outages of the main link to a superior platform that were filed with it: they are no breaks.
create table link_outage (
  id integer generated always as identity primary key,
  superior_id integer not null references superior_platform (id) on delete cascade,
  from_at timestamptz not null,
  until_at timestamptz not null check (until_at > from_at),
  note text not null,
  account_id integer references account (id) on delete set null,
  created_at timestamptz not null
);
create index link_outage_superior on link_outage (superior_id, from_at);
create index link_outage_account on link_outage (account_id);

-- Kilometres from the start of an alarm to its last report; null: unknown.
alter table alarm add column distance_km double precision;
