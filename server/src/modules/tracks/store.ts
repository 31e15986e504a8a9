import { KEY_POINT } from '@fleetwarden/contract/geofences/area-resource';
import type { TrackData } from '@fleetwarden/contract/tracks/track-columns';
import type { AreaGeometry } from '@fleetwarden/domain/area-geometry';
import type { BusinessDay } from '@fleetwarden/domain/business-day';
import type { MileageSource } from '@fleetwarden/domain/mileage';
import { QUALITY } from '@fleetwarden/domain/quality';
import { REACH_MS } from '../../engine/days/open-days.ts';
import { RUN_IN_POSITIONS, RUN_IN_USABLE } from '../../engine/days/run-in.ts';
import { ADOPTED_KM, WITH_SOURCE } from '../../platform/db/adopted-km.ts';
import { copyColumns, literal, orderColumns, packed, type ReadColumns } from '../../platform/db/copy-out.ts';
import { at, type Db, type Queryable, type Sql, sql } from '../../platform/db/database.ts';
import { MAX_STORED_POINTS } from './limits.ts';

export type Vehicle = {
  readonly id: number;
  readonly plate: string;
  readonly plate_colour: number;
  readonly vehicle_type: number;
  readonly mileage_source: MileageSource;
};

/** A vehicle of the scope; undefined for any other. */
export const vehicleOf = (db: Queryable, id: number, scope: ReadonlySet<number>) =>
  db.first<Vehicle>(sql`
    select id, plate, plate_colour, vehicle_type, mileage_source from vehicle
    where id = ${id} and department_id = any(${[...scope]}) and deleted_at is null`);

export type StoredTrack = TrackData & { readonly rows: number; readonly quality: Float64Array };

/** An area whose comings and goings the platform judges. */
export type JudgedArea = {
  readonly id: number;
  readonly name: string;
  readonly use_for: number;
  readonly geo: AreaGeometry;
  /** Longer is too long; null or 0: as long as it likes. */
  readonly stay_minutes: number | null;
};

/** The columns of a position. */
const COLUMNS: ReadColumns<Exclude<keyof StoredTrack, 'rows'>> = {
  at: ['timestamptz', 'gnss_at'],
  lng: ['float8', 'lng'],
  lat: ['float8', 'lat'],
  speedKmh: ['float4', 'speed_kmh'],
  recorderKmh: ['float4', 'recorder_kmh'],
  heading: ['int2', 'heading'],
  altitudeM: ['float4', 'altitude_m'],
  odometerKm: ['float8', 'odometer_km'],
  statusBits: ['int8', 'status_bits'],
  alarmBits: ['int8', 'alarm_bits'],
  quality: ['int4', 'quality'],
};

/**
 * Stored positions of a vehicle from `start` to before `end` (epoch ms) in time order; above the limit of a call if
 * there are more. PostgreSQL uses one process per connection for sending, so two halves take half the time.
 */
export async function readTrack(db: Db, vehicleId: number, start: number, end: number): Promise<StoredTrack> {
  const middle = Math.round((start + end) / 2);
  const halves = [columnsOf(vehicleId, start, middle), columnsOf(vehicleId, middle, end)];
  // rows are nearly always in time order: checking is cheaper than sorting in SQL
  return orderColumns(await copyColumns(db, halves, COLUMNS, MAX_STORED_POINTS), 'at');
}

/** One row of columns per day. The period appears twice in the statement: the plain one prunes partitions. */
const columnsOf = (vehicleId: number, start: number, end: number): string => `
  select of_day.* from generate_series(${literal.instant(start)}, ${literal.instant(end - 1)}, interval '1 day') day
  cross join lateral (
    select ${packed(COLUMNS)} from position
    where vehicle_id = ${literal.whole(vehicleId)} and gnss_at >= ${literal.instant(start)} and gnss_at < ${literal.instant(end)}
      and gnss_at >= day and gnss_at < day + interval '1 day') of_day`;

/** Areas of the scope that are meant for a vehicle and whose comings and goings the platform judges; key points always. */
export const judgedAreas = (db: Queryable, vehicleId: number, scope: ReadonlySet<number>) =>
  db.query<JudgedArea>(sql`
    select a.id, a.name, a.use_for, a.geo, a.stay_minutes from area_vehicle p join area a on a.id = p.area_id
    where p.vehicle_id = ${vehicleId} and (a.plat_eval or a.use_for = ${KEY_POINT}) and a.department_id = any(${[...scope]})
    order by a.id`);

