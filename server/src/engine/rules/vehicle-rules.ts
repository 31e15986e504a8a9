import { NEVER_DELAYED } from '@fleetwarden/domain/alarm-types';
import { isNight, minuteOfDay } from '@fleetwarden/domain/day-time';
import { HOUR_MS } from '@fleetwarden/domain/durations';
import { greatCircleKm } from '@fleetwarden/domain/geometry';
import { usable } from '@fleetwarden/domain/quality';
import type { AlarmTiming, Condition } from '../alarms/occurrences.ts';
import { defaultTiming } from '../alarms/timing.ts';
import type { JudgedLocation } from '../judged-location.ts';
import { CHECK_TIMINGS, type CheckValues, createChecks, type Validity } from './checks.ts';
import { fatigue } from './fatigue.ts';
import type { Areas } from './geofence-rules.ts';
import { inForce, type RuleScheme } from './in-force.ts';
import { bannedAtNight, nightDriving } from './night.ts';
import type { EngineKind, ParamsOf } from './params.ts';
import { createPatterns, PATTERN_TIMINGS } from './patterns.ts';
import { RISK_TIMINGS, type Risks } from './risks.ts';
import { type RoadSpots, roadWarning } from './road-warning.ts';
import type { Road, Roads, VehicleClassNumber } from './roads.ts';
import type { RuleState, Run } from './run.ts';
import { overspeed, roadSpeed } from './speed.ts';

/** Vehicle data for the rules. */
export type RuleVehicle = Validity & {
  readonly id: number;
  readonly vehicleClass: VehicleClassNumber;
  readonly industry: number;
  /** Whether a department's rules apply to the vehicle: its own department or an ancestor. */
  readonly knows: (departmentId: number) => boolean;
};

/** Data shared by all vehicles. */
export type SharedRuleData = {
  readonly areas: Areas;
  readonly risks: Risks;
  readonly roads: Roads;
  readonly spots: RoadSpots;
  readonly checks: CheckValues;
  /** BUSINESS_TZ. */
  readonly timeZone: string;
};

/** A row of an alarm plan (130101). */
export type PlanRow = ParamsOf['130101']['types'][number];

/** Compiled rules of one vehicle. */
export type VehicleRules = {
  /** Conditions found in a report. Changes `state`. Of reports that are not newer only patterns of alarms count. */
  conditionsOf(state: RuleState, report: JudgedLocation, moment: RuleMoment): readonly Condition[];
  /** Takes a late report into account in the live state. Changes `live`. */
  bridge(live: RuleState, report: JudgedLocation, at: number): void;
  /** Timing of an alarm type and source at `at` (epoch ms). */
  timingOf(typeId: number, source: number, at: number): AlarmTiming;
  /** The row of the active plan for an alarm type. */
  planOf(typeId: number, at: number): PlanRow | undefined;
};
/** `changed`: the terminal reports a new driver. `begun`: new active-safety types in this report. */
export type RuleMoment = {
  readonly at: number;
  readonly connectionAt: number;
  readonly late?: boolean;
  readonly changed: boolean;
  readonly begun: readonly number[];
};

export const emptyRules = (): RuleState => ({ last: null });

const NOTHING: readonly Condition[] = Object.freeze([]);
const DRIFT = 123;
/** Maximum plausible speed. After enough consecutive implausible points these are right, and the point before them was wrong. */
const LEAP_KMH = 200;
const MAX_ODD = 3;
/** Shorter steps give no reliable speed, km. */
const LEAP_KM = 0.3;
/** A step within this in both axes is shorter than LEAP_KM. */
const SHORT_DEGREES = 0.0019;

type RoadOf = (metres: number) => Road | undefined;
type Judge = (run: Run, roadOf: RoadOf) => void;
type Compiled = { readonly holds: (at: number) => boolean; readonly judge: Judge };

