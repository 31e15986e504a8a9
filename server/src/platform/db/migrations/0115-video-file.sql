-- Files of video on the server: recordings, clips of them, and what terminals uploaded.
create table video_file (
  id           integer generated always as identity primary key,
  -- null: the vehicle is gone for ever, and retention deletes the file
  vehicle_id   integer references vehicle (id) on delete set null,
  channel      smallint not null,
  -- 0 recording, 1 upload of the terminal, 2 clip
  source       smallint not null check (source between 0 and 2),
  -- 0 grows, 1 complete, 2 failed
  state        smallint not null check (state between 0 and 2),
  -- 0 main, 1 sub
  stream_type  smallint not null check (stream_type in (0, 1)),
  started_at   timestamptz not null,
  -- null: still recording
  ended_at     timestamptz,
  -- key of the file store; while it grows, where it will be
  file_key     text not null unique,
  bytes        bigint not null default 0,
  format       text not null,
  -- whether browsers play it
  playable     boolean not null default false,
  -- as in RFC 6381
  codec        text,
  width        integer,
  height       integer,
  sound        text not null default 'unknown',
  account_id   integer references account (id) on delete set null,
  -- as it was: accounts are deleted
  account_name text not null,
  reason       text,
  created_at   timestamptz not null default now(),
  check (state = 0 or ended_at is not null)
);
create index video_file_vehicle on video_file (vehicle_id, started_at);
create index video_file_ended on video_file (ended_at);
create index video_file_account on video_file (account_id);
create index video_file_growing on video_file (id) where state = 0;
