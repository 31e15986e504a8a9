import { ALARM_BITS, type AlarmLevel } from '@fleetwarden/domain/alarm-bits';
import { isSafetyAlarm } from '@fleetwarden/domain/alarm-counts';
import type { AlarmItem } from '@fleetwarden/domain/alarm-item';
import { findAlarmType } from '@fleetwarden/domain/alarm-types';
import { gnssStepKm } from '@fleetwarden/domain/mileage';
import { usable } from '@fleetwarden/domain/quality';
import type { JudgedLocation } from '../judged-location.ts';
import type { RuleState } from '../rules/run.ts';
import { emptyRules, type VehicleRules } from '../rules/vehicle-rules.ts';
import {
  type AlarmEvent,
  type AlarmState,
  type Condition,
  endAll,
  endSilent,
  forgetRecent,
  type Moment,
  noAlarms,
  type TimingOf,
  updateOccurrences,
} from './occurrences.ts';

/** Configuration of alarm detection. */
export type AlarmRules = {
  /** Decodes the additional items of a report (id, length, value). */
  readonly itemsOf: (extra: Uint8Array, vehicleId: number) => readonly AlarmItem[];
  readonly timingOf: TimingOf;
  /** Rules of a vehicle; undefined: none apply. */
  readonly rulesOf?: (vehicleId: number) => VehicleRules | undefined;
};

/** Alarm and rule state of a vehicle, separately for live and late positions. */
export type AlarmStates = {
  alarms?: AlarmState | undefined;
  lateAlarms?: AlarmState | undefined;
  rules?: RuleState;
  lateRules?: RuleState;
};

/** An alarm event. `late`: from late positions, without notification. */
export type VehicleAlarmEvent = AlarmEvent & { readonly late: boolean };

const NO_EVENTS: readonly VehicleAlarmEvent[] = Object.freeze([]);

/**
 * Detects the alarms of one report. `at`: the terminal's time if believable, else ours. `late`: older than the newest report.
 * `km`: driven since the live report before.
 * Changes `states`.
 */
export function updateAlarms(
  states: AlarmStates & { readonly connectionAt: number },
  report: JudgedLocation,
  { at, late, km }: { readonly at: number; readonly late: boolean; readonly km: number },
  rules: AlarmRules,
): readonly VehicleAlarmEvent[] {
  const own = rules.rulesOf?.(report.vehicleId);
  const said = conditionsOf(report.alarmBits, report.extra === null ? [] : rules.itemsOf(report.extra, report.vehicleId));
  const conditions =
    own === undefined ? said : together(planned(said, own, at), ruleConditions(states, report, { at, late, said }, own));
  const key = late ? 'lateAlarms' : 'alarms';
  const known = states[key];
  if (conditions.length === 0 && known === undefined) return NO_EVENTS;
  const state = known ?? noAlarms();
  states[key] = state;
  const { lng, lat, speedKmh } = report;
  // Late reports of a message are in order; an older one starts another range of the past.
  const before = late && state.tracked.some(({ lastAt }) => lastAt > at) ? endAll(state) : [];
  const moment: Moment = { at, lng, lat, speedKmh, km: late ? lateKm(state, report) : km };
  const timingOf: TimingOf = own === undefined ? rules.timingOf : (typeId, source) => own.timingOf(typeId, source, at);
  const events = updateOccurrences(state, moment, conditions, timingOf);
  tidy(states, key, at);
  return before.length + events.length === 0 ? NO_EVENTS : marked([...before, ...events], late);
}

/**
 * Ends silent alarms; `now` by our clock, `lagMs`: how far the terminal's clock is behind. Late alarms end by our clock. Changes
 * `states`.
 */
export function endSilentAlarms(states: AlarmStates, now: number, lagMs = 0): readonly VehicleAlarmEvent[] {
  const events: VehicleAlarmEvent[] = [];
  for (const key of ['alarms', 'lateAlarms'] as const) {
    const state = states[key];
    if (state === undefined) continue;
    const late = key === 'lateAlarms';
    events.push(...marked(endSilent(state, late ? now : now - lagMs), late));
    tidy(states, key, now);
  }
  return events;
}

/** Kilometres since the late report before. Changes `state`. */
function lateKm(state: AlarmState, report: JudgedLocation): number {
  if (!usable(report)) return 0;
  const { lng, lat, speedKmh } = report;
  const before = state.tracked.length === 0 ? undefined : state.place;
  state.place = { lng, lat, speedKmh };
  return before === undefined ? 0 : gnssStepKm(before, report);
}

