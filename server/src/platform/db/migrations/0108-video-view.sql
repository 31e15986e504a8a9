-- Who watched the live video of a vehicle, and for how long.
create table video_view (
  id           bigint generated always as identity primary key,
  vehicle_id   integer not null references vehicle (id) on delete cascade,
  account_id   integer references account (id) on delete set null,
  -- as it was: accounts are deleted
  account_name text not null,
  channel      smallint not null,
  -- 0 main, 1 sub
  stream_type  smallint not null check (stream_type in (0, 1)),
  -- 0 video and sound, 1 video
  data_type    smallint not null check (data_type in (0, 1)),
  peer_ip      text not null,
  started_at   timestamptz not null,
  -- since the picture played; null: it never did
  played_at    timestamptz,
  -- null: still watching
  ended_at     timestamptz,
  bytes        bigint not null default 0,
  -- why the server ended it; null: the user closed it
  reason       text
);
create index video_view_vehicle on video_view (vehicle_id, started_at desc);
create index video_view_started on video_view (started_at);
create index video_view_account on video_view (account_id);
create index video_view_open on video_view (id) where ended_at is null;
