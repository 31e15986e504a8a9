import type { AlarmLevel } from '@fleetwarden/domain/alarm-bits';
import type { AlarmInfo } from '@fleetwarden/domain/alarm-item';

/**
 * From what is so in each report of a vehicle to alarms with a beginning and an end. One machine for all of them, whoever says so: a bit
 * of the terminal or a rule of the platform. Pure, and the same again when positions are gone through again after a crash: an alarm's
 * number follows from what it is, so storing it twice stores it once.
 */

/** Something that is so in a report. */
export type Condition = {
  readonly typeId: number;
  /** Which of several that raise this kind: a rule's or an area's number; 0 for the terminal itself. Below 2^32. */
  readonly source: number;
  readonly level: AlarmLevel;
  /** What was measured and what is allowed, in the kind's unit; null where there is no such thing. */
  readonly value: number | null;
  readonly limit: number | null;
  readonly info?: AlarmInfo | null;
};

/** How long a kind must be so, and not be so any more, before anything is said of it, ms. */
export type AlarmTiming = {
  /** So long before it is raised ... */
  readonly raiseMs: number;
  /** ... and in so many reports. */
  readonly minTimes: number;
  /** Not so for so long before it has ended. */
  readonly endMs: number;
  /** One that is so again within this after its end goes on as the same alarm. */
  readonly mergeMs: number;
  /** While it lasts it is told again each time this has passed; 0: never. */
  readonly repeatMs: number;
};

export const DEFAULT_TIMING: AlarmTiming = { raiseMs: 0, minTimes: 1, endMs: 10_000, mergeMs: 60_000, repeatMs: 300_000 };

/**
 * Silence after which what was so is taken to have ended with the last report, ms (screen catalogue 6, machine of the rules). Report
 * catalogue 3.7 has five minutes for overspeeds; reports count what is stored, and what that is the rules say.
 */
export const SILENCE_MS = 600_000;
/** Alarms of one vehicle and kind within STORM_WINDOW_MS; what comes beyond them goes on as the last of them. */
const STORM_ALARMS = 20;
const STORM_WINDOW_MS = 600_000;

/** What of a report the machine looks at. `at`: the terminal's time where it can be believed, else ours, epoch ms. */
export type Moment = { readonly at: number; readonly lng: number; readonly lat: number; readonly speedKmh: number };

/** An alarm. Times are epoch ms, places WGS-84 degrees, speeds km/h. */
export type Occurrence = {
  readonly typeId: number;
  readonly source: number;
  level: AlarmLevel;
  startAt: number;
  startLng: number;
  startLat: number;
  startKmh: number;
  /** The last report in which it was so. */
  lastAt: number;
  lastLng: number;
  lastLat: number;
  maxKmh: number;
  /** The most that was measured, with the limit that held then. */
  value: number | null;
  limit: number | null;
  /** Times it was told: 1 when it is raised. */
  times: number;
  /** Of so many that came too quickly one after the other. */
  storm: boolean;
  /** As it was said when it began. */
  readonly info?: AlarmInfo;
};

/** Where an alarm is. `pending`: not raised yet; `held`: ended, and may go on yet. Plain JSON. */
export type Tracked = Occurrence & { phase: 'pending' | 'raised' | 'held'; seen: number; toldAt: number };

/** What of a vehicle's alarms is kept between reports. Plain JSON; absent where there is nothing. */
export type AlarmState = {
  tracked: Tracked[];
  /** When alarms of a kind were raised of late. */
  recent?: Record<string, number[]> | undefined;
};

/**
 * `raised`: it is one now. `continued`: it lasts, or goes on after all. `ended`: with its last report. `brief`: it was over before it
 * was raised; nobody is called for it.
 */
export type AlarmEvent = {
  readonly type: 'alarm.raised' | 'alarm.continued' | 'alarm.ended' | 'alarm.brief';
  readonly alarm: Readonly<Occurrence>;
};

export type TimingOf = (typeId: number, source: number) => AlarmTiming;

export const noAlarms = (): AlarmState => ({ tracked: [] });

