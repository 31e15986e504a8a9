import { ALARM_BITS, type AlarmLevel } from '@fleetwarden/domain/alarm-bits';
import { isSafetyAlarm } from '@fleetwarden/domain/alarm-counts';
import type { AlarmItem } from '@fleetwarden/domain/alarm-item';
import { findAlarmType } from '@fleetwarden/domain/alarm-types';
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

/** How reports become alarms. */
export type AlarmRules = {
  /** What the additional items of a report tell of, as they came (id, length, value). */
  readonly itemsOf: (extra: Uint8Array) => readonly AlarmItem[];
  readonly timingOf: TimingOf;
  /** What the platform's rules make of a vehicle's reports; undefined where none is for it. */
  readonly rulesOf?: (vehicleId: number) => VehicleRules | undefined;
};

/**
 * What of a vehicle's alarms is kept between reports, and what the rules keep: of the live picture, and apart from it of positions that
 * come late.
 */
export type AlarmStates = {
  alarms?: AlarmState | undefined;
  lateAlarms?: AlarmState | undefined;
  rules?: RuleState;
  lateRules?: RuleState;
};

/** An alarm's news. `late`: of positions that came late; nobody is called for it. */
export type VehicleAlarmEvent = AlarmEvent & { readonly late: boolean };

const NO_EVENTS: readonly VehicleAlarmEvent[] = Object.freeze([]);

/**
 * The alarms of one report, `at` by the clock it is judged by (the terminal's where that can be believed). `late`: it comes after newer
 * ones. Changes `states`.
 */
export function updateAlarms(
  states: AlarmStates & { readonly connectionAt: number },
  report: JudgedLocation,
  { at, late }: { readonly at: number; readonly late: boolean },
  rules: AlarmRules,
): readonly VehicleAlarmEvent[] {
  const own = rules.rulesOf?.(report.vehicleId);
  const said = conditionsOf(report.alarmBits, report.extra === null ? [] : rules.itemsOf(report.extra));
  const conditions =
    own === undefined ? said : together(planned(said, own, at), ruleConditions(states, report, { at, late, said }, own));
  const key = late ? 'lateAlarms' : 'alarms';
  const known = states[key];
  if (conditions.length === 0 && known === undefined) return NO_EVENTS;
  const state = known ?? noAlarms();
  states[key] = state;
  const { lng, lat, speedKmh } = report;
  const moment: Moment = { at, lng, lat, speedKmh };
  // late ones come in order within a message; what begins before the last is another stretch of the past
  const before = late && state.tracked.some(({ lastAt }) => lastAt > at) ? endAll(state) : [];
  const timingOf: TimingOf = own === undefined ? rules.timingOf : (typeId, source) => own.timingOf(typeId, source, at);
  const events = updateOccurrences(state, moment, conditions, timingOf);
  tidy(states, key, at);
  return before.length + events.length === 0 ? NO_EVENTS : marked([...before, ...events], late);
}

/**
 * Ends what has been silent for too long, `now` by our clock, which the terminal's is so far behind, ms. What came late ends by ours:
 * nothing follows it. Changes `states`.
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

/** The highest level among alarms of active safety that are in force; undefined: there is none. */
export function safetyLevel({ alarms }: AlarmStates): AlarmLevel | undefined {
  let highest: AlarmLevel | undefined;
  for (const { typeId, level, phase } of alarms?.tracked ?? [])
    if (phase === 'raised' && isSafetyAlarm(typeId) && level > (highest ?? 0)) highest = level;
  return highest;
}

const NO_CONDITIONS: readonly Condition[] = Object.freeze([]);

/** What the terminal says is so. */
function conditionsOf(alarmBits: number, items: readonly AlarmItem[]): readonly Condition[] {
  if (alarmBits === 0 && items.length === 0) return NO_CONDITIONS;
  const conditions: Condition[] = [];
  for (const { bit, level } of ALARM_BITS)
    if ((alarmBits >>> bit) & 1) conditions.push({ typeId: bit, source: 0, level, value: null, limit: null });
  for (const { alarmNo, ...item } of items) conditions.push({ ...item, source: alarmNo });
  return conditions;
}

/** Of what a terminal says the plan in force has the level. */
function planned(said: readonly Condition[], own: VehicleRules, at: number): readonly Condition[] {
  if (said.length === 0) return said;
  return said.map((condition) => {
    const level = own.planOf(condition.typeId, at)?.level ?? condition.level;
    return level === condition.level ? condition : { ...condition, level };
  });
}

/** Both, without a copy where one is empty: mostly one or both are. */
const together = (some: readonly Condition[], others: readonly Condition[]): readonly Condition[] =>
  some.length === 0 ? others : others.length === 0 ? some : [...some, ...others];

/** The camera at the wheel sees another face (T/JSATL 12, item 0x65). */
const DRIVER_CHANGED = 83;
const isDriverChange = ({ typeId }: Condition): boolean => typeId === DRIVER_CHANGED;

const NOTHING_BEGUN: readonly number[] = Object.freeze([]);
/** The lowest level is that of events: nothing has happened. */
const LOWEST = 1;

/** Kinds of active safety among what a terminal says that it has not said of the same alarm before. */
const begunOf = (said: readonly Condition[], known: AlarmState | undefined): readonly number[] =>
  said.flatMap(({ typeId, source, level }) =>
    isSafetyAlarm(typeId) &&
    level > LOWEST &&
    !known?.tracked.some((tracked) => tracked.typeId === typeId && tracked.source === source)
      ? [typeId]
      : [],
  );

/** What rules find: late reports have clocks of their own, begun anew where they go back in time. */
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
  // most reports say nothing: they are looked at no further
  if (said.length === 0) return own.conditionsOf(state, report, { at, connectionAt, changed: false, begun: NOTHING_BEGUN });
  const begun = begunOf(said, states[late ? 'lateAlarms' : 'alarms']);
  return own.conditionsOf(state, report, { at, connectionAt, changed: said.some(isDriverChange), begun });
}

/** A rule that was broken for less than it allows was not broken, and what the platform finds was not so; of a terminal's bit even that is told. */
const isWorthTelling = ({ type, alarm }: AlarmEvent): boolean => {
  if (type !== 'alarm.brief') return true;
  const source = findAlarmType(alarm.typeId)?.source.kind;
  return source !== 'rule' && source !== 'platform';
};

const marked = (events: readonly AlarmEvent[], late: boolean): VehicleAlarmEvent[] =>
  events.filter(isWorthTelling).map((event) => ({ ...event, late }));

/** A vehicle without alarms carries nothing of them; how many there were of late is kept while it matters. */
function tidy(states: AlarmStates, key: 'alarms' | 'lateAlarms', at: number): void {
  const state = states[key]!;
  if (state.tracked.length > 0) return;
  forgetRecent(state, at);
  if (state.recent === undefined) states[key] = undefined;
}
