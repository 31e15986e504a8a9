-- What the links to superior platforms are doing (screen catalogue 7.11). Written by whatever keeps the links; a platform whose link
-- was never started has no row.
create table superior_link (
  superior_id integer primary key references superior_platform (id) on delete cascade,
  -- LINK_STATE of the main link (we connect) and of the sub-link (they connect), since when, and why it is not signed in
  main_state smallint not null default 0 check (main_state between 0 and 3),
  main_since timestamptz,
  main_reason text,
  sub_state smallint not null default 0 check (sub_state between 0 and 3),
  sub_since timestamptz,
  sub_reason text,
  heartbeat_at timestamptz,
  -- messages since the main link was signed in: out, refused or lost, in; and those that wait
  sent bigint not null default 0,
  failed bigint not null default 0,
  received bigint not null default 0,
  queued integer not null default 0,
  updated_at timestamptz not null default now()
);

-- The last test of each platform's address: PROBE_RESULT, and how long the connection took in ms where there was one.
create table superior_probe (
  superior_id integer primary key references superior_platform (id) on delete cascade,
  result smallint not null,
  took_ms integer,
  -- the address and port that were tested: the record may have others by now
  address text not null,
  at timestamptz not null
);