/** Takes what is so in one report, in order of time. Changes `state`; reports that are older than what is known change nothing. */
export function takeConditions(
  state: AlarmState,
  moment: Moment,
  conditions: readonly Condition[],
  timingOf: TimingOf,
): AlarmEvent[] {
  const events: AlarmEvent[] = [];
  if (state.tracked.length > 0) endSilent(state, moment.at, events);
  for (const condition of conditions) {
    const at = state.tracked.findIndex(({ typeId, source }) => typeId === condition.typeId && source === condition.source);
    const known = state.tracked[at];
    if (known === undefined) state.tracked.push(begin(condition, moment));
    else if (isPast(known, moment.at, timingOf)) state.tracked[at] = begin(condition, moment);
    else if (moment.at >= known.lastAt) goOn(known, condition, moment);
  }
  let gone: Set<Tracked> | undefined;
  // the timing of each is asked once: it is looked up among plans and delays
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

/** Ends what has been silent for too long, `now` by our clock. Changes `state`. */
export function endSilent(state: AlarmState, now: number, events: AlarmEvent[] = []): AlarmEvent[] {
  if (!state.tracked.some(({ lastAt }) => now - lastAt > SILENCE_MS)) return events;
  state.tracked = state.tracked.filter((tracked) => {
    if (now - tracked.lastAt <= SILENCE_MS) return true;
    if (tracked.phase !== 'held') events.push(event(tracked.phase === 'raised' ? 'alarm.ended' : 'alarm.brief', tracked));
    return false;
  });
  return events;
}

/** Ends all of it, each with its last report. Changes `state`. */
export function endAll(state: AlarmState): AlarmEvent[] {
  const events: AlarmEvent[] = [];
  for (const tracked of state.tracked)
    if (tracked.phase !== 'held') events.push(event(tracked.phase === 'raised' ? 'alarm.ended' : 'alarm.brief', tracked));
  state.tracked = [];
  return events;
}

/** An alarm's number: 32 hex digits that say vehicle, beginning, kind and source, in the form of a UUID. */
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

/** What is not so in this report. */
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
  // in a storm it goes on as the same for as long as a storm is looked at
  return tracked.phase === 'held' && quietMs >= Math.max(timing.endMs, tracked.storm ? STORM_WINDOW_MS : timing.mergeMs);
}

/** Whether one that has ended did so too long ago to go on: reports may be far apart, and none have come since that would have told. */
function isPast({ phase, lastAt, typeId, source, storm }: Tracked, at: number, timingOf: TimingOf): boolean {
  return phase === 'held' && at - lastAt > (storm ? STORM_WINDOW_MS : timingOf(typeId, source).mergeMs);
}

/** Whether alarms of this kind come too quickly; counts this one. */
function isStorm(state: AlarmState, typeId: number, at: number): boolean {
  const recent = (state.recent?.[typeId] ?? []).filter((raisedAt) => at - raisedAt < STORM_WINDOW_MS);
  recent.push(at);
  state.recent = { ...state.recent, [typeId]: recent.slice(-STORM_ALARMS) };
  return recent.length >= STORM_ALARMS;
}

/** Drops how often kinds were raised where that is of no more matter at `at`. Changes `state`. */
export function forgetRecent(state: AlarmState, at: number): void {
  const { recent } = state;
  if (recent === undefined) return;
  // asked with every location of a vehicle that had an alarm of late: mostly all of them still matter
  let isPast = false;
  for (const typeId in recent) isPast ||= isForgotten(recent[typeId]!, at);
  if (!isPast) return;
  const kept = Object.entries(recent).filter(([, raised]) => !isForgotten(raised, at));
  if (kept.length > 0) state.recent = Object.fromEntries(kept);
  else state.recent = undefined;
}

const isForgotten = (raised: readonly number[], at: number): boolean => at - raised[raised.length - 1]! >= STORM_WINDOW_MS;

const event = (type: AlarmEvent['type'], { phase: _phase, seen: _seen, toldAt: _toldAt, ...alarm }: Tracked): AlarmEvent => ({
  type,
  alarm,
});