/** The days with positions of a vehicle, and their mileage: of business days as reports count it, of others that of their trips. */
export const daysWithTrack = (db: Queryable, vehicleId: number, days: readonly BusinessDay[], areBusinessDays: boolean) =>
  db.query<{ day: string; km: number }>(sql`
    select d.key as day, coalesce(${areBusinessDays ? KM_OF_DAY(vehicleId) : KM_OF_TRIPS(vehicleId)}, 0)::float8 as km
    from unnest(${days.map(({ key }) => key)}::text[], ${days.map(({ startAt }) => at(startAt))}::timestamptz[],
      ${days.map(({ endAt }) => at(endAt))}::timestamptz[]) as d (key, start_at, end_at)
    where exists (select from position p where p.vehicle_id = ${vehicleId} and p.gnss_at >= d.start_at and p.gnss_at < d.end_at)
    order by d.start_at`);

const KM_OF_DAY = (vehicleId: number) => sql`(
  select ${ADOPTED_KM} from vehicle_day f ${WITH_SOURCE} where f.vehicle_id = ${vehicleId} and f.day = d.key::date)`;
/** A trip over midnight counts in both days, by its time in each. */
const KM_OF_TRIPS = (vehicleId: number) => sql`(
  select sum(t.distance_km * extract(epoch from least(t.end_at, d.end_at) - greatest(t.start_at, d.start_at))
    / extract(epoch from t.end_at - t.start_at))
  from trip t where t.vehicle_id = ${vehicleId} and t.start_at < d.end_at and t.end_at > d.start_at and t.end_at > t.start_at)`;

/** A position that mileage is computed from; `at` epoch ms. */
export type MileageReport = {
  readonly at: number;
  readonly lng: number;
  readonly lat: number;
  readonly speedKmh: number;
  readonly odometerKm: number | null;
  readonly statusBits: number;
  readonly quality: number;
};

/** Positions before `start` and from `end` on (epoch ms; null: none) that steps over these borders and the drift filter need. */
export async function readRunIn(
  db: Queryable,
  vehicleId: number,
  start: number | null,
  end: number | null,
): Promise<{ readonly before: MileageReport[]; readonly behind: MileageReport[] }> {
  const some = (side: Sql, order: Sql, most: number, only: Sql) => sql`(
    select gnss_at as at, lng, lat, speed_kmh as "speedKmh", odometer_km as "odometerKm", status_bits as "statusBits", quality
    from position where vehicle_id = ${vehicleId} and quality & ${QUALITY.time}::integer = 0 and ${only} and ${side}
    order by gnss_at ${order} limit ${most})`;
  const usable = sql`quality & ${QUALITY.noFix}::integer = 0`;
  const read = (side: Sql, order: Sql) =>
    db.query<MileageReport>(sql`
      select * from (${some(side, order, RUN_IN_POSITIONS, sql`true`)} union ${some(side, order, RUN_IN_USABLE, usable)}) p order by at`);
  const [before, behind] = await Promise.all([
    start === null ? [] : read(sql`gnss_at >= ${at(start - REACH_MS)} and gnss_at < ${at(start)}`, sql`desc`),
    end === null ? [] : read(sql`gnss_at >= ${at(end)} and gnss_at < ${at(end + REACH_MS)}`, sql`asc`),
  ]);
  return { before, behind };
}

/** The last stored place of a vehicle; null: never online, or unknown. */
export type LatestPosition = {
  readonly plate: string;
  readonly department_name: string;
  readonly driver_name: string | null;
  readonly status: number | null;
  readonly gnss_at: number | null;
  readonly lng: number | null;
  readonly lat: number | null;
  readonly speed_kmh: number | null;
  readonly heading: number | null;
  readonly odometer_km: number | null;
  readonly status_bits: number | null;
};

/** Of all vehicles of the scope, by department and plate. */
export const latestPositions = (db: Queryable, scope: ReadonlySet<number>) =>
  db.query<LatestPosition>(sql`
    select v.plate, d.name as department_name, r.name as driver_name, l.status, l.gnss_at, l.lng, l.lat, l.speed_kmh, l.heading,
           l.odometer_km, l.status_bits
    from vehicle v join department d on d.id = v.department_id
      left join driver r on r.id = v.driver_id left join vehicle_latest l on l.vehicle_id = v.id
    where v.department_id = any(${[...scope]}) and v.deleted_at is null
    order by d.name, v.plate, v.id`);

export const departmentName = async (db: Queryable, id: number): Promise<string> =>
  (await db.first<{ name: string }>(sql`select name from department where id = ${id}`))?.name ?? '';
