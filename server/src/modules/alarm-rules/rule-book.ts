import { RULE_KINDS, type RuleCode, type RuleParams, raisedByScheme } from '@fleetwarden/contract/alarm-rules/kinds';
import type { AlarmLevel } from '@fleetwarden/domain/alarm-bits';
import type { AlarmNews } from '@fleetwarden/domain/alarm-news';
import { dayOfKey } from '@fleetwarden/domain/business-day';
import { MINUTE_MS } from '@fleetwarden/domain/durations';
import { createAreaIndex } from '../../engine/area-index.ts';
import { createAreas } from '../../engine/rules/areas.ts';
import type { CheckValues } from '../../engine/rules/checks.ts';
import type { RuleScheme } from '../../engine/rules/in-force.ts';
import { ENGINE_KINDS, type EngineKind, type ParamsOf } from '../../engine/rules/params.ts';
import { createRisks } from '../../engine/rules/risks.ts';
import { createRoadSpots } from '../../engine/rules/road-warning.ts';
import { createRoads } from '../../engine/rules/roads.ts';
import { compileVehicle, type RuleGround, type RuleVehicle, type VehicleRules } from '../../engine/rules/vehicle-rules.ts';
import { type CityAt, createVisitGround, type VisitGround } from '../../engine/visits/ground.ts';
import type { ServerBus } from '../../platform/bus/server-events.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Log } from '../../platform/observe/log.ts';
import type { SettingsArea } from '../settings/index.ts';
import * as rows from './book-store.ts';
import { RELOAD_AFTER_MS, RELOAD_EVERY_MS } from './limits.ts';
import { outlinesNow } from './visit-ground.ts';

/** A scheme that is enabled, of any kind. */
export type BookScheme<C extends RuleCode = RuleCode> = Omit<RuleScheme, 'kind' | 'params'> & {
  readonly kind: C;
  readonly params: RuleParams<C>;
  readonly actions: { readonly popup?: boolean; readonly sound?: boolean };
};

/** What may pop up and sound for an alarm, and from the how many-th within a time on. */
export type AlarmCalling = {
  readonly popup: boolean;
  readonly sound: boolean;
  readonly minTimes: number;
  readonly windowMs: number;
};

/** All rules in force, in memory. */
export type RuleBook = {
  /** Undefined where nothing is to be judged. */
  rulesOf(vehicleId: number): VehicleRules | undefined;
  /** How long one may take to decide on an alarm, ms: what the vehicle's plan says of the kind, else the level's target. */
  dueMs(typeId: number, level: AlarmLevel, vehicleId: number): number | null;
  /** Whom an alarm calls, as its vehicle's plan and the scheme that raised it say; undefined where neither says anything. */
  callingOf(news: Pick<AlarmNews, 'vehicleId' | 'typeId' | 'source' | 'startAt'>): AlarmCalling | undefined;
  /** What plans want reported to superior platforms: kinds that some plan names, and whether that of an alarm's vehicle does. */
  readonly reported: {
    kinds(): readonly number[];
    wants(alarm: Pick<AlarmNews, 'vehicleId' | 'typeId' | 'startAt'>): boolean;
  };
  /** Schemes of a kind that are for a vehicle, in the order in which they win. */
  schemesOf<C extends RuleCode>(kind: C, vehicleId: number): readonly BookScheme<C>[];
  /** Every enabled scheme of a kind. */
  all<C extends RuleCode>(kind: C): readonly BookScheme<C>[];
  vehicle(vehicleId: number): rows.BookVehicle | undefined;
  vehicleIds(): Iterable<number>;
  /** For a run of a scheme that is not in force. */
  ground(): RuleGround;
  ruleVehicle(vehicleId: number): RuleVehicle | undefined;
  /** The areas as they are, whose visits are told of everybody they are for; undefined before the first look. */
  visits(): VisitGround | undefined;
  /** Reads what changed; resolves when it is in force. */
  reload(): Promise<void>;
  /** Rejects without a database. */
  start(): Promise<void>;
  stop(): Promise<void>;
};

type Ranked = { readonly scheme: BookScheme; readonly priority: number; readonly updatedAt: number };
type Picture = {
  readonly vehicles: ReadonlyMap<number, rows.BookVehicle>;
  /** Each department with those above it, nearest first. */
  readonly above: ReadonlyMap<number, readonly number[]>;
  readonly ofVehicle: ReadonlyMap<number, readonly Ranked[]>;
  readonly ofDepartment: ReadonlyMap<number, readonly Ranked[]>;
  readonly schemes: readonly BookScheme[];
  readonly ground: RuleGround;
  readonly visits: VisitGround;
  /** Kinds that some plan wants reported. */
  readonly reported: readonly number[];
  readonly areaVehicles: ReadonlySet<number>;
  /** Minutes to decide, by level. */
  readonly targets: Readonly<Record<AlarmLevel, number>>;
};

