import { findAlarmType } from '@fleetwarden/domain/alarm-types';
import { HOUR_MS, MINUTE_MS } from '@fleetwarden/domain/durations';
import { greatCircleKm } from '@fleetwarden/domain/geometry';
import { accOn, isFixed } from '@fleetwarden/domain/status-bits';
import type { AlarmTiming } from '../alarms/occurrences.ts';
import { bridgeHole, holesOf } from './holes.ts';
import type { ChecksState } from './judge-states.ts';
import type { Road } from './roads.ts';
import { MOVING_KMH, type PointBefore, type RuleState, type Run } from './run.ts';

const [PARKED, STOPPED, MOVED, NO_FIX, GAP, SPEED_DIFF] = [118, 119, 120, 122, 124, 126];
const [EXPIRED, FUEL_DROP, REFUEL, SERVICE] = [127, 130, 131, 137];
const MOTORWAY = 1;
/** How near a motorway must be for a stop to be one on it, m. */
const MATCH_M = 30;
/** Window for comparing fuel levels. */
const FUEL_MS = 5 * MINUTE_MS;
/** A standing vehicle moves less, m: receiver noise. */
const STANDING_M = 100;

/** Enabled checks (rows of ALARM_TYPES) and their limits, from the platform settings. */
export type CheckValues = {
  readonly on: ReadonlySet<number>;
  readonly longStopMinutes: number;
  readonly motorwayStopMinutes: number;
  readonly offlineMoveMetres: number;
  readonly noFixMinutes: number;
  readonly gapMinutes: number;
  readonly gapKm: number;
  readonly recorderKmh: number;
  readonly fuelLossLitres: number;
  readonly fuelGainLitres: number;
};

/** Validity of papers and service from the vehicle record, epoch ms; null: no end known. */
export type Validity = { readonly papersUntil: number | null; readonly serviceUntil: number | null };

const LASTING: AlarmTiming = { raiseMs: 0, minTimes: 1, endMs: 30_000, mergeMs: 300_000, repeatMs: 0 };
const MOMENT: AlarmTiming = { raiseMs: 0, minTimes: 1, endMs: 0, mergeMs: 0, repeatMs: 0 };
export const CHECK_TIMINGS: Readonly<Record<number, AlarmTiming>> = {
  [PARKED!]: LASTING,
  [STOPPED!]: LASTING,
  [NO_FIX!]: LASTING,
  [SPEED_DIFF!]: { ...LASTING, raiseMs: MINUTE_MS },
  [EXPIRED!]: { ...LASTING, mergeMs: HOUR_MS },
  [SERVICE!]: { ...LASTING, mergeMs: HOUR_MS },
  [MOVED!]: MOMENT,
  [GAP!]: MOMENT,
  [FUEL_DROP!]: { ...MOMENT, mergeMs: FUEL_MS },
  [REFUEL!]: { ...MOMENT, mergeMs: FUEL_MS },
};

type Check = (run: Run, checks: ChecksState, roadOf: (metres: number) => Road | undefined) => void;

/** The platform's own checks of a report (screen catalogue 6.3). */
export function createChecks(values: CheckValues, { papersUntil, serviceUntil }: Validity) {
  const { on } = values;
  const table: readonly (readonly [types: readonly number[], check: Check])[] = [
    [[PARKED!, STOPPED!], standing(values)],
    [[MOVED!], movedOffline(values)],
    [[GAP!], holesOf(values, ({ found }, km) => say(found, GAP!, km, values.gapKm))],
    [[SPEED_DIFF!], speedDifference(values)],
    [[FUEL_DROP!, REFUEL!], fuelLevel(values)],
    [
      [EXPIRED!],
      papersUntil === null
        ? nothing
        : ({ at, report, found }) => {
            if (at >= papersUntil && report.speedKmh >= MOVING_KMH) say(found, EXPIRED!, null, null);
          },
    ],
    [
      [SERVICE!],
      serviceUntil === null
        ? nothing
        : ({ at, found }) => {
            if (at >= serviceUntil) say(found, SERVICE!, null, null);
          },
    ],
  ];
  const checks = table.flatMap(([types, check]) => (check !== nothing && types.some((type) => on.has(type)) ? [check] : []));
  const blind = on.has(NO_FIX!) ? withoutFix(values) : undefined;
  return {
    any: checks.length > 0 || blind !== undefined,
    /** Checks a report with a position. */
    placed: (run: Run, roadOf: (metres: number) => Road | undefined): void => {
      const state = run.state.checks ?? emptyChecks();
      state.blind = undefined;
      for (const check of checks) check(run, state, roadOf);
      keep(run, state);
      filterOff(run, on);
    },
    /** A late point, which makes a hole in the live track smaller. */
    bridge: (live: RuleState, point: Omit<PointBefore, 'kmh'>): void => {
      if (on.has(GAP!)) bridgeHole(live, point, values.gapMinutes * MINUTE_MS, emptyChecks);
    },
    /** Checks a report without a position. */
    unplaced: (run: Run): void => {
      if (blind === undefined) return;
      const state = run.state.checks ?? emptyChecks();
      blind(run, state, () => undefined);
      keep(run, state);
    },
  };
}

