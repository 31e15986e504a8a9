-- Video traffic of vehicles by month of business time: bytes received by the media server.
create table video_traffic (
  vehicle_id integer not null references vehicle (id) on delete cascade,
  -- YYYY-MM
  month      text not null,
  bytes      bigint not null,
  primary key (vehicle_id, month)
);
