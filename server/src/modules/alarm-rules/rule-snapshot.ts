import { RULE_KINDS, type RuleCode, type RuleParams } from '@fleetwarden/contract/alarm-rules/kinds';
import type { AlarmLevel } from '@fleetwarden/domain/alarm-bits';
import { parseDayKey } from '@fleetwarden/domain/business-day';
import { createGeofenceIndex } from '../../engine/geofence-index.ts';
import type { CheckValues } from '../../engine/rules/checks.ts';
import { createGeofenceRules } from '../../engine/rules/geofence-rules.ts';
import type { RuleScheme } from '../../engine/rules/in-force.ts';
import { createRisks } from '../../engine/rules/risks.ts';
import { createRoadSpots } from '../../engine/rules/road-warning.ts';
import { createRoads } from '../../engine/rules/roads.ts';
import type { SharedRuleData } from '../../engine/rules/vehicle-rules.ts';
import { type CityAt, createGeofenceSnapshot, type GeofenceSnapshot } from '../../engine/visits/geofence-snapshot.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Log } from '../../platform/observe/log.ts';
import type { SettingsArea } from '../settings/index.ts';
import { loadCurrentOutlines } from './geofence-outlines.ts';
import * as rows from './snapshot-rows.ts';

/** An enabled scheme of any kind. */
export type BookScheme<C extends RuleCode = RuleCode> = Omit<RuleScheme, 'kind' | 'params'> & {
  readonly kind: C;
  readonly params: RuleParams<C>;
  readonly actions: { readonly popup?: boolean; readonly sound?: boolean };
};

type RankedScheme = { readonly scheme: BookScheme; readonly priority: number; readonly updatedAt: number };

/** The rules and their targets, as the database had them at one time. */
export type RuleSnapshot = {
  /** Compare with `snapshot-rows.fingerprint` to detect changes. */
  readonly fingerprint: string;
  readonly vehicles: Map<number, rows.SnapshotVehicle>;
  /** Each department with its ancestors, nearest first. */
  readonly ancestors: ReadonlyMap<number, readonly number[]>;
  readonly byVehicle: ReadonlyMap<number, readonly RankedScheme[]>;
  readonly byDepartment: ReadonlyMap<number, readonly RankedScheme[]>;
  readonly schemes: readonly BookScheme[];
  readonly ground: SharedRuleData;
  readonly visits: GeofenceSnapshot;
  /** Alarm types that a plan reports to superior platforms. */
  readonly reportedKinds: readonly number[];
  readonly areaVehicles: ReadonlySet<number>;
  /** Minutes to handle an alarm, by level. */
  readonly targets: Readonly<Record<AlarmLevel, number>>;
};

export type RuleSnapshotDeps = {
  readonly db: Db;
  readonly log: Log;
  readonly settings: Pick<SettingsArea, 'of'>;
  /** Absent: no visits away from home. */
  readonly cities?: () => Promise<CityAt>;
  /** BUSINESS_TZ. */
  readonly timeZone: string;
};

/** When a day 'yyyy-MM-dd' of the business is over, epoch ms. */
const endOfDay =
  (timeZone: string) =>
  (day: string): number =>
    parseDayKey(day, timeZone).endAt;

/**
 * Adds new vehicles, which have no schemes, geofences or risks of their own yet. False: their department is new too, so that a
 * whole snapshot is needed.
 */
export async function addToSnapshot(
  { vehicles, ancestors }: RuleSnapshot,
  vehicleIds: readonly number[],
  { db, timeZone }: Pick<RuleSnapshotDeps, 'db' | 'timeZone'>,
): Promise<boolean> {
  const added = await rows.vehicles(db, endOfDay(timeZone), vehicleIds);
  for (const [id, vehicle] of added) vehicles.set(id, vehicle);
  return [...added.values()].every(({ departmentId }) => ancestors.has(departmentId));
}

