import { BY_DATES, DAILY, KEY_POINT } from '@fleetwarden/contract/geofences/area-resource';
import type { AreaGeometry } from '@fleetwarden/domain/area-geometry';
import type { LngLat } from '@fleetwarden/domain/coordinates';
import type { RuleGeofence } from '../../engine/rules/geofence-rules.ts';
import type { RuleScheme } from '../../engine/rules/in-force.ts';
import type { RiskArea } from '../../engine/rules/risks.ts';
import type { RoadSpot } from '../../engine/rules/road-warning.ts';
import type { Road, RoadGradeNumber } from '../../engine/rules/roads.ts';
import type { RuleVehicle } from '../../engine/rules/vehicle-rules.ts';
import { type Queryable, sql } from '../../platform/db/database.ts';
import { getVehicleClass } from './vehicle-class.ts';

export type SnapshotVehicle = Omit<RuleVehicle, 'knows'> & {
  readonly departmentId: number;
  readonly plate: string;
  /** The vehicle is registered in a division, so being away from home can be reported. */
  readonly hasHome: boolean;
};

/** Counts and newest changes of the tables; differs after every change, also by other nodes. */
export async function fingerprint(db: Queryable): Promise<string> {
  const row = await db.first<{ mark: string }>(sql`
    select concat_ws(' ',
      (select count(*) || '/' || coalesce(max(updated_at)::text, '') from warn_scheme),
      (select count(*) || '/' || coalesce(sum(hashint4(coalesce(vehicle_id, -department_id)))::text, '') from warn_scheme_target),
      (select count(*) || '/' || coalesce(max(updated_at)::text, '') from area),
      (select count(*) from area_vehicle),
      (select count(*) || '/' || coalesce(max(updated_at)::text, '') from risk_area),
      (select count(*) || '/' || coalesce(max(id), 0) from road_segment)) as mark`);
  return row!.mark;
}

type VehicleRow = {
  readonly id: number;
  readonly department_id: number;
  readonly plate: string;
  readonly vehicle_type: number;
  readonly industry: number;
  readonly trans_cert_to: string | null;
  readonly inspect_due: string | null;
  readonly service_to: string | null;
  readonly has_home: boolean;
};

/** Of all vehicles or some. `endOf`: when a day 'yyyy-MM-dd' is over, epoch ms. */
export async function vehicles(
  db: Queryable,
  endOf: (day: string) => number,
  vehicleIds: readonly number[] | null = null,
): Promise<Map<number, SnapshotVehicle>> {
  const found = await db.query<VehicleRow>(sql`
    select id, department_id, plate, vehicle_type, industry, trans_cert_to, inspect_due, service_to, native_place is not null as has_home
    from vehicle where deleted_at is null and (${vehicleIds}::int[] is null or id = any(${vehicleIds}::int[]))`);
  const ends = new Map<string, number>();
  const over = (day: string | null): number | null => {
    if (day === null) return null;
    if (!ends.has(day)) ends.set(day, endOf(day));
    return ends.get(day)!;
  };
  return new Map(
    found.map((row) => {
      const papers = [over(row.trans_cert_to), over(row.inspect_due)].filter((at) => at !== null);
      return [
        row.id,
        {
          id: row.id,
          departmentId: row.department_id,
          plate: row.plate,
          industry: row.industry,
          hasHome: row.has_home,
          vehicleClass: getVehicleClass(row.vehicle_type, row.industry),
          papersUntil: papers.length > 0 ? Math.min(...papers) : null,
          serviceUntil: over(row.service_to),
        },
      ];
    }),
  );
}

/** Each department with the one above it. */
export async function parents(db: Queryable): Promise<Map<number, number | null>> {
  const found = await db.query<{ id: number; parent_id: number | null }>(sql`select id, parent_id from department`);
  return new Map(found.map(({ id, parent_id }) => [id, parent_id]));
}

/** A stored scheme before its kind and parameters are validated. */
export type SchemeRow = Omit<RuleScheme, 'kind' | 'params'> & {
  readonly kind: string;
  readonly params: unknown;
  readonly actions: { readonly popup?: boolean; readonly sound?: boolean };
  readonly priority: number;
  readonly updatedAt: number;
};

export const schemes = (db: Queryable) =>
  db.query<SchemeRow>(sql`
    select id, kind, params, level, valid_from as "validFrom", valid_to as "validTo", time_zone as "timeZone", weekdays, segments,
      actions, priority, updated_at as "updatedAt"
    from warn_scheme where enabled order by id`);

export type TargetRow = {
  readonly scheme_id: number;
  readonly vehicle_id: number | null;
  readonly department_id: number | null;
};
export const targets = (db: Queryable) =>
  db.query<TargetRow>(sql`
    select g.scheme_id, g.vehicle_id, g.department_id from warn_scheme_target g join warn_scheme t on t.id = g.scheme_id
    where t.enabled`);

