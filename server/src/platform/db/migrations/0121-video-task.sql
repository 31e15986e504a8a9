-- Downloads of recordings from terminals (0x9206): one upload by FTP for each vehicle at a time.
create table video_task (
  id               integer generated always as identity primary key,
  vehicle_id       integer not null references vehicle (id) on delete cascade,
  account_id       integer references account (id) on delete set null,
  -- as it was: accounts are deleted
  account_name     text not null,
  channel          smallint not null,
  start_time       timestamptz not null,
  end_time         timestamptz not null,
  -- 0 audio and video, 1 audio, 2 video, 3 audio or video
  media_type       smallint not null,
  -- 0 any, 1 main, 2 sub
  stream_type      smallint not null,
  -- 0 any, 1 main, 2 backup
  storage          smallint not null,
  video_alarm_bits bigint not null,
  alarm_bits       bigint not null,
  condition_bits   smallint not null,
  -- as the terminal listed it; null: unknown
  size_bytes       bigint,
  -- 0 queued, 1 uploading, 2 paused, 3 done, 4 failed, 5 cancelled
  state            smallint not null default 0 check (state between 0 and 5),
  -- why it failed, or why it waits
  reason           text,
  -- requests to the terminal, and those in a row that brought no bytes
  attempts         smallint not null default 0,
  fruitless        smallint not null default 0,
  -- of the FTP account; null: there is none
  password_hash    bytea,
  -- the last 0x9206, and its serial once the terminal accepted it
  command_id       bigint,
  serial           integer,
  -- of 0x1206; null: not reported
  result           smallint,
  received_bytes   bigint not null default 0,
  -- of which before the last request
  start_bytes      bigint not null default 0,
  -- files of a complete upload that move into the store: name, key, bytes, format and codec
  files            jsonb,
  -- not sent before
  next_at          timestamptz not null,
  -- of the last bytes or command
  progress_at      timestamptz not null,
  created_at       timestamptz not null,
  ended_at         timestamptz
);
create unique index video_task_active on video_task (vehicle_id) where state in (1, 2);
create index video_task_open on video_task (id) where state < 3;
create index video_task_vehicle on video_task (vehicle_id, created_at desc);
create index video_task_created on video_task (created_at);
create index video_task_account on video_task (account_id);

alter table video_file add column task_id integer references video_task (id) on delete set null;
create index video_file_task on video_file (task_id) where task_id is not null;
