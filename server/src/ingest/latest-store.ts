import { latestOf } from '../engine/vehicle.ts';
import type { Db, Queryable } from '../platform/db/database.ts';
import { SAVE_ROWS } from './limits.ts';
import type { EndedSegments, VehicleStates } from './vehicle-states.ts';

const instant = (column: string) => `to_timestamp(${column} / 1000.0)`;

const SAVE_LATEST = `
  insert into vehicle_latest (vehicle_id, gnss_at, received_at, lng, lat, altitude_m, speed_kmh, heading, alarm_bits, status_bits,
    odometer_km, recorder_kmh, fuel_l, signal, satellites, stale, day_km, status, status_since, engine)
  select u.vehicle_id, ${instant('gnss_at')}, ${instant('received_at')}, lng, lat, altitude_m, speed_kmh, heading, alarm_bits,
    status_bits, odometer_km, recorder_kmh, fuel_l, signal, satellites, stale, day_km, status, ${instant('status_since')}, engine
  from rows from (unnest($1::int[], $2::float8[], $3::float8[], $4::float8[], $5::float8[], $6::float4[], $7::float4[], $8::int2[],
    $9::int8[], $10::int8[], $11::float8[], $12::float4[], $13::float4[], $14::int2[], $15::int2[], $16::bool[], $17::float8[],
    $18::int2[], $19::float8[]), jsonb_array_elements($20::jsonb))
    as u (vehicle_id, gnss_at, received_at, lng, lat, altitude_m, speed_kmh, heading, alarm_bits, status_bits, odometer_km,
    recorder_kmh, fuel_l, signal, satellites, stale, day_km, status, status_since, engine)
  join vehicle on vehicle.id = u.vehicle_id
  on conflict (vehicle_id) do update set
    gnss_at = excluded.gnss_at, received_at = excluded.received_at, lng = excluded.lng, lat = excluded.lat,
    altitude_m = excluded.altitude_m, speed_kmh = excluded.speed_kmh, heading = excluded.heading,
    alarm_bits = excluded.alarm_bits, status_bits = excluded.status_bits, odometer_km = excluded.odometer_km,
    recorder_kmh = excluded.recorder_kmh, fuel_l = excluded.fuel_l, signal = excluded.signal,
    satellites = excluded.satellites, stale = excluded.stale, day_km = excluded.day_km, status = excluded.status,
    status_since = excluded.status_since, engine = excluded.engine`;

// a segment that is told again after a crash is the same or, with more known, a better one
const SAVE_TRIPS = `
  insert into trip (vehicle_id, start_at, end_at, start_lng, start_lat, end_lng, end_lat, distance_km, max_speed_kmh, points)
  select vehicle_id, ${instant('start_at')}, ${instant('end_at')}, start_lng, start_lat, end_lng, end_lat, distance_km,
    max_speed_kmh, points
  from unnest($1::int[], $2::float8[], $3::float8[], $4::float8[], $5::float8[], $6::float8[], $7::float8[], $8::float8[],
    $9::float4[], $10::int[])
    as u (vehicle_id, start_at, end_at, start_lng, start_lat, end_lng, end_lat, distance_km, max_speed_kmh, points)
  on conflict (vehicle_id, start_at) do update set
    end_at = excluded.end_at, start_lng = excluded.start_lng, start_lat = excluded.start_lat, end_lng = excluded.end_lng,
    end_lat = excluded.end_lat, distance_km = excluded.distance_km, max_speed_kmh = excluded.max_speed_kmh,
    points = excluded.points`;

const SAVE_STOPS = `
  insert into stop (vehicle_id, start_at, end_at, lng, lat, acc_on_s)
  select vehicle_id, ${instant('start_at')}, ${instant('end_at')}, lng, lat, acc_on_s
  from unnest($1::int[], $2::float8[], $3::float8[], $4::float8[], $5::float8[], $6::int[])
    as u (vehicle_id, start_at, end_at, lng, lat, acc_on_s)
  on conflict (vehicle_id, start_at) do update set
    end_at = excluded.end_at, lng = excluded.lng, lat = excluded.lat, acc_on_s = excluded.acc_on_s`;

type Row = readonly (number | boolean | null)[];
/** Columns of `vehicle_latest`, and the engine states in the order of the rows as JSON texts. */
export type LatestRows = { readonly rows: readonly Row[]; readonly engines: readonly string[] };

/** The rows of `vehicle_latest` for these vehicles as they are now; those that never reported have none. */
export function latestRows(states: VehicleStates, vehicleIds: readonly number[]): LatestRows {
  const rows: Row[] = [];
  const engines: string[] = [];
  for (const vehicleId of vehicleIds) {
    const state = states.get(vehicleId);
    const latest = state === undefined ? null : latestOf(state);
    if (latest === null) continue;
    rows.push([
      vehicleId,
      latest.deviceAt,
      latest.receivedAt,
      latest.lng,
      latest.lat,
      latest.altitudeM,
      latest.speedKmh,
      latest.heading,
      latest.alarmBits,
      latest.statusBits,
      latest.odometerKm,
      latest.recorderKmh,
      latest.fuelL,
      latest.signal,
      latest.satellites,
      latest.stale,
      latest.dayKm,
      latest.status,
      latest.statusSince,
    ]);
    engines.push(JSON.stringify(state));
  }
  return { rows, engines };
}

/** Writes them, SAVE_ROWS at most; vehicles that are gone are passed over. */
export async function saveLatest(db: Db, { rows, engines }: LatestRows): Promise<void> {
  if (rows.length > 0) await db.run(SAVE_LATEST, [...columnsOf(rows), `[${engines.join()}]`]);
}

/** Writes trips and stops that ended; repeated ones replace themselves. */
export async function saveSegments(db: Queryable, { trips, stops }: Pick<EndedSegments, 'trips' | 'stops'>): Promise<void> {
  const tripRows = lastOfEach(
    trips.map(({ vehicleId, trip: t }) => [
      vehicleId,
      t.startAt,
      t.endAt,
      t.startLng,
      t.startLat,
      t.endLng,
      t.endLat,
      t.distanceKm,
      t.maxSpeedKmh,
      t.points,
    ]),
  );
  const stopRows = lastOfEach(stops.map(({ vehicleId, stop: s }) => [vehicleId, s.startAt, s.endAt, s.lng, s.lat, s.accOnS]));
  for (let at = 0; at < tripRows.length; at += SAVE_ROWS) await db.run(SAVE_TRIPS, columnsOf(tripRows.slice(at, at + SAVE_ROWS)));
  for (let at = 0; at < stopRows.length; at += SAVE_ROWS) await db.run(SAVE_STOPS, columnsOf(stopRows.slice(at, at + SAVE_ROWS)));
}

/** One statement may not touch a row twice: of several with the same key (vehicle, start) the last counts. */
function lastOfEach(rows: readonly Row[]): Row[] {
  return [...new Map(rows.map((row) => [`${row[0]}/${row[1]}`, row])).values()];
}

/** The columns as array literals. The driver would quote each number, which costs more than the rest of the statement. */
function columnsOf(rows: readonly Row[]): string[] {
  return rows[0]!.map((_, column) => `{${rows.map((row) => row[column] ?? 'NULL').join()}}`);
}
