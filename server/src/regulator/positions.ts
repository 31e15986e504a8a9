import { shiftToGcj02 } from '@fleetwarden/domain/coordinate-shift';
import { HOUR_MS } from '@fleetwarden/domain/durations';
import { writeLocation } from '@fleetwarden/protocol/jt808';
import type { BodyOf } from '@fleetwarden/protocol/jt809';
import { at, type Queryable, sql } from '../platform/db/database.ts';
import type { PositionRow } from '../platform/db/position-row.ts';
import type { Superior } from './superiors.ts';

/** A stored position. */
export type StoredPosition = PositionRow & {
  readonly gnss_at: number;
  readonly io_bits: number | null;
  readonly signal: number | null;
  readonly satellites: number | null;
  /** The additional items as the terminal sent them. */
  readonly extra: Uint8Array | null;
};

/** Bits of position.quality of unusable positions: coordinates, time, undecodable status, no fix. */
export const BAD_QUALITY = 1 | 2 | 64 | 128;

/** Columns of a StoredPosition from `position p`, without vehicle and time. */
export const POSITION_COLUMNS = sql`
  p.lng, p.lat, p.altitude_m, p.speed_kmh, p.heading, p.alarm_bits, p.status_bits, p.odometer_km, p.recorder_kmh, p.fuel_l,
  p.io_bits, p.signal, p.satellites, p.extra`;

/** Loads the next usable positions of vehicles after a time each, oldest first, up to `limit` of each. */
export const loadPositionsAfter = (
  db: Queryable,
  after: readonly { readonly vehicleId: number; readonly after: number }[],
  until: number,
  limit: number,
  /** Late positions of this platform after those times are deleted, because this query returns them now or next time. */
  superiorId: number | null = null,
): Promise<StoredPosition[]> =>
  db.query<StoredPosition>(sql`
    ${superiorId === null ? sql`` : deleteLateAfter(superiorId, after)}
    select p.* from unnest(${after.map(({ vehicleId }) => vehicleId)}::integer[], ${after.map((each) => each.after)}::float8[])
      with ordinality w (vehicle_id, ms, place)
    cross join lateral (
      select p.vehicle_id, p.gnss_at, ${POSITION_COLUMNS}
      from position p where vehicle_id = w.vehicle_id and gnss_at > to_timestamp(w.ms / 1000.0) and gnss_at <= ${at(until)}
        and quality & ${BAD_QUALITY} = 0
      order by gnss_at limit ${limit}
    ) p
    order by w.place, p.gnss_at`);

// in the same statement (one snapshot), so that each position is sent exactly by one of both
const deleteLateAfter = (superiorId: number, after: readonly { readonly vehicleId: number; readonly after: number }[]) => sql`
  with passed as (
    delete from superior_late l
    using unnest(${after.map(({ vehicleId }) => vehicleId)}::integer[], ${after.map((each) => each.after)}::float8[]) w (vehicle_id, ms)
    where l.superior_id = ${superiorId} and l.vehicle_id = w.vehicle_id and l.gnss_at > to_timestamp(w.ms / 1000.0)
  )`;

const MICRO = 1_000_000;
/** Time zone of 2011 positions. */
const CHINA_MS = 8 * HOUR_MS;
const shifted = new Float64Array(2);

/** Encodes a position in the platform's revision and coordinates. */
export function encodePosition(
  row: StoredPosition,
  { revision, shifted: wantsShift, platform }: Pick<Superior, 'revision' | 'shifted' | 'platform'>,
): BodyOf<'position'> {
  shifted[0] = row.lng;
  shifted[1] = row.lat;
  if (wantsShift) shiftToGcj02(row.lng, row.lat, shifted);
  const [lng, lat] = [shifted[0]!, shifted[1]!];
  const encrypted = wantsShift ? 1 : 0;
  if (revision >= 2019) {
    const location = writeLocation({
      deviceAt: row.gnss_at,
      lng,
      lat,
      altitudeM: row.altitude_m,
      speedKmh: row.speed_kmh,
      heading: row.heading,
      alarmBits: row.alarm_bits,
      statusBits: row.status_bits,
      odometerKm: row.odometer_km,
      fuelL: row.fuel_l,
      recorderKmh: row.recorder_kmh,
      ioBits: row.io_bits,
      signal: row.signal,
      satellites: row.satellites,
      extra: row.extra,
    });
    const around = { platform, platformAlarm: row.alarm_bits, region: '', regionAlarm: 0, government: '', governmentAlarm: 0 };
    return { at2019: { encrypted, location, ...around } };
  }
  const local = new Date(row.gnss_at + CHINA_MS);
  return {
    at2011: {
      encrypted,
      day: local.getUTCDate(),
      month: local.getUTCMonth() + 1,
      year: local.getUTCFullYear(),
      hour: local.getUTCHours(),
      minute: local.getUTCMinutes(),
      second: local.getUTCSeconds(),
      lng: Math.round(Math.abs(lng) * MICRO),
      lat: Math.round(Math.abs(lat) * MICRO),
      speed: toUint16(row.speed_kmh),
      recorderSpeed: toUint16(row.recorder_kmh ?? 0),
      mileage: Math.min(0xffff_ffff, Math.max(0, Math.round(row.odometer_km ?? 0))),
      direction: toUint16(row.heading),
      altitude: toUint16(row.altitude_m),
      status: row.status_bits,
      alarm: row.alarm_bits,
    },
  };
}

const toUint16 = (value: number): number => Math.min(0xffff, Math.max(0, Math.round(value)));
