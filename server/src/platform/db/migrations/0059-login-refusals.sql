-- Why messages of known terminals were refused before a login, for the console. One row per terminal.
create table login_refusal (
  terminal_id integer primary key references terminal (id) on delete cascade,
  -- noVehicle, serviceStopped, wrongCode, throttled, unauthenticated or unreadable
  reason text not null,
  peer_ip text not null,
  times integer not null,
  last_at timestamptz not null
);
create index login_refusal_last on login_refusal (last_at);
