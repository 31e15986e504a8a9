import type { AlarmLevel } from '@fleetwarden/domain/alarm-bits';
import type { AlarmInfo } from '@fleetwarden/domain/alarm-item';

/**
 * Turns conditions in reports (terminal bits, platform rules) into alarms with a start and an end. Pure and deterministic: a
 * replay gives the same alarms with the same gids, so storing them is idempotent.
 */

/** A condition that holds in a report. */
export type Condition = {
  readonly typeId: number;
  /** Distinguishes sources of one type: the id of a rule or geofence; 0 for the terminal. Below 2^32. */
  readonly source: number;
  readonly level: AlarmLevel;
  /** Measured value and limit in the type's unit; null: none. */
  readonly value: number | null;
  readonly limit: number | null;
  readonly info?: AlarmInfo | null;
};

/** Debounce times of an alarm type, ms. */
export type AlarmTiming = {
  /** A condition must hold this long before the alarm is raised ... */
  readonly raiseMs: number;
  /** ... and in this many reports. */
  readonly minTimes: number;
  /** It must be absent this long before the alarm ends. */
  readonly endMs: number;
  /** A repetition within this after the end continues the alarm. */
  readonly mergeMs: number;
  /** Interval of repeated events while the alarm lasts; 0: none. */
  readonly repeatMs: number;
};

export const DEFAULT_TIMING: AlarmTiming = { raiseMs: 0, minTimes: 1, endMs: 10_000, mergeMs: 60_000, repeatMs: 300_000 };

/**
 * An alarm ends with its last report after this silence, ms (screen catalogue 6). Report catalogue 3.7 has five minutes for
 * overspeeds; reports use stored alarms, which the rules define.
 */
export const SILENCE_MS = 600_000;
/** Alarms of one vehicle and type within STORM_WINDOW_MS; further ones continue the last one. */
const STORM_ALARMS = 20;
const STORM_WINDOW_MS = 600_000;

/** A report as the state machine sees it. `at`: the terminal's time if believable, else ours, epoch ms. */
export type Moment = {
  readonly at: number;
  readonly lng: number;
  readonly lat: number;
  readonly speedKmh: number;
  /** Kilometres since the report before. */
  readonly km: number;
};

/** An alarm. Times are epoch ms, positions WGS-84 degrees, speeds km/h. */
export type Occurrence = {
  readonly typeId: number;
  readonly source: number;
  level: AlarmLevel;
  startAt: number;
  startLng: number;
  startLat: number;
  startKmh: number;
  /** The last report with the condition. */
  lastAt: number;
  lastLng: number;
  lastLat: number;
  maxKmh: number;
  /** Kilometres from the start to the last report with the condition; absent: unknown. */
  km?: number | undefined;
  /** The highest measured value, with its limit. */
  value: number | null;
  limit: number | null;
  /** Number of events: 1 when raised. */
  times: number;
  /** Part of an alarm storm. */
  storm: boolean;
  /** Details of the first report. */
  readonly info?: AlarmInfo;
};

/** State of an alarm. `pending`: not raised yet; `held`: ended, may still continue. Plain JSON. */
export type Tracked = Occurrence & {
  phase: 'pending' | 'raised' | 'held';
  seen: number;
  toldAt: number;
  /** Kilometres since the last report with the condition. */
  kmSince?: number | undefined;
};

/** Alarm state of a vehicle between reports. Plain JSON; absent when empty. */
export type AlarmState = {
  tracked: Tracked[];
  /** Recent start times by type. */
  recent?: Record<string, number[]> | undefined;
  /** The last place of late reports, while alarms are tracked. */
  place?: Pick<Moment, 'lng' | 'lat' | 'speedKmh'> | undefined;
};

/**
 * `raised`: new. `continued`: lasts, or continues after its end. `ended`: with its last report. `brief`: ended before it was
 * raised; no notification.
 */
export type AlarmEvent = {
  readonly type: 'alarm.raised' | 'alarm.continued' | 'alarm.ended' | 'alarm.brief';
  readonly alarm: Readonly<Occurrence>;
};