/** Highest level of the current active-safety alarms; undefined: none. */
export function safetyLevel({ alarms }: AlarmStates): AlarmLevel | undefined {
  let highest: AlarmLevel | undefined;
  for (const { typeId, level, phase } of alarms?.tracked ?? [])
    if (phase === 'raised' && isSafetyAlarm(typeId) && level > (highest ?? 0)) highest = level;
  return highest;
}

const NO_CONDITIONS: readonly Condition[] = Object.freeze([]);

/** Conditions reported by the terminal. */
function conditionsOf(alarmBits: number, items: readonly AlarmItem[]): readonly Condition[] {
  if (alarmBits === 0 && items.length === 0) return NO_CONDITIONS;
  const conditions: Condition[] = [];
  for (const { bit, level } of ALARM_BITS)
    if ((alarmBits >>> bit) & 1) {
      const info = items.find(({ typeId, ofBit }) => ofBit && typeId === bit)?.info;
      conditions.push({ typeId: bit, source: 0, level, value: null, limit: null, ...(info && { info }) });
    }
  for (const { alarmNo, ofBit, ...item } of items) if (!ofBit) conditions.push({ ...item, source: alarmNo });
  return conditions;
}

/** Applies the active plan to the terminal's conditions. */
function planned(said: readonly Condition[], own: VehicleRules, at: number): readonly Condition[] {
  if (said.length === 0) return said;
  return said.map((condition) => {
    const level = own.planOf(condition.typeId, at)?.level ?? condition.level;
    return level === condition.level ? condition : { ...condition, level };
  });
}

/** Concatenates; returns one list unchanged if the other is empty, which is the usual case. */
const together = (some: readonly Condition[], others: readonly Condition[]): readonly Condition[] =>
  some.length === 0 ? others : others.length === 0 ? some : [...some, ...others];

/** The driver camera sees another face (T/JSATL 12, item 0x65). */
const DRIVER_CHANGED = 83;
const isDriverChange = ({ typeId }: Condition): boolean => typeId === DRIVER_CHANGED;

const NOTHING_BEGUN: readonly number[] = Object.freeze([]);
/** The lowest level, of events. */
const LOWEST = 1;

/** Active-safety types that are new in this report. */
const begunOf = (said: readonly Condition[], known: AlarmState | undefined): readonly number[] =>
  said.flatMap(({ typeId, source, level }) =>
    isSafetyAlarm(typeId) &&
    level > LOWEST &&
    !known?.tracked.some((tracked) => tracked.typeId === typeId && tracked.source === source)
      ? [typeId]
      : [],
  );

/** Conditions found by rules. Late reports have their own rule state, which restarts when time goes back. */
function ruleConditions(
  states: AlarmStates & { readonly connectionAt: number },
  report: JudgedLocation,
  { at, late, said }: { readonly at: number; readonly late: boolean; readonly said: readonly Condition[] },
  own: VehicleRules,
): readonly Condition[] {
  const key = late ? 'lateRules' : 'rules';
  const known = states[key];
  const state = known === undefined || (late && known.last !== null && known.last.at > at) ? emptyRules() : known;
  states[key] = state;
  const { connectionAt } = states;
  if (late && states.rules !== undefined) own.bridge(states.rules, report, at);
  // Most reports have no alarms: skip the rest.
  if (said.length === 0) return own.conditionsOf(state, report, { at, connectionAt, late, changed: false, begun: NOTHING_BEGUN });
  const begun = begunOf(said, states[late ? 'lateAlarms' : 'alarms']);
  return own.conditionsOf(state, report, { at, connectionAt, late, changed: said.some(isDriverChange), begun });
}

/** A violation shorter than the rule's minimum duration raises no event; terminal bits always do. */
const isWorthTelling = ({ type, alarm }: AlarmEvent): boolean => {
  if (type !== 'alarm.brief') return true;
  const source = findAlarmType(alarm.typeId)?.source.kind;
  return source !== 'rule' && source !== 'platform';
};

const marked = (events: readonly AlarmEvent[], late: boolean): VehicleAlarmEvent[] =>
  events.filter(isWorthTelling).map((event) => ({ ...event, late }));

/** Removes empty alarm state; recent counts stay while they matter. */
function tidy(states: AlarmStates, key: 'alarms' | 'lateAlarms', at: number): void {
  const state = states[key]!;
  if (state.tracked.length > 0) return;
  state.place = undefined;
  forgetRecent(state, at);
  if (state.recent === undefined) states[key] = undefined;
}
