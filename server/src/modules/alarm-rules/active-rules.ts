import { type RuleCode, type RuleParams, raisedByScheme } from '@fleetwarden/contract/alarm-rules/kinds';
import type { AlarmLevel } from '@fleetwarden/domain/alarm-bits';
import type { AlarmNews } from '@fleetwarden/domain/alarm-news';
import { MINUTE_MS } from '@fleetwarden/domain/durations';
import type { RuleScheme } from '../../engine/rules/in-force.ts';
import { ENGINE_KINDS, type EngineKind, type ParamsOf } from '../../engine/rules/params.ts';
import { compileVehicle, type RuleVehicle, type SharedRuleData, type VehicleRules } from '../../engine/rules/vehicle-rules.ts';
import type { GeofenceSnapshot } from '../../engine/visits/geofence-snapshot.ts';
import type { ServerBus } from '../../platform/bus/server-events.ts';
import { RELOAD_AFTER_MS, RELOAD_EVERY_MS } from './limits.ts';
import { addToSnapshot, type BookScheme, loadRuleSnapshot, type RuleSnapshot, type RuleSnapshotDeps } from './rule-snapshot.ts';
import * as rows from './snapshot-rows.ts';

/** Whether an alarm opens a popup and plays a sound, and from which occurrence within a window. */
export type AlarmCalling = {
  readonly popup: boolean;
  readonly sound: boolean;
  readonly minTimes: number;
  readonly windowMs: number;
};

/** The active rules, in memory. */
export type ActiveRules = {
  /** Undefined where nothing is to be judged. */
  rulesOf(vehicleId: number): VehicleRules | undefined;
  /** Time to handle an alarm, ms: from the vehicle's plan for the type, or else the level's target. */
  dueMs(typeId: number, level: AlarmLevel, vehicleId: number): number | null;
  /** Popup and sound of an alarm by its vehicle's plan and the scheme that raised it; undefined if neither has settings. */
  findNotificationPolicy(news: Pick<AlarmNews, 'vehicleId' | 'typeId' | 'source' | 'startAt'>): AlarmCalling | undefined;
  /** Alarms that plans report to superior platforms: types of any plan, and whether the plan of the vehicle contains them. */
  readonly reported: {
    kinds(): readonly number[];
    wants(alarm: Pick<AlarmNews, 'vehicleId' | 'typeId' | 'startAt'>): boolean;
  };
  /** Schemes of a kind that are for a vehicle, in the order in which they win. */
  schemesOf<C extends RuleCode>(kind: C, vehicleId: number): readonly BookScheme<C>[];
  /** Every enabled scheme of a kind. */
  all<C extends RuleCode>(kind: C): readonly BookScheme<C>[];
  vehicle(vehicleId: number): rows.SnapshotVehicle | undefined;
  vehicleIds(): Iterable<number>;
  /** For a run of a scheme that is not in force. */
  ground(): SharedRuleData;
  ruleVehicle(vehicleId: number): RuleVehicle | undefined;
  /** The current geofences for visits; undefined before the first load. */
  visits(): GeofenceSnapshot | undefined;
  /** Judges new vehicles from now on. Never rejects: without a database the rules follow with the next reload. */
  include(vehicleIds: readonly number[]): Promise<void>;
  /** Reads what changed; resolves when it is in force. */
  reload(): Promise<void>;
  /** Rejects without a database. */
  start(): Promise<void>;
  stop(): Promise<void>;
};