export type TimingOf = (typeId: number, source: number) => AlarmTiming;

export const noAlarms = (): AlarmState => ({ tracked: [] });

/** Processes the conditions of one report, in order of time. Changes `state`; older reports change nothing. */
export function updateOccurrences(
  state: AlarmState,
  moment: Moment,
  conditions: readonly Condition[],
  timingOf: TimingOf,
): AlarmEvent[] {
  const events: AlarmEvent[] = [];
  if (state.tracked.length > 0) endSilent(state, moment.at, events);
  // states of an earlier version have no kilometres
  for (const tracked of state.tracked) if (tracked.kmSince !== undefined) tracked.kmSince += moment.km;
  for (const condition of conditions) {
    const at = state.tracked.findIndex(({ typeId, source }) => typeId === condition.typeId && source === condition.source);
    const known = state.tracked[at];
    if (known === undefined) state.tracked.push(begin(condition, moment));
    else if (isPast(known, moment.at, timingOf)) state.tracked[at] = begin(condition, moment);
    else if (moment.at >= known.lastAt) goOn(known, condition, moment);
  }
  let gone: Set<Tracked> | undefined;
  // Look up each timing once: the lookup searches plans and delays.
  for (const tracked of state.tracked) {
    const timing = timingOf(tracked.typeId, tracked.source);
    if (tracked.lastAt === moment.at) raise(state, tracked, moment.at, timing, events);
    else {
      fade(tracked, moment.at, timing, events);
      if (isOver(tracked, moment.at, timing)) gone = (gone ?? new Set()).add(tracked);
    }
  }
  if (gone !== undefined) state.tracked = without(state.tracked, gone);
  return events;
}

const without = (tracked: readonly Tracked[], gone: ReadonlySet<Tracked>): Tracked[] => tracked.filter((one) => !gone.has(one));

/** Ends silent alarms; `now` by our clock. Changes `state`. */
export function endSilent(state: AlarmState, now: number, events: AlarmEvent[] = []): AlarmEvent[] {
  if (!state.tracked.some(({ lastAt }) => now - lastAt > SILENCE_MS)) return events;
  state.tracked = state.tracked.filter((tracked) => {
    if (now - tracked.lastAt <= SILENCE_MS) return true;
    if (tracked.phase !== 'held') events.push(event(tracked.phase === 'raised' ? 'alarm.ended' : 'alarm.brief', tracked));
    return false;
  });
  return events;
}

/** Ends all alarms with their last report. Changes `state`. */
export function endAll(state: AlarmState): AlarmEvent[] {
  const events: AlarmEvent[] = [];
  for (const tracked of state.tracked)
    if (tracked.phase !== 'held') events.push(event(tracked.phase === 'raised' ? 'alarm.ended' : 'alarm.brief', tracked));
  state.tracked = [];
  return events;
}

