-- Requests for attachments of alarms (T/JSATL 12, 0x9208), and the files that came.
create table evidence_request (
  id             bigint generated always as identity primary key,
  -- no reference: alarms are rewritten by late positions
  alarm_gid      uuid not null,
  vehicle_id     integer not null references vehicle (id) on delete cascade,
  -- our name of the alarm in the upload; nobody can guess it
  alarm_no       text not null unique,
  -- the terminal's name of it, as sent
  identification bytea not null,
  -- files that the terminal announced with the alarm
  expected       smallint not null,
  -- 0 waits for the terminal, 1 requested, 2 complete, 3 failed, 4 not requested by rule
  state          smallint not null check (state between 0 and 4),
  -- why there are no files, or not all
  reason         text,
  tries          smallint not null default 0,
  -- the next request, or the end of waiting for files; null: none
  due_at         timestamptz,
  command_id     bigint,
  created_at     timestamptz not null,
  ended_at       timestamptz,
  unique (vehicle_id, identification)
);
create index evidence_request_alarm on evidence_request (alarm_gid);
create index evidence_request_due on evidence_request (due_at) where due_at is not null;
create index evidence_request_waiting on evidence_request (vehicle_id) where state = 0;
create index evidence_request_created on evidence_request (created_at);

create table evidence_file (
  id          bigint generated always as identity primary key,
  request_id  bigint not null references evidence_request (id) on delete cascade,
  -- as the terminal calls it; never a path
  name        text not null,
  -- 0 picture, 1 sound, 2 film, 3 text, 4 other, by its content where known
  kind        smallint not null check (kind between 0 and 4),
  size_bytes  bigint not null,
  extension   text not null default 'bin',
  file_key    text,
  digest      bytea,
  -- null: not stored
  received_at timestamptz,
  unique (request_id, name)
);
-- files whose storing was cut off
create index evidence_file_unfinished on evidence_file (id) where received_at is null and file_key is not null;

-- Who looked at which file.
create table evidence_view (
  id           bigint generated always as identity primary key,
  file_id      bigint not null references evidence_file (id) on delete cascade,
  account_id   integer references account (id) on delete set null,
  account_name text not null,
  peer_ip      text not null,
  viewed_at    timestamptz not null
);
create index evidence_view_file on evidence_view (file_id, viewed_at desc);
create index evidence_view_account on evidence_view (account_id);