/** Compiles the rules of a vehicle. `schemes`: those that apply, by priority within each type; the first active one wins. */
export function compileVehicle(vehicle: RuleVehicle, schemes: readonly RuleScheme[], ground: SharedRuleData): VehicleRules {
  const { areas, risks, roads, checks: values, timeZone } = ground;
  const kinds = new Map<EngineKind, Compiled[]>();
  const timings = new Map<number, AlarmTiming>();
  for (const scheme of schemes) {
    const judge = judgeOf(scheme, vehicle, ground);
    if (judge === undefined) continue;
    const known = kinds.get(scheme.kind) ?? [];
    kinds.set(scheme.kind, [...known, { holds: inForce(scheme), judge }]);
    for (const [typeId, timing] of timingsOf(scheme)) timings.set(keyOf(typeId, scheme.id), timing);
  }
  const judges = [...kinds.values()];
  const checks = createChecks(values, vehicle);
  const patterns = createPatterns(values.on);
  const planned = rowsInForce(schemes, '130101');
  const delayed = rowsInForce(schemes, '130108');
  const drift = values.on.has(DRIFT);

  const admits = ({ state, report, at, found }: Run): boolean => {
    const { last } = state;
    if (last === null) return true;
    // Most steps are short: skip the distance.
    const short = Math.abs(report.lng - last.lng) < SHORT_DEGREES && Math.abs(report.lat - last.lat) < SHORT_DEGREES;
    if (short && state.odd === undefined) return true;
    const km = greatCircleKm(last.lng, last.lat, report.lng, report.lat);
    if (km < LEAP_KM || km / ((at - last.at) / HOUR_MS) <= LEAP_KMH || (state.odd ?? 0) >= MAX_ODD) {
      state.odd = undefined;
      return true;
    }
    state.odd = (state.odd ?? 0) + 1;
    if (drift) found.push({ typeId: DRIFT, source: 0, level: 1, value: Math.round(km * 1000), limit: null });
    return false;
  };

  return {
    conditionsOf: (state, report, { at, connectionAt, late = false, changed, begun }) => {
      const { last } = state;
      const isOlder = last !== null && at <= last.at;
      if (isOlder && begun.length === 0 && !changed) return NOTHING;
      // Kept until a point can be judged: this one may have no position.
      if (changed) state.changed = true;
      const minute = minuteOfDay(at, timeZone);
      const found: Condition[] = [];
      // No spread: this runs with every location.
      const run: Run = {
        state,
        vehicleId: vehicle.id,
        report,
        at,
        minute,
        night: isNight(minute),
        from: last,
        connectionAt,
        late,
        found,
      };
      patterns?.(run, begun);
      // Only what the terminal found counts in reports that come a little late.
      if (isOlder) return found;
      if (!usable(report)) {
        checks.unplaced(run);
        return found;
      }
      if (!admits(run)) return found;
      const roadOf = nearestRoad(run, roads, vehicle);
      for (const candidates of judges)
        for (const { holds, judge } of candidates)
          if (holds(at)) {
            judge(run, roadOf);
            break;
          }
      if (areas.size > 0) areas.judge(run);
      if (risks.size > 0) risks.judge(run, vehicle.knows);
      if (checks.any) checks.placed(run, roadOf);
      const { lng, lat, speedKmh } = report;
      if (last === null) state.last = { at, lng, lat, kmh: speedKmh };
      else {
        last.at = at;
        last.lng = lng;
        last.lat = lat;
        last.kmh = speedKmh;
      }
      return found;
    },
    bridge: (live, report, at) => {
      if (usable(report)) checks.bridge(live, { at, lng: report.lng, lat: report.lat });
    },
    timingOf: (typeId, source, at) => {
      const base =
        timings.get(keyOf(typeId, source)) ??
        areas.timingOf(typeId, source) ??
        CHECK_TIMINGS[typeId] ??
        RISK_TIMINGS[typeId] ??
        PATTERN_TIMINGS[typeId] ??
        OWN[typeId] ??
        defaultTiming(typeId);
      const delay = NEVER_DELAYED.has(typeId) ? undefined : delayed(typeId, at);
      const plan = planned(typeId, at);
      if (delay === undefined && plan === undefined) return base;
      return {
        raiseMs: base.raiseMs + (delay?.raiseDelay ?? 0) * 1000,
        minTimes: Math.max(base.minTimes, delay?.minTimes ?? 1),
        endMs: delay === undefined ? base.endMs : delay.endDelay * 1000,
        mergeMs: plan === undefined ? base.mergeMs : plan.mergeGap * 1000,
        repeatMs: base.repeatMs,
      };
    },
    planOf: planned,
  };
}