const nothing: Check = () => undefined;

/** All members at once: V8 is slow with objects that grow. */
const emptyChecks = (): ChecksState => ({ stop: undefined, blind: undefined, fuel: undefined, hole: undefined });

function keep(run: Run, state: ChecksState): void {
  const { stop, blind, fuel, hole } = state;
  const isEmpty = stop === undefined && blind === undefined && fuel === undefined && hole === undefined;
  run.state.checks = isEmpty ? undefined : state;
}

/** Drops the disabled type of a check that finds two. */
function filterOff({ found }: Run, on: ReadonlySet<number>): void {
  for (let i = found.length - 1; i >= 0; i--) {
    const { typeId } = found[i]!;
    if (CHECK_TIMINGS[typeId] !== undefined && !on.has(typeId)) found.splice(i, 1);
  }
}

function standing({ longStopMinutes, motorwayStopMinutes }: CheckValues): Check {
  return ({ report, at, found }, checks, roadOf) => {
    const { lng, lat, speedKmh, heading } = report;
    const { stop } = checks;
    if (speedKmh >= MOVING_KMH || (stop && greatCircleKm(lng, lat, stop[1], stop[2]) * 1000 > STANDING_M)) {
      checks.stop = undefined;
      if (speedKmh >= MOVING_KMH) return;
    }
    checks.stop ??= [at, lng, lat];
    const minutes = Math.floor((at - checks.stop[0]) / MINUTE_MS);
    if (minutes >= longStopMinutes) say(found, PARKED!, minutes, longStopMinutes);
    if (minutes >= motorwayStopMinutes && heading >= 0 && roadOf(MATCH_M)?.grade === MOTORWAY)
      say(found, STOPPED!, minutes, motorwayStopMinutes);
  };
}

/** The vehicle stood, was offline, and is now elsewhere. */
function movedOffline({ offlineMoveMetres }: CheckValues): Check {
  return ({ report, from, at, connectionAt, found }) => {
    if (from === null) return;
    const silentMs = at - from.at;
    // Most intervals are a few seconds: skip the distance.
    if (silentMs <= MINUTE_MS || from.kmh >= MOVING_KMH) return;
    const metres = greatCircleKm(from.lng, from.lat, report.lng, report.lat) * 1000;
    // A point from before the connection was stored by the terminal: its way is known.
    const wasOffline = connectionAt > from.at && connectionAt <= Math.min(report.receivedAt, at + MINUTE_MS);
    if (wasOffline && metres > offlineMoveMetres) say(found, MOVED!, Math.round(metres), offlineMoveMetres);
  };
}

function speedDifference({ recorderKmh }: CheckValues): Check {
  return ({ report, found }) => {
    if (report.recorderKmh === null) return;
    const difference = Math.abs(report.speedKmh - report.recorderKmh);
    if (difference > recorderKmh) say(found, SPEED_DIFF!, Math.round(difference * 10) / 10, recorderKmh);
  };
}

function fuelLevel({ fuelLossLitres, fuelGainLitres }: CheckValues): Check {
  return ({ report, at, found }, checks) => {
    const { fuelL, speedKmh } = report;
    if (fuelL === null || speedKmh >= MOVING_KMH) {
      checks.fuel = undefined;
      return;
    }
    const [since, litres] = checks.fuel ?? [at, fuelL];
    checks.fuel = at - since > FUEL_MS ? [at, fuelL] : [since, litres];
    const change = fuelL - litres;
    if (-change >= fuelLossLitres) say(found, FUEL_DROP!, -change, fuelLossLitres);
    else if (change >= fuelGainLitres) say(found, REFUEL!, change, fuelGainLitres);
    else return;
    checks.fuel = [at, fuelL];
  };
}

/** The engine runs without a fix. */
function withoutFix({ noFixMinutes }: CheckValues): Check {
  return ({ report, at, found }, checks) => {
    if (isFixed(report.statusBits) || !accOn(report.statusBits)) {
      checks.blind = undefined;
      return;
    }
    checks.blind ??= at;
    const minutes = Math.floor((at - checks.blind) / MINUTE_MS);
    if (minutes >= noFixMinutes) say(found, NO_FIX!, minutes, noFixMinutes);
  };
}

function say(found: Run['found'], typeId: number, value: number | null, limit: number | null): void {
  found.push({ typeId, source: 0, level: findAlarmType(typeId)!.level, value, limit });
}