/** Reads rules and what they are about, and again when that changes; what is for one vehicle is made when it is first asked for. */
export function createRuleBook(deps: {
  readonly db: Db;
  readonly bus: ServerBus;
  readonly log: Log;
  readonly settings: Pick<SettingsArea, 'of'>;
  /** Without it nobody is told to be away from home. */
  readonly cities?: () => Promise<CityAt>;
  /** BUSINESS_TZ. */
  readonly timeZone: string;
}): RuleBook {
  const { db, bus, log, settings, timeZone } = deps;
  let picture: Picture | undefined;
  let compiled = new Map<number, VehicleRules | undefined>();
  let ordered = new Map<number, readonly BookScheme[]>();
  let seen = '';

  const read = async (): Promise<void> => {
    const fingerprint = await rows.fingerprint(db);
    const [vehicles, parents, schemes, targets, areas, risks, ways, platform, outlines] = await Promise.all([
      rows.vehicles(db, (day) => dayOfKey(day, timeZone).endAt),
      rows.parents(db),
      rows.schemes(db),
      rows.targets(db),
      rows.areas(db),
      rows.risks(db),
      rows.ways(db),
      settings.of(null),
      outlinesNow(db),
    ]);
    // megabytes that are read where somebody has a home
    const cityAt = [...vehicles.values()].some(({ hasHome }) => hasHome) ? await deps.cities?.() : undefined;
    const above = aboveOf(parents);
    const isAbove = (vehicleId: number, departmentId: number): boolean => {
      const vehicle = vehicles.get(vehicleId);
      return vehicle !== undefined && (above.get(vehicle.departmentId)?.includes(departmentId) ?? false);
    };
    const known = new Map(schemes.flatMap((row) => rankedOf(row, log)));
    const index = createAreaIndex([...areas, ...outlines].map(({ geo }) => geo));
    picture = {
      vehicles,
      above,
      ofVehicle: grouped(targets, known, 'vehicle_id'),
      ofDepartment: grouped(targets, known, 'department_id'),
      schemes: [...known.values()].map(({ scheme }) => scheme),
      ground: {
        areas: createAreas(areas, index),
        risks: createRisks(risks),
        roads: createRoads(ways.roads),
        spots: createRoadSpots(ways.spots),
        checks: checksOf(platform),
        timeZone,
      },
      visits: createVisitGround(
        outlines,
        isAbove,
        cityAt && { at: cityAt, holds: (vehicleId) => vehicles.get(vehicleId)?.hasHome ?? false },
        index,
      ),
      reported: reportedKinds([...known.values()].map(({ scheme }) => scheme)),
      areaVehicles: new Set(areas.flatMap((area) => [...area.vehicles])),
      targets: { 1: platform.handleWithin1, 2: platform.handleWithin2, 3: platform.handleWithin3 },
    };
    compiled = new Map();
    ordered = new Map();
    seen = fingerprint;
  };

  // one after the other: an older picture never comes after a newer one
  let reading: Promise<void> = Promise.resolve();
  const reload = (): Promise<void> => {
    const next = reading.then(read);
    reading = next.catch((err) => log.warn({ err }, 'rules not reloaded, the ones before hold'));
    return next;
  };
  let timer: NodeJS.Timeout | undefined;
  const soon = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      void reload().catch(() => undefined);
    }, RELOAD_AFTER_MS);
  };
  const lookAgain = async () => {
    if ((await rows.fingerprint(db)) !== seen) await reload();
  };

  const inOrder = (vehicleId: number): readonly BookScheme[] => {
    const kept = ordered.get(vehicleId);
    if (kept) return kept;
    const vehicle = picture?.vehicles.get(vehicleId);
    if (picture === undefined || vehicle === undefined) return [];
    const { ofVehicle, ofDepartment, above } = picture;
    const found = [...(ofVehicle.get(vehicleId) ?? [])];
    // what is nearer comes first; of one scheme the nearest target counts
    for (const departmentId of above.get(vehicle.departmentId) ?? []) found.push(...(ofDepartment.get(departmentId) ?? []));
    const schemes = [...new Set(found.map(({ scheme }) => scheme))];
    ordered.set(vehicleId, schemes);
    return schemes;
  };
  const ruleVehicle = (vehicleId: number): RuleVehicle | undefined => {
    const vehicle = picture?.vehicles.get(vehicleId);
    if (vehicle === undefined) return undefined;
    const above = new Set(picture!.above.get(vehicle.departmentId));
    return { ...vehicle, knows: (departmentId) => above.has(departmentId) };
  };
  const compile = (vehicleId: number): VehicleRules | undefined => {
    const vehicle = ruleVehicle(vehicleId);
    if (vehicle === undefined || picture === undefined) return undefined;
    const schemes = inOrder(vehicleId).filter(({ kind }) => ENGINE.has(kind)) as unknown as readonly RuleScheme[];
    const { ground, areaVehicles } = picture;
    const isWatched = ground.checks.on.size > 0 || ground.risks.size > 0 || areaVehicles.has(vehicleId);
    if (schemes.length === 0 && !isWatched) return undefined;
    return compileVehicle(vehicle, schemes, ground);
  };

  const rulesOf = (vehicleId: number): VehicleRules | undefined => {
    if (!compiled.has(vehicleId)) compiled.set(vehicleId, compile(vehicleId));
    return compiled.get(vehicleId);
  };

  const ends: (() => void)[] = [];
  return {
    rulesOf,
    dueMs: (typeId, level, vehicleId) => {
      const sla = rulesOf(vehicleId)?.planOf(typeId, Date.now())?.sla ?? 0;
      const minutes = sla > 0 ? sla : picture?.targets[level];
      return minutes === undefined ? null : minutes * MINUTE_MS;
    },
    callingOf: ({ vehicleId, typeId, source, startAt }) => {
      const plan = rulesOf(vehicleId)?.planOf(typeId, startAt);
      const actions = raisedByScheme(typeId) ? inOrder(vehicleId).find(({ id }) => id === source)?.actions : undefined;
      if (plan === undefined && actions === undefined) return undefined;
      const on = plan?.enabled ?? true;
      return {
        popup: on && (plan?.popup ?? true) && (actions?.popup ?? true),
        sound: on && (plan?.sound ?? true) && (actions?.sound ?? true),
        minTimes: plan?.minTimes ?? 1,
        windowMs: (plan?.window ?? 0) * 1000,
      };
    },
    reported: {
      kinds: () => picture?.reported ?? [],
      wants: ({ vehicleId, typeId, startAt }) => rulesOf(vehicleId)?.planOf(typeId, startAt)?.reportTo809 ?? false,
    },
    schemesOf: <C extends RuleCode>(kind: C, vehicleId: number) =>
      inOrder(vehicleId).filter((scheme) => scheme.kind === kind) as unknown as BookScheme<C>[],
    all: <C extends RuleCode>(kind: C) =>
      (picture?.schemes ?? []).filter((scheme) => scheme.kind === kind) as unknown as BookScheme<C>[],
    vehicle: (vehicleId) => picture?.vehicles.get(vehicleId),
    vehicleIds: () => picture?.vehicles.keys() ?? [],
    ground: () => picture!.ground,
    visits: () => picture?.visits,
    ruleVehicle,
    reload,
    start: async () => {
      await reload();
      const looking = setInterval(() => {
        lookAgain().catch((err) => log.warn({ err }, 'rules not looked at'));
      }, RELOAD_EVERY_MS);
      ends.push(
        () => clearInterval(looking),
        () => clearTimeout(timer),
        bus.subscribe('rules.changed', soon),
        bus.subscribe('fleet.changed', soon),
        bus.subscribe('settings.changed', soon),
      );
    },
    stop: async () => {
      for (const end of ends.splice(0)) end();
      await reading;
    },
  };
}

