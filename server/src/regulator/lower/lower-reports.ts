import { gcj02ToWgs84 } from '@fleetwarden/domain/coordinates';
import { HOUR_MS } from '@fleetwarden/domain/durations';
import type { LocationReported } from '@fleetwarden/domain/location';
import { plateColourToWire } from '@fleetwarden/domain/plate-colour';
import { readLocation } from '@fleetwarden/protocol/jt808';
import type { BodyOf } from '@fleetwarden/protocol/jt809';
import { type Queryable, sql } from '../../platform/db/database.ts';

const CHINA_MS = 8 * HOUR_MS;
const MICRO = 1_000_000;
/** Of 1202 and 1203: the place is one of GCJ-02. */
const SHIFTED = 1;

/** A vehicle of ours by plate and the wire's colour, of the platform's department or one below it. */
export async function ownVehicle(db: Queryable, plate: string, colour: number, departmentId: number): Promise<number | null> {
  const rows = await db.query<{ id: number; plate_colour: number }>(sql`
    with recursive below as (
      select id from department where id = ${departmentId}
      union select d.id from department d join below on d.parent_id = below.id
    )
    select id, plate_colour from vehicle
    where plate = ${plate.replaceAll('\0', '')} and deleted_at is null and department_id in (select id from below)`);
  return rows.find((row) => plateColourToWire(row.plate_colour) === colour)?.id ?? null;
}

/** A position as ingest takes it; null for one that cannot be read. */
export function reportOf(
  body: BodyOf<'position'>,
  vehicleId: number,
  receivedAt: number,
  backfill: boolean,
): LocationReported | null {
  const around = { vehicleId, receivedAt, backfill };
  if (body.at2019) {
    try {
      return inWgs84({ ...readLocation(body.at2019.location), ...around }, body.at2019.encrypted);
    } catch {
      return null;
    }
  }
  const at = body.at2011;
  if (!at) return null;
  const local = Date.UTC(at.year, at.month - 1, at.day, at.hour, at.minute, at.second);
  const nothing = { fuelL: null, ioBits: null, signal: null, satellites: null, extra: null };
  const report = {
    ...nothing,
    ...around,
    deviceAt: Number.isNaN(local) ? null : local - CHINA_MS,
    lng: at.lng / MICRO,
    lat: at.lat / MICRO,
    altitudeM: at.altitude,
    speedKmh: at.speed,
    heading: at.direction,
    alarmBits: at.alarm,
    statusBits: at.status,
    odometerKm: at.mileage,
    recorderKmh: at.recorderSpeed,
  };
  return inWgs84(report, at.encrypted);
}

function inWgs84(report: LocationReported, encrypted: number): LocationReported {
  if (encrypted !== SHIFTED) return report;
  const [lng, lat] = gcj02ToWgs84([report.lng, report.lat]);
  return { ...report, lng, lat };
}