/** Gid of an alarm: 32 hex digits of vehicle, start, type and source, as a UUID. */
export function alarmGid(
  vehicleId: number,
  { typeId, source, startAt }: Pick<Occurrence, 'typeId' | 'source' | 'startAt'>,
): string {
  const digits = hex(vehicleId, 8) + hex(startAt, 12) + hex(typeId, 4) + hex(source, 8);
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');

function begin({ typeId, source, level, value, limit, info }: Condition, { at, lng, lat, speedKmh }: Moment): Tracked {
  return {
    typeId,
    source,
    level,
    value,
    limit,
    startAt: at,
    startLng: lng,
    startLat: lat,
    startKmh: speedKmh,
    lastAt: at,
    lastLng: lng,
    lastLat: lat,
    maxKmh: speedKmh,
    km: 0,
    kmSince: 0,
    times: 0,
    storm: false,
    phase: 'pending',
    seen: 1,
    toldAt: 0,
    ...(info && { info }),
  };
}

function goOn(tracked: Tracked, condition: Condition, moment: Moment): void {
  tracked.lastAt = moment.at;
  tracked.lastLng = moment.lng;
  tracked.lastLat = moment.lat;
  if (tracked.km !== undefined && tracked.kmSince !== undefined) tracked.km += tracked.kmSince;
  tracked.kmSince = tracked.km === undefined ? undefined : 0;
  tracked.maxKmh = Math.max(tracked.maxKmh, moment.speedKmh);
  tracked.level = Math.max(tracked.level, condition.level) as AlarmLevel;
  tracked.seen++;
  if (condition.value !== null && (tracked.value === null || condition.value > tracked.value)) {
    tracked.value = condition.value;
    tracked.limit = condition.limit;
  }
}

function raise(state: AlarmState, tracked: Tracked, at: number, timing: AlarmTiming, events: AlarmEvent[]): void {
  if (tracked.phase === 'pending') {
    if (at - tracked.startAt < timing.raiseMs || tracked.seen < timing.minTimes) return;
    tracked.storm = isStorm(state, tracked.typeId, at);
    tell(tracked, 'alarm.raised', at, events);
  } else if (tracked.phase === 'held') tell(tracked, 'alarm.continued', at, events);
  else if (timing.repeatMs > 0 && at - tracked.toldAt >= timing.repeatMs) tell(tracked, 'alarm.continued', at, events);
}

function tell(tracked: Tracked, type: AlarmEvent['type'], at: number, events: AlarmEvent[]): void {
  tracked.phase = 'raised';
  tracked.times++;
  tracked.toldAt = at;
  events.push(event(type, tracked));
}

/** Processes the absence of a condition in a report. */
function fade(tracked: Tracked, at: number, timing: AlarmTiming, events: AlarmEvent[]): void {
  if (at - tracked.lastAt < timing.endMs) return;
  if (tracked.phase === 'raised') {
    tracked.phase = 'held';
    events.push(event('alarm.ended', tracked));
  } else if (tracked.phase === 'pending') events.push(event('alarm.brief', tracked));
}

function isOver(tracked: Tracked, at: number, timing: AlarmTiming): boolean {
  const quietMs = at - tracked.lastAt;
  if (tracked.phase === 'pending') return quietMs > 0 && quietMs >= timing.endMs;
  // In a storm the alarm continues for the whole storm window.
  return tracked.phase === 'held' && quietMs >= Math.max(timing.endMs, tracked.storm ? STORM_WINDOW_MS : timing.mergeMs);
}

/** Whether an ended alarm can no longer continue: reports may be far apart. */
function isPast({ phase, lastAt, typeId, source, storm }: Tracked, at: number, timingOf: TimingOf): boolean {
  return phase === 'held' && at - lastAt > (storm ? STORM_WINDOW_MS : timingOf(typeId, source).mergeMs);
}

/** Whether alarms of this type come too fast; counts this one. */
function isStorm(state: AlarmState, typeId: number, at: number): boolean {
  const recent = (state.recent?.[typeId] ?? []).filter((raisedAt) => at - raisedAt < STORM_WINDOW_MS);
  recent.push(at);
  state.recent = { ...state.recent, [typeId]: recent.slice(-STORM_ALARMS) };
  return recent.length >= STORM_ALARMS;
}

/** Deletes start times that no longer matter at `at`. Changes `state`. */
export function forgetRecent(state: AlarmState, at: number): void {
  const { recent } = state;
  if (recent === undefined) return;
  // Runs with every location of a vehicle with recent alarms; usually nothing has expired.
  let isPast = false;
  for (const typeId in recent) isPast ||= isForgotten(recent[typeId]!, at);
  if (!isPast) return;
  const kept = Object.entries(recent).filter(([, raised]) => !isForgotten(raised, at));
  if (kept.length > 0) state.recent = Object.fromEntries(kept);
  else state.recent = undefined;
}

const isForgotten = (raised: readonly number[], at: number): boolean => at - raised[raised.length - 1]! >= STORM_WINDOW_MS;

const event = (
  type: AlarmEvent['type'],
  { phase: _phase, seen: _seen, toldAt: _toldAt, kmSince: _kmSince, ...alarm }: Tracked,
): AlarmEvent => ({
  type,
  alarm,
});