/** Caches the active rules. Events and a poll invalidate the cache; the rules of a vehicle are compiled on first use. */
export function createActiveRules(deps: RuleSnapshotDeps & { readonly bus: ServerBus }): ActiveRules {
  const { db, bus, log } = deps;
  let snapshot: RuleSnapshot | undefined;
  let compiled = new Map<number, VehicleRules | undefined>();
  let ordered = new Map<number, readonly BookScheme[]>();

  const load = async (): Promise<void> => {
    snapshot = await loadRuleSnapshot(deps);
    compiled = new Map();
    ordered = new Map();
  };

  // loads run one after the other, so that an older snapshot never replaces a newer one
  let loading: Promise<void> = Promise.resolve();
  const reload = (): Promise<void> => {
    const next = loading.then(load);
    loading = next.catch((err) => log.warn({ err }, 'rules not reloaded, the previous ones stay active'));
    return next;
  };
  const include = (vehicleIds: readonly number[]): Promise<void> => {
    const next = loading.then(async () => {
      const missing = vehicleIds.filter((id) => snapshot !== undefined && !snapshot.vehicles.has(id));
      if (snapshot === undefined || missing.length === 0) return;
      if (!(await addToSnapshot(snapshot, missing, deps))) await load();
      for (const id of missing) for (const cache of [compiled, ordered]) cache.delete(id);
    });
    loading = next.catch((err) => log.warn({ err }, 'new vehicles are not judged before the next reload'));
    return loading;
  };
  let timer: NodeJS.Timeout | undefined;
  const reloadSoon = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      void reload().catch(() => undefined);
    }, RELOAD_AFTER_MS);
  };
  const reloadIfChanged = async () => {
    if ((await rows.fingerprint(db)) !== snapshot?.fingerprint) await reload();
  };

  const listSchemes = (vehicleId: number): readonly BookScheme[] => {
    const cached = ordered.get(vehicleId);
    if (cached) return cached;
    const vehicle = snapshot?.vehicles.get(vehicleId);
    if (snapshot === undefined || vehicle === undefined) return [];
    const { byVehicle, byDepartment, ancestors } = snapshot;
    const ranked = [...(byVehicle.get(vehicleId) ?? [])];
    // nearer targets first; a scheme ranks by its nearest target
    for (const departmentId of ancestors.get(vehicle.departmentId) ?? []) ranked.push(...(byDepartment.get(departmentId) ?? []));
    const schemes = [...new Set(ranked.map(({ scheme }) => scheme))];
    ordered.set(vehicleId, schemes);
    return schemes;
  };
  const ruleVehicle = (vehicleId: number): RuleVehicle | undefined => {
    const vehicle = snapshot?.vehicles.get(vehicleId);
    if (vehicle === undefined) return undefined;
    const ancestors = new Set(snapshot!.ancestors.get(vehicle.departmentId));
    return { ...vehicle, knows: (departmentId) => ancestors.has(departmentId) };
  };
  const compile = (vehicleId: number): VehicleRules | undefined => {
    const vehicle = ruleVehicle(vehicleId);
    if (vehicle === undefined || snapshot === undefined) return undefined;
    const schemes = listSchemes(vehicleId).filter(({ kind }) => ENGINE.has(kind)) as unknown as readonly RuleScheme[];
    const { ground, areaVehicles } = snapshot;
    const isWatched = ground.checks.on.size > 0 || ground.risks.size > 0 || areaVehicles.has(vehicleId);
    if (schemes.length === 0 && !isWatched) return undefined;
    return compileVehicle(vehicle, schemes, ground);
  };

  const rulesOf = (vehicleId: number): VehicleRules | undefined => {
    if (!compiled.has(vehicleId)) compiled.set(vehicleId, compile(vehicleId));
    return compiled.get(vehicleId);
  };

  const cleanups: (() => void)[] = [];
  return {
    rulesOf,
    dueMs: (typeId, level, vehicleId) => {
      const sla = rulesOf(vehicleId)?.planOf(typeId, Date.now())?.sla ?? 0;
      const minutes = sla > 0 ? sla : snapshot?.targets[level];
      return minutes === undefined ? null : minutes * MINUTE_MS;
    },
    findNotificationPolicy: ({ vehicleId, typeId, source, startAt }) => {
      const plan = rulesOf(vehicleId)?.planOf(typeId, startAt);
      const actions = raisedByScheme(typeId) ? listSchemes(vehicleId).find(({ id }) => id === source)?.actions : undefined;
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
      kinds: () => snapshot?.reportedKinds ?? [],
      wants: ({ vehicleId, typeId, startAt }) => rulesOf(vehicleId)?.planOf(typeId, startAt)?.reportTo809 ?? false,
    },
    schemesOf: <C extends RuleCode>(kind: C, vehicleId: number) =>
      listSchemes(vehicleId).filter((scheme) => scheme.kind === kind) as unknown as BookScheme<C>[],
    all: <C extends RuleCode>(kind: C) =>
      (snapshot?.schemes ?? []).filter((scheme) => scheme.kind === kind) as unknown as BookScheme<C>[],
    vehicle: (vehicleId) => snapshot?.vehicles.get(vehicleId),
    vehicleIds: () => snapshot?.vehicles.keys() ?? [],
    ground: () => snapshot!.ground,
    visits: () => snapshot?.visits,
    ruleVehicle,
    include,
    reload,
    start: async () => {
      await reload();
      const poll = setInterval(() => {
        reloadIfChanged().catch((err) => log.warn({ err }, 'rules not checked for changes'));
      }, RELOAD_EVERY_MS);
      cleanups.push(
        () => clearInterval(poll),
        () => clearTimeout(timer),
        bus.subscribe('rules.changed', reloadSoon),
        bus.subscribe('fleet.changed', reloadSoon),
        bus.subscribe('settings.changed', reloadSoon),
      );
    },
    stop: async () => {
      for (const cleanup of cleanups.splice(0)) cleanup();
      await loading;
    },
  };
}

/** Fails to compile if the contract's parameters do not match the engine's. */
type Fits<K extends EngineKind> = { [C in K]: RuleParams<C> extends ParamsOf[C] ? C : never }[K];
const engineKinds: readonly Fits<EngineKind>[] = ENGINE_KINDS;
const ENGINE: ReadonlySet<string> = new Set(engineKinds);
