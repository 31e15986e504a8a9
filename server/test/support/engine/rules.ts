import type { AlarmItem } from '@fleetwarden/domain/alarm-item';
import { findAlarmType } from '@fleetwarden/domain/alarm-types';
import type { AreaGeometry } from '@fleetwarden/domain/area-geometry';
import { DAY_MS } from '@fleetwarden/domain/durations';
import { SILENCE_MS } from '../../../src/engine/alarms/occurrences.ts';
import { type AlarmRules, endSilentAlarms, type VehicleAlarmEvent } from '../../../src/engine/alarms/report-alarms.ts';
import { defaultTiming } from '../../../src/engine/alarms/timing.ts';
import type { JudgedLocation } from '../../../src/engine/judged-location.ts';
import type { CheckValues } from '../../../src/engine/rules/checks.ts';
import { createGeofenceRules, type RuleGeofence } from '../../../src/engine/rules/geofence-rules.ts';
import type { RuleScheme } from '../../../src/engine/rules/in-force.ts';
import type { EngineKind, ParamsOf } from '../../../src/engine/rules/params.ts';
import { createRisks, type RiskArea } from '../../../src/engine/rules/risks.ts';
import { createRoadSpots, type RoadSpot } from '../../../src/engine/rules/road-warning.ts';
import { createRoads, type Road } from '../../../src/engine/rules/roads.ts';
import { compileVehicle, type RuleVehicle } from '../../../src/engine/rules/vehicle-rules.ts';
import { onLocation } from '../../../src/engine/vehicle.ts';
import { type EngineState, emptyState } from '../../../src/engine/vehicle-state.ts';
import { report, SECOND, SHANGHAI } from './track.ts';

/** Fixtures of the rules' tests: schemes, ground and drives. */

/** 2026-05-20 00:00 in Shanghai, a Wednesday. */
const MIDNIGHT = Date.UTC(2026, 4, 19, 16);
/** An instant of that day, or after it: 'HH:mm'. */
export const clock = (text: string, day = 0): number =>
  MIDNIGHT + day * DAY_MS + (Number(text.slice(0, 2)) * 60 + Number(text.slice(3))) * 60_000;

const LEVELS = { second: 20, third: 50 };
const DEFAULTS: ParamsOf = {
  '130101': { types: [] },
  '130102': {
    rows: [{ start: '00:00', end: '00:00', roadGrade: 0, vehicleClass: 0, limit: 80 }],
    nightFactor: 80,
    tolerance: 0,
    duration: 10,
    preDiff: 5,
    levels: LEVELS,
    speedSource: 1,
    repeat: 300,
  },
  '130104': { banStart: '02:00', banEnd: '05:00', minSpeed: 5, moving: 3, repeat: 15, industry: [], exempt: [] },
  '130108': { types: [] },
  '130111': { kinds: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] },
  '130112': {
    dayMax: 240,
    nightMax: 120,
    minRest: 20,
    dailyMax: 480,
    weekMax: 2640,
    preMinutes: 30,
    resetOnDriverChange: true,
    repeat: 30,
  },
  '130113': {
    useRoadLimit: true,
    matchDist: 30,
    tolerance: 0,
    duration: 10,
    preDiff: 5,
    levels: LEVELS,
    motorway: { passenger: 100, freight: 90, dangerous: 80 },
    national: { passenger: 80, freight: 80, dangerous: 80 },
    provincial: { passenger: 70, freight: 70, dangerous: 70 },
    county: { passenger: 40, freight: 40, dangerous: 40 },
    city: { passenger: 50, freight: 50, dangerous: 50 },
  },
};

export function scheme<K extends EngineKind>(
  kind: K,
  params: Partial<ParamsOf[K]> = {},
  more: Partial<RuleScheme> = {},
): RuleScheme<K> {
  return {
    id: 1,
    kind,
    params: { ...DEFAULTS[kind], ...params },
    level: 2,
    validFrom: null,
    validTo: null,
    timeZone: SHANGHAI.timeZone,
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    segments: [],
    ...more,
  } as RuleScheme<K>;
}

