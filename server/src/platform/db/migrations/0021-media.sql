-- What terminals took and uploaded: photos, sounds, films. The files lie in DATA_DIR/media under names of ours.
create table media (
  id          bigint generated always as identity primary key,
  vehicle_id  integer not null references vehicle (id) on delete cascade,
  -- the terminal's own number of it; it may begin anew
  media_no    bigint not null,
  -- 0 image, 1 audio, 2 video
  kind        smallint not null check (kind between 0 and 2),
  -- 0 asked for, 1 timed, 2 robbery, 3 collision...
  event       smallint not null,
  channel     smallint not null,
  -- when it was taken, or where the terminal does not say so, when it came
  at          timestamptz not null,
  received_at timestamptz not null,
  -- where it was taken; null: not known
  lng         double precision,
  lat         double precision,
  speed_kmh   real,
  -- what its content is, as file names end
  extension   text not null,
  bytes       integer not null,
  digest      bytea not null,
  file        text not null
);
-- a terminal that did not hear our answer sends it again
create unique index media_once on media (vehicle_id, media_no, digest);
create index media_vehicle on media (vehicle_id, at);
create index media_arrival on media (vehicle_id, received_at);
create index media_received on media (received_at);
