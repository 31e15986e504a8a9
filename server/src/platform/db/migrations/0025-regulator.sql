-- What passes over the links to superior platforms (JT/T 809), and what their people ask of ours.

-- Up to which position each vehicle's were taken by the superior platform: all before it arrived there, whatever happens here.
alter table superior_vehicle add column taken_to timestamptz;

-- Alarms a superior platform is to be told of. The number is the one it knows them by (2011: INFO_ID).
create table superior_alarm (
  id integer generated always as identity primary key,
  superior_id integer not null references superior_platform (id) on delete cascade,
  gid uuid not null references alarm (gid) on delete cascade,
  queued_at timestamptz not null,
  -- of the message that told it, for what is asked about it (2019)
  serial bigint,
  -- when the alarm, and then what became of it, was taken there
  taken_at timestamptz,
  outcome_taken_at timestamptz
);
create unique index superior_alarm_once on superior_alarm (superior_id, gid);
create index superior_alarm_waiting on superior_alarm (superior_id, id) where taken_at is null;
create index superior_alarm_undecided on superior_alarm (superior_id, id) where outcome_taken_at is null and taken_at is not null;
create index superior_alarm_gid on superior_alarm (gid);

-- Up to which alarm (alarm.told_seq) those for a platform were picked out.
alter table superior_link add column alarm_seq bigint;

-- 查岗: somebody here is to answer in time (0x9301, 0x1301).
create table post_check (
  id integer generated always as identity primary key,
  superior_id integer not null references superior_platform (id) on delete cascade,
  -- of the message that asked: its serial, and the number the question has there
  serial bigint not null,
  info_id bigint not null,
  -- 1 this platform, 2 one operator below it, 3 all of them
  object_type smallint not null,
  object_id text not null,
  question text not null,
  received_at timestamptz not null,
  deadline_at timestamptz not null,
  reply text,
  replied_by integer references account (id) on delete set null,
  replied_at timestamptz,
  -- by the platform's own answer
  automatic boolean not null default false,
  -- when the answer was taken there
  taken_at timestamptz
);
create index post_check_superior on post_check (superior_id, received_at desc);
create index post_check_open on post_check (deadline_at) where replied_at is null;
create index post_check_waiting on post_check (superior_id, id) where replied_at is not null and taken_at is null;

-- 督办: an alarm has to be handled by a time (0x9401, 0x1401).
create table supervision (
  id integer generated always as identity primary key,
  superior_id integer not null references superior_platform (id) on delete cascade,
  serial bigint not null,
  -- 2011: its number there; 2019: the message it is about
  supervision_no bigint,
  source_type integer,
  source_serial bigint,
  vehicle_id integer references vehicle (id) on delete set null,
  plate text not null,
  -- as on the wire
  plate_colour smallint,
  warn_source smallint,
  warn_type integer,
  warn_at timestamptz not null,
  deadline_at timestamptz not null,
  -- 0 urgent, 1 normal
  level smallint not null,
  supervisor text not null,
  phone text not null,
  mail text not null,
  received_at timestamptz not null,
  -- 0 in progress, 1 done, 2 no action, 3 later
  result smallint,
  replied_by integer references account (id) on delete set null,
  replied_at timestamptz,
  taken_at timestamptz
);
create index supervision_superior on supervision (superior_id, received_at desc);
create index supervision_received on supervision (received_at desc, id desc);
create index supervision_waiting on supervision (superior_id, id) where replied_at is not null and taken_at is null;

-- 平台间报文: texts between platforms (0x9302); 0x1302 says that they came.
create table platform_message (
  id integer generated always as identity primary key,
  superior_id integer not null references superior_platform (id) on delete cascade,
  serial bigint not null,
  info_id bigint not null,
  object_type smallint not null,
  object_id text not null,
  content text not null,
  received_at timestamptz not null,
  -- who has seen to it, and what they noted; the wire carries no words back
  note text,
  answered_by integer references account (id) on delete set null,
  answered_at timestamptz
);
create index platform_message_superior on platform_message (superior_id, received_at desc);

-- What a superior platform has a terminal do, until it was told what came of it.
create table superior_request (
  id integer generated always as identity primary key,
  superior_id integer not null references superior_platform (id) on delete cascade,
  -- 0x9501 to 0x9505
  message_id integer not null,
  serial bigint not null,
  vehicle_id integer references vehicle (id) on delete cascade,
  plate text not null,
  plate_colour smallint not null,
  -- the message's body
  body jsonb not null,
  -- null: nobody was asked so far; 0: the terminal cannot be asked
  command_id bigint,
  received_at timestamptz not null,
  answered_at timestamptz
);
create index superior_request_open on superior_request (superior_id, id) where answered_at is null;
create index superior_request_command on superior_request (command_id) where answered_at is null;

-- How links came and went. link: 0 main, 1 sub; state: LINK_STATE.
create table link_log (
  id bigint generated always as identity primary key,
  superior_id integer not null references superior_platform (id) on delete cascade,
  at timestamptz not null,
  link smallint not null,
  state smallint not null,
  reason text
);
create index link_log_superior on link_log (superior_id, id desc);
create index link_log_at on link_log (at);

-- Messages of the last days. Of positions and heartbeats only some of each minute; link_traffic counts them all.
create table link_message (
  id bigint generated always as identity primary key,
  superior_id integer not null references superior_platform (id) on delete cascade,
  at timestamptz not null,
  link smallint not null,
  down boolean not null,
  -- of what it is about, where a carrier brought it
  message_id integer not null,
  serial bigint not null,
  plate text,
  -- null: one that could not be read, `fault` says why
  revision smallint,
  -- without header and cipher; none of those with a password
  body bytea not null,
  fault text
);
create index link_message_superior on link_message (superior_id, id desc);
create index link_message_at on link_message (at);

create table link_traffic (
  superior_id integer not null references superior_platform (id) on delete cascade,
  hour timestamptz not null,
  message_id integer not null,
  down boolean not null,
  messages bigint not null,
  bytes bigint not null,
  primary key (superior_id, hour, message_id, down)
);
create index link_traffic_hour on link_traffic (hour);

-- Platforms below ours: they open the main link to us.
create table lower_platform (
  id integer generated always as identity primary key,
  department_id integer not null references department (id),
  name text not null,
  -- 0 2011, 1 2019
  standard smallint not null,
  user_id bigint not null,
  -- sealed
  password text not null,
  access_code bigint not null,
  m1 bigint not null default 1,
  ia1 bigint not null default 1,
  ic1 bigint not null default 1,
  enabled boolean not null default true
);
create unique index lower_platform_access_code on lower_platform (access_code);