export const area = (geo: AreaGeometry, more: Partial<RuleGeofence> = {}): RuleGeofence => ({
  id: 5,
  geo,
  useFor: 1,
  vehicles: new Set([7]),
  between: null,
  tellsEntered: true,
  tellsLeft: true,
  maxSpeed: null,
  nightMaxSpeed: null,
  overDuration: 0,
  stayMinutes: 0,
  ...more,
});

export const checks = (...on: readonly number[]): CheckValues => ({
  on: new Set(on),
  longStopMinutes: 240,
  motorwayStopMinutes: 5,
  offlineMoveMetres: 500,
  noFixMinutes: 30,
  gapMinutes: 10,
  gapKm: 5,
  recorderKmh: 11,
  fuelLossLitres: 10,
  fuelGainLitres: 20,
});

export type World = {
  readonly schemes?: readonly RuleScheme[];
  readonly areas?: readonly RuleGeofence[];
  readonly risks?: readonly RiskArea[];
  readonly roads?: readonly Road[];
  readonly spots?: readonly RoadSpot[];
  readonly checks?: CheckValues;
  readonly vehicle?: Partial<RuleVehicle>;
};

export function rulesOf({ schemes = [], areas = [], risks = [], vehicle = {}, ...world }: World): AlarmRules {
  const { roads = [], spots = [] } = world;
  const compiled = compileVehicle(
    { id: 7, vehicleClass: 2, industry: 5, knows: () => true, papersUntil: null, serviceUntil: null, ...vehicle },
    schemes,
    {
      areas: createGeofenceRules(areas),
      risks: createRisks(risks),
      roads: createRoads(roads),
      spots: createRoadSpots(spots),
      checks: world.checks ?? checks(),
      timeZone: SHANGHAI.timeZone,
    },
  );
  return {
    itemsOf: readItems,
    timingOf: defaultTiming,
    rulesOf: () => compiled,
  };
}

/** Additional items of a report with alarms: type and the terminal's number of each. */
export const itemsOf = (...alarms: readonly (readonly [typeId: number, alarmNo: number])[]) => new Uint8Array(alarms.flat());
const readItems = (extra: Uint8Array): AlarmItem[] =>
  Array.from({ length: extra.length / 2 }, (_, i) => ({
    typeId: extra[2 * i]!,
    level: findAlarmType(extra[2 * i]!)!.level,
    alarmNo: extra[2 * i + 1]!,
    value: null,
    limit: null,
    info: null,
  }));

export type Step = Partial<JudgedLocation> & { readonly s: number };

/** Reports at these seconds after `from`; by default 60 km/h to the north from the start. */
export const steps = (from: number, given: readonly Step[]): JudgedLocation[] =>
  given.map(({ s, ...more }) => report({ deviceAt: from + s * SECOND, lat: 34.7579 + ((60 / 3600) * s) / 111.19, ...more }));

/** One each `every` seconds from `fromS` to `untilS`, both included. */
export function each(
  fromS: number,
  untilS: number,
  every: number,
  more: (s: number) => Partial<JudgedLocation> = () => ({}),
): Step[] {
  const count = Math.floor((untilS - fromS) / every) + 1;
  return Array.from({ length: count }, (_, i) => ({ s: fromS + i * every, ...more(fromS + i * every) }));
}

/** Processes reports, with a JSON round trip of the state before those of `cuts`; ends open alarms at the end. */
export function run(
  world: World,
  reports: readonly JudgedLocation[],
  cuts: ReadonlySet<number> = new Set(),
  { connectionAt } = { connectionAt: 0 },
) {
  const alarms = rulesOf(world);
  let state: EngineState = { ...emptyState(), connectionAt };
  const events: VehicleAlarmEvent[] = [];
  reports.forEach((each, i) => {
    if (cuts.has(i)) state = JSON.parse(JSON.stringify(state));
    for (const event of onLocation(state, each, { ...SHANGHAI, alarms }).events) if ('alarm' in event) events.push(event);
  });
  events.push(...endSilentAlarms(state, (reports.at(-1)?.deviceAt ?? 0) + SILENCE_MS + 1));
  return { state, events };
}

/** Raised alarms as [type, seconds after `from`]. */
export const raised = (events: readonly VehicleAlarmEvent[], from: number): (readonly [number, number])[] =>
  events
    .filter(({ type }) => type === 'alarm.raised')
    .map(({ alarm }) => [alarm.typeId, (alarm.startAt - from) / SECOND] as const);