type AreaRow = {
  readonly id: number;
  readonly geo: AreaGeometry;
  readonly use_for: number;
  readonly use_time: boolean;
  readonly time_mode: number | null;
  readonly start_at: number | null;
  readonly end_at: number | null;
  readonly start_clock: string | null;
  readonly end_clock: string | null;
  readonly limit_speed: boolean;
  readonly max_speed: number | null;
  readonly night_max_speed: number | null;
  readonly over_duration: number | null;
  readonly in_plat: boolean;
  readonly out_plat: boolean;
  readonly stay_minutes: number | null;
  readonly vehicles: readonly number[];
};

/** Areas the platform judges, key points always, with the vehicles they are meant for. */
export async function areas(db: Queryable): Promise<RuleGeofence[]> {
  const found = await db.query<AreaRow>(sql`
    select a.id, a.geo, a.use_for, a.use_time, a.time_mode, a.start_at, a.end_at, a.start_clock, a.end_clock, a.limit_speed, a.max_speed,
      a.night_max_speed, a.over_duration, a.in_plat, a.out_plat, a.stay_minutes, array_agg(p.vehicle_id) as vehicles
    from area a join area_vehicle p on p.area_id = a.id
    where a.plat_eval or a.use_for = ${KEY_POINT} group by a.id order by a.id`);
  return found.map((row) => ({
    id: row.id,
    geo: row.geo,
    useFor: row.use_for,
    vehicles: new Set(row.vehicles),
    between: parseValidity(row),
    tellsEntered: row.in_plat,
    tellsLeft: row.out_plat,
    stayMinutes: row.stay_minutes ?? 0,
    maxSpeed: row.limit_speed ? row.max_speed : null,
    nightMaxSpeed: row.limit_speed ? row.night_max_speed : null,
    overDuration: row.over_duration ?? 0,
  }));
}

type RiskRow = {
  readonly id: number;
  readonly department_id: number;
  readonly geo: AreaGeometry | null;
  readonly outline: readonly (readonly LngLat[])[] | null;
  readonly valid_from: number;
  readonly valid_to: number | null;
};

/** Risk areas in force now or later; areas without a risk are only shown. */
export async function risks(db: Queryable): Promise<RiskArea[]> {
  const found = await db.query<RiskRow>(sql`
    select id, department_id, geo, outline, valid_from, valid_to from risk_area
    where risk_level <> 0 and (valid_to is null or valid_to > now()) order by id`);
  return found.flatMap(({ geo, outline, ...row }) => {
    const ground = outline !== null ? { rings: outline } : geo;
    if (ground === null) return [];
    return [{ id: row.id, departmentId: row.department_id, ground, from: row.valid_from, to: row.valid_to }];
  });
}

function parseValidity({ use_time, time_mode, start_at, end_at, start_clock, end_clock }: AreaRow): RuleGeofence['between'] {
  if (!use_time) return null;
  if (time_mode === BY_DATES && start_at !== null && end_at !== null) return { from: start_at, to: end_at };
  return time_mode === DAILY && start_clock !== null && end_clock !== null ? { daily: [start_clock, end_clock] } : null;
}

type WayRow = {
  readonly id: number;
  readonly department_id: number;
  readonly purpose: 1 | 2;
  readonly path: readonly LngLat[];
  readonly one_way: boolean;
  readonly grade: RoadGradeNumber | null;
  readonly limit_passenger: number | null;
  readonly limit_freight: number | null;
  readonly limit_dangerous: number | null;
  readonly kind: number | null;
  readonly direction: number | null;
  readonly lead_m: number | null;
  readonly limit_kmh: number | null;
  readonly valid_from: string | null;
  readonly valid_to: string | null;
};

/** Roads, and places to be warned of. */
export async function ways(db: Queryable): Promise<{ roads: Road[]; spots: RoadSpot[] }> {
  const found = await db.query<WayRow>(sql`
    select id, department_id, purpose, path, one_way, grade, limit_passenger, limit_freight, limit_dangerous, kind, direction, lead_m,
      limit_kmh, valid_from, valid_to
    from road_segment order by id`);
  return {
    roads: found.flatMap((row) =>
      row.purpose === 1 && row.grade !== null
        ? [
            {
              id: row.id,
              departmentId: row.department_id,
              grade: row.grade,
              path: row.path,
              oneWay: row.one_way,
              limits: { 1: row.limit_passenger, 2: row.limit_freight, 3: row.limit_dangerous },
            },
          ]
        : [],
    ),
    spots: found.flatMap((row) =>
      row.purpose === 2 && row.kind !== null
        ? [
            {
              id: row.id,
              departmentId: row.department_id,
              kind: row.kind,
              path: row.path,
              direction: row.direction,
              leadM: row.lead_m ?? 500,
              limit: row.limit_kmh,
              validFrom: row.valid_from,
              validTo: row.valid_to,
            },
          ]
        : [],
    ),
  };
}