const ONCE: AlarmTiming = { raiseMs: 0, minTimes: 1, endMs: 0, mergeMs: 0, repeatMs: 0 };
/** Timings of types whose source is neither a scheme nor a geofence. */
const OWN: Readonly<Record<number, AlarmTiming>> = { 109: ONCE, [DRIFT]: { ...ONCE, mergeMs: 60_000 } };

const keyOf = (typeId: number, source: number): number => typeId * 4_294_967_296 + source;

/** The road of a report, cached for rules that ask with the same distance. */
function nearestRoad({ report }: Run, roads: Roads, { knows }: RuleVehicle): RoadOf {
  if (roads.size === 0) return () => undefined;
  let asked = -1;
  let road: Road | undefined;
  return (metres) => {
    if (metres !== asked) {
      asked = metres;
      road = roads.match(report.lng, report.lat, report.heading, metres, knows);
    }
    return road;
  };
}

/** Rows of the first active scheme of a type, by alarm type. */
function rowsInForce<C extends '130101' | '130108'>(schemes: readonly RuleScheme[], kind: C) {
  type Row = ParamsOf[C]['types'][number];
  const compiled = schemes
    .filter((scheme): scheme is RuleScheme<C> => scheme.kind === kind)
    .map((scheme) => ({
      holds: inForce(scheme),
      rows: new Map((scheme.params.types as readonly Row[]).map((row) => [row.typeId, row])),
    }));
  return (typeId: number, at: number): Row | undefined => compiled.find(({ holds }) => holds(at))?.rows.get(typeId);
}

const isKind = <C extends EngineKind>(scheme: RuleScheme, kind: C): scheme is RuleScheme<C> => scheme.kind === kind;

/** The judge of a scheme; undefined: the type is evaluated elsewhere. */
function judgeOf(scheme: RuleScheme, vehicle: RuleVehicle, { spots, timeZone }: SharedRuleData): Judge | undefined {
  const { id, level } = scheme;
  if (isKind(scheme, '130102')) return overspeed(id, scheme.params, vehicle.vehicleClass);
  if (isKind(scheme, '130104'))
    return bannedAtNight(scheme.params, vehicle.id, vehicle.industry) ? nightDriving(id, scheme.params, level) : undefined;
  if (isKind(scheme, '130111')) return roadWarning(scheme.params, level, { spots, knows: vehicle.knows, timeZone });
  if (isKind(scheme, '130112')) return fatigue(id, scheme.params, level);
  if (isKind(scheme, '130113')) return roadSpeed(id, scheme.params, vehicle.vehicleClass);
  return undefined;
}

const seconds = (value: number): number => value * 1000;
const minutes = (value: number): number => value * 60_000;

/** Timings of the alarm types that a scheme raises. */
function timingsOf(scheme: RuleScheme): [typeId: number, timing: AlarmTiming][] {
  const base = { raiseMs: 0, minTimes: 1, endMs: 10_000, mergeMs: 60_000, repeatMs: 300_000 };
  if (isKind(scheme, '130102')) {
    const timing = { ...base, raiseMs: seconds(scheme.params.duration), repeatMs: seconds(scheme.params.repeat) };
    return [100, 101, 103].map((typeId) => [typeId, timing]);
  }
  if (isKind(scheme, '130113'))
    return [102, 103].map((typeId) => [typeId, { ...base, raiseMs: seconds(scheme.params.duration) }]);
  if (isKind(scheme, '130104')) {
    const { moving, repeat } = scheme.params;
    return [[108, { ...base, raiseMs: minutes(moving), endMs: minutes(1), repeatMs: minutes(repeat) }]];
  }
  if (isKind(scheme, '130112')) {
    const timing = { ...base, endMs: minutes(1), mergeMs: minutes(5), repeatMs: minutes(scheme.params.repeat) };
    return [104, 105, 106, 107].map((typeId) => [typeId, timing]);
  }
  return [];
}
