-- A terminal without a believable clock sends many reports with one time, or without any. Only identical reports are repetitions.
drop index position_odd_once;

create unique index position_odd_once on position_odd (
  vehicle_id,
  gnss_at,
  hashfloat8extended(lng, hashfloat8extended(lat, hashfloat4extended(altitude_m, hashfloat4extended(speed_kmh,
    hashint2extended(heading, hashint8extended(alarm_bits, hashint8extended(status_bits,
      hashfloat8extended(coalesce(odometer_km, -1), hashfloat4extended(coalesce(recorder_kmh, -1), hashfloat4extended(coalesce(fuel_l, -1),
        hashint4extended(coalesce(io_bits, -1), hashint2extended(coalesce(signal, -1::smallint), hashint2extended(coalesce(satellites, -1::smallint),
          hashtextextended(coalesce(md5(extra), ''), 0))))))))))))))
) nulls not distinct;

-- Trips, stops and ignition segments under way, from the saved engine states (engine/vehicle-state.ts). Silence ends them
-- (engine/silence.ts): they are rows of trip, stop and acc_segment then.
create view open_trip as
select l.vehicle_id,
  to_timestamp((d.drive ->> 'startAt')::float8 / 1000) as start_at,
  to_timestamp((d.drive ->> 'endAt')::float8 / 1000) as end_at,
  (d.drive ->> 'startLng')::float8 as start_lng, (d.drive ->> 'startLat')::float8 as start_lat,
  (d.drive ->> 'endLng')::float8 as end_lng, (d.drive ->> 'endLat')::float8 as end_lat,
  (d.drive ->> 'km')::float8 as distance_km, (d.drive ->> 'maxKmh')::real as max_speed_kmh, (d.drive ->> 'points')::integer as points
from vehicle_latest l cross join lateral (select l.engine #> '{segments,drive}' as drive, l.engine #>> '{segments,silence}' as silence) d
where (d.drive ->> 'kept')::boolean and coalesce(d.silence, '0') = '0';

create view open_stop as
select l.vehicle_id,
  to_timestamp((s.stand ->> 'startAt')::float8 / 1000) as start_at,
  to_timestamp((s.stand ->> 'endAt')::float8 / 1000) as end_at,
  l.lng, l.lat, round((s.stand ->> 'accOnMs')::float8 / 1000)::integer as acc_on_s
from vehicle_latest l cross join lateral (
  -- after a trip that silence ended, its break is the stop
  select case when l.engine #>> '{segments,silence}' = '1' and l.engine #>> '{segments,drive,kept}' = 'true'
      then l.engine #> '{segments,pause}' else l.engine #> '{segments,stand}' end as stand,
    l.engine #>> '{segments,silence}' as silence, l.engine #>> '{drift,last,accOn}' as acc_on) s
where (s.stand #>> '{place,seen}')::integer > 0
  and case when s.acc_on = 'true' then coalesce(s.silence, '0') = '0' else coalesce(s.silence, '0') <> '2' end;

create view open_acc_segment as
select l.vehicle_id,
  to_timestamp((a.acc ->> 'startAt')::float8 / 1000) as start_at,
  to_timestamp((a.acc ->> 'endAt')::float8 / 1000) as end_at,
  (a.acc ->> 'accOn')::boolean as acc_on,
  (a.acc ->> 'startLng')::float8 as start_lng, (a.acc ->> 'startLat')::float8 as start_lat,
  (a.acc ->> 'endLng')::float8 as end_lng, (a.acc ->> 'endLat')::float8 as end_lat,
  (a.acc ->> 'distanceKm')::float8 as distance_km, (a.acc ->> 'continued')::boolean as continued
from vehicle_latest l cross join lateral (select l.engine #> '{days,acc}' as acc, l.engine #>> '{segments,silence}' as silence) a
where (a.acc ->> 'startAt') is not null
  and case when (a.acc ->> 'accOn')::boolean then coalesce(a.silence, '0') = '0' else coalesce(a.silence, '0') <> '2' end;

-- Time zone of the terminal's clock, hours east of UTC; null: 8, as JT/T 808 says.
alter table terminal add column utc_offset_h numeric(4, 2) check (utc_offset_h between -12 and 14);

-- What was learned about the clocks of terminals (engine/clock-offset.ts).
create table vehicle_clock (
  vehicle_id integer primary key references vehicle (id) on delete cascade,
  -- our clock minus the terminal's, after its time zone
  offset_s integer not null,
  -- what is added to its times
  correction_s integer not null,
  measured_at timestamptz not null
);