export async function loadRuleSnapshot({ db, log, settings, cities, timeZone }: RuleSnapshotDeps): Promise<RuleSnapshot> {
  const fingerprint = await rows.fingerprint(db);
  const [vehicles, parents, schemes, targets, areas, risks, ways, platform, outlines] = await Promise.all([
    rows.vehicles(db, endOfDay(timeZone)),
    rows.parents(db),
    rows.schemes(db),
    rows.targets(db),
    rows.areas(db),
    rows.risks(db),
    rows.ways(db),
    settings.of(null),
    loadCurrentOutlines(db),
  ]);
  // several megabytes, needed only if a vehicle has a home division
  const cityAt = [...vehicles.values()].some(({ hasHome }) => hasHome) ? await cities?.() : undefined;
  const ancestors = listAncestors(parents);
  const isAbove = (vehicleId: number, departmentId: number): boolean => {
    const vehicle = vehicles.get(vehicleId);
    return vehicle !== undefined && (ancestors.get(vehicle.departmentId)?.includes(departmentId) ?? false);
  };
  const known = new Map(schemes.flatMap((row) => parseScheme(row, log)));
  const index = createGeofenceIndex([...areas, ...outlines].map(({ geo }) => geo));
  return {
    fingerprint,
    vehicles,
    ancestors,
    byVehicle: groupByTarget(targets, known, 'vehicle_id'),
    byDepartment: groupByTarget(targets, known, 'department_id'),
    schemes: [...known.values()].map(({ scheme }) => scheme),
    ground: {
      areas: createGeofenceRules(areas, index),
      risks: createRisks(risks),
      roads: createRoads(ways.roads),
      spots: createRoadSpots(ways.spots),
      checks: selectCheckValues(platform),
      timeZone,
    },
    visits: createGeofenceSnapshot(
      outlines,
      isAbove,
      cityAt && { at: cityAt, holds: (vehicleId) => vehicles.get(vehicleId)?.hasHome ?? false },
      index,
    ),
    reportedKinds: listReportedKinds([...known.values()].map(({ scheme }) => scheme)),
    areaVehicles: new Set(areas.flatMap((area) => [...area.vehicles])),
    targets: { 1: platform.handleWithin1, 2: platform.handleWithin2, 3: platform.handleWithin3 },
  };
}

const isPlan = (scheme: BookScheme): scheme is BookScheme<'130101'> => scheme.kind === '130101';

function listReportedKinds(schemes: readonly BookScheme[]): number[] {
  const rows = schemes.filter(isPlan).flatMap(({ params }) => params.types);
  return [...new Set(rows.filter(({ reportTo809 }) => reportTo809).map(({ typeId }) => typeId))];
}

/** Schemes with parameters that this release does not understand are logged and left out. */
function parseScheme({ id, params, priority, updatedAt, ...row }: rows.SchemeRow, log: Log): [number, RankedScheme][] {
  const kind = RULE_KINDS[row.kind as RuleCode];
  const read = kind?.params.safeParse(params);
  if (!read?.success) {
    log.warn({ scheme: id, kind: row.kind }, 'a scheme is of no kind that is known, or its parameters are not');
    return [];
  }
  return [[id, { scheme: { ...row, id, params: read.data } as unknown as BookScheme, priority, updatedAt }]];
}

/** Schemes by target; for each target the higher priority first, then the newer. */
function groupByTarget(
  targets: readonly rows.TargetRow[],
  known: ReadonlyMap<number, RankedScheme>,
  by: 'vehicle_id' | 'department_id',
): Map<number, RankedScheme[]> {
  const groups = new Map<number, RankedScheme[]>();
  for (const target of targets) {
    const [key, ranked] = [target[by], known.get(target.scheme_id)];
    if (key !== null && ranked !== undefined) groups.set(key, [...(groups.get(key) ?? []), ranked]);
  }
  for (const group of groups.values()) group.sort((a, b) => b.priority - a.priority || b.updatedAt - a.updatedAt);
  return groups;
}

function listAncestors(parents: ReadonlyMap<number, number | null>): Map<number, readonly number[]> {
  const above = new Map<number, readonly number[]>();
  for (const id of parents.keys()) {
    const chain: number[] = [];
    for (let at: number | null | undefined = id; at != null && !chain.includes(at); at = parents.get(at)) chain.push(at);
    above.set(id, chain);
  }
  return above;
}

function selectCheckValues(platform: Awaited<ReturnType<SettingsArea['of']>>): CheckValues {
  const { longStopMinutes, motorwayStopMinutes, offlineMoveMetres, noFixMinutes, gapMinutes, gapKm } = platform;
  const { recorderKmh, fuelLossLitres, fuelGainLitres } = platform;
  return {
    on: new Set(platform.platformChecks.map(Number)),
    longStopMinutes,
    motorwayStopMinutes,
    offlineMoveMetres,
    noFixMinutes,
    gapMinutes,
    gapKm,
    recorderKmh,
    fuelLossLitres,
    fuelGainLitres,
  };
}