/** Where the contract's parameters are not what the engine reads, this does not compile. */
type Fits<K extends EngineKind> = { [C in K]: RuleParams<C> extends ParamsOf[C] ? C : never }[K];
const engineKinds: readonly Fits<EngineKind>[] = ENGINE_KINDS;
const ENGINE: ReadonlySet<string> = new Set(engineKinds);

const isPlan = (scheme: BookScheme): scheme is BookScheme<'130101'> => scheme.kind === '130101';

function reportedKinds(schemes: readonly BookScheme[]): number[] {
  const rows = schemes.filter(isPlan).flatMap(({ params }) => params.types);
  return [...new Set(rows.filter(({ reportTo809 }) => reportTo809).map(({ typeId }) => typeId))];
}

/** A scheme whose parameters this release does not understand is left out, and said. */
function rankedOf({ id, params, priority, updatedAt, ...row }: rows.SchemeRow, log: Log): [number, Ranked][] {
  const kind = RULE_KINDS[row.kind as RuleCode];
  const read = kind?.params.safeParse(params);
  if (!read?.success) {
    log.warn({ scheme: id, kind: row.kind }, 'a scheme is of no kind that is known, or its parameters are not');
    return [];
  }
  return [[id, { scheme: { ...row, id, params: read.data } as unknown as BookScheme, priority, updatedAt }]];
}

/** Schemes by what they are for; of those for the same the higher priority first, then the newer. */
function grouped(
  targets: readonly rows.TargetRow[],
  known: ReadonlyMap<number, Ranked>,
  by: 'vehicle_id' | 'department_id',
): Map<number, Ranked[]> {
  const groups = new Map<number, Ranked[]>();
  for (const target of targets) {
    const [key, ranked] = [target[by], known.get(target.scheme_id)];
    if (key !== null && ranked !== undefined) groups.set(key, [...(groups.get(key) ?? []), ranked]);
  }
  for (const group of groups.values()) group.sort((a, b) => b.priority - a.priority || b.updatedAt - a.updatedAt);
  return groups;
}

function aboveOf(parents: ReadonlyMap<number, number | null>): Map<number, readonly number[]> {
  const above = new Map<number, readonly number[]>();
  for (const id of parents.keys()) {
    const chain: number[] = [];
    for (let at: number | null | undefined = id; at != null && !chain.includes(at); at = parents.get(at)) chain.push(at);
    above.set(id, chain);
  }
  return above;
}

function checksOf(platform: Awaited<ReturnType<SettingsArea['of']>>): CheckValues {
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
