import { HOUR_MS } from '@fleetwarden/domain/durations';
import { countedKm, odometerStepKm } from '@fleetwarden/domain/mileage';
import { CLOCK_TOLERANCE_MS, QUALITY } from '@fleetwarden/domain/quality';
import type { TrackPoint } from '../drift.ts';
import { classify, type IntervalKind } from '../segments.ts';
import type { DriftPoint } from './drift-point.ts';
import { FIGURE, type Figures, NONE, SPEED_BANDS } from './figures.ts';
import { GAP, gapCause, gapKind, type PositionGap } from './gap.ts';
import { type AccRun, type AccSegment, accBetween, endRun, goOn, goOnOver, startRun } from './ignition.ts';
import { closeBefore, dayAt, type EndedDay, type OpenDay, REACH_MS, today } from './open-days.ts';

/** Figures of a vehicle's open days, and the state between reports. Plain JSON; the functions here change it. */
export type DaysState = {
  /** Oldest first. */
  open: OpenDay[];
  /** Last counted odometer reading; epoch ms (0: none) and km. */
  readingAt: number;
  readingKm: number;
  /** Time of the newest report (0: none), and whether the terminal had lost power. */
  heardAt: number;
  powerLost: boolean;
  /**
   * Since the last believed point: the longest silence in ms, whether power was lost before it, and the odometer reading then.
   */
  quietMs: number;
  quietPower: boolean;
  stepKm: number;
  acc: AccRun | null;
  /** Reports without a believable time, by day of arrival. */
  odd: OddDay;
};

/** A day's reports without a believable time. `last`: the content of the last one. */
export type OddDay = { startAt: number; endAt: number; count: number; last?: string | undefined };

/** Fields of a report that are counted. */
export type CountedReport = {
  readonly quality: number;
  readonly backfill: boolean;
  readonly receivedAt: number;
  readonly alarmBits: number;
  readonly odometerKm: number | null;
};

/** Receives ended days, segments and drift points; each list is in order of time. */
export type DaysOut = {
  readonly days: EndedDay[];
  readonly accs: AccSegment[];
  readonly gaps: PositionGap[];
  readonly drifts: DriftPoint[];
};

const FAULTS = 127;
/** Alarm bit 8: main power lost. */
const POWER_LOST = 1 << 8;
const BAND_KMH = 20;
/** A report that took longer to arrive was stored by the terminal. */
const STORED_MS = CLOCK_TOLERANCE_MS;

export function emptyDays(): DaysState {
  return {
    open: [],
    readingAt: 0,
    readingKm: NONE,
    heardAt: 0,
    powerLost: false,
    quietMs: 0,
    quietPower: false,
    stepKm: NONE,
    acc: null,
    odd: { startAt: 0, endAt: 0, count: 0 },
  };
}

/** Counts the newest report: quality, odometer, silence. Changes `state`. */
export function countReport(state: DaysState, at: number, report: CountedReport, timeZone: string, ended: EndedDay[]): void {
  const day = today(state.open, at, timeZone, ended);
  const { figures } = day;
  figures[FIGURE.pointTotal]!++;
  if ((report.quality & FAULTS) === 0) figures[FIGURE.pointValid]!++;
  if (report.quality !== 0) countQuality(figures, report.quality);
  if (report.backfill || report.receivedAt - at > STORED_MS) figures[FIGURE.backfillCount]!++;
  if (figures[FIGURE.firstAt] === 0) figures[FIGURE.firstAt] = at;
  figures[FIGURE.lastAt] = at;
  listen(state, at, (report.alarmBits & POWER_LOST) !== 0);
  if (report.odometerKm !== null) countReading(state, day, at, report.odometerKm, timeZone);
}

/** Counts a report without a believable time on its day of arrival; ignores repetitions. Changes `odd`. */
export function countOdd(
  odd: OddDay,
  content: string,
  receivedAt: number,
  dayOf: (at: number) => Pick<OddDay, 'startAt' | 'endAt'>,
): void {
  if (receivedAt < odd.startAt || content === odd.last) return;
  if (receivedAt >= odd.endAt) {
    const { startAt, endAt } = dayOf(receivedAt);
    odd.startAt = startAt;
    odd.endAt = endAt;
    odd.count = 0;
  }
  odd.count++;
  odd.last = content;
}

/**
 * Adds the step between two consecutive believed points, `km` by the great circle. `fresh`: the track restarted (drift.ts). Steps
 * over midnight, or over night and ban hours, are divided by time. Changes `state`.
 */
export function addStep(
  state: DaysState,
  a: TrackPoint,
  b: TrackPoint,
  km: number,
  fresh: boolean,
  timeZone: string,
  out: DaysOut,
): void {
  const { open } = state;
  const ms = b.at - a.at;
  if (ms > REACH_MS) {
    endRun(state.acc, out.accs);
    state.acc = null;
    closeBefore(open, b.at, out.days);
    forgetQuiet(state);
    return;
  }
  const kind = fresh ? 'split' : classify(a, b, km);
  const counted = fresh ? 0 : countedKm(km, b.speedKmh);
  const wrong = gapKind(a, b, km, fresh, state.quietMs);
  const whole = (wrong & GAP.incomplete) === 0;
  const accOn = accBetween(state.acc, a, b);
  const last = open[open.length - 1]!;
  if (a.at >= last.startAt) {
    addPart(last, a, a.at, b.at, ms, kind, counted, whole, accOn);
    noteSpeed(last.figures, a);
    noteSpeed(last.figures, b);
    if (wrong !== 0) noteGap(state, last, a, b, km, wrong, out.gaps);
    ignite(state, last, a, b, counted, kind, accOn, out.accs);
    // Only before the second believed point.
    if (open.length > 1) closeBefore(open, a.at, out.days);
  } else {
    const first = dayAt(open, a.at, timeZone);
    let day = first;
    for (let at = a.at; at < b.at; at = day.endAt) {
      day = dayAt(open, at, timeZone);
      addPart(day, a, at, Math.min(b.at, day.endAt), ms, kind, counted, whole, accOn);
    }
    noteSpeed(first.figures, a);
    noteSpeed(dayAt(open, b.at, timeZone).figures, b);
    if (wrong !== 0) noteGap(state, first, a, b, km, wrong, out.gaps);
    ignite(state, first, a, b, counted, kind, accOn, out.accs);
    closeBefore(open, b.at, out.days);
  }
  forgetQuiet(state);
}

function countQuality(figures: Figures, quality: number): void {
  if ((quality & QUALITY.coordinates) !== 0) figures[FIGURE.errCoord]!++;
  if ((quality & QUALITY.speed) !== 0) figures[FIGURE.errSpeed]!++;
  if ((quality & QUALITY.heading) !== 0) figures[FIGURE.errHeading]!++;
  if ((quality & QUALITY.altitude) !== 0) figures[FIGURE.errAltitude]!++;
  if ((quality & (QUALITY.plate | QUALITY.status)) !== 0) figures[FIGURE.errOther]!++;
  if ((quality & QUALITY.noFix) !== 0) figures[FIGURE.notFixed]!++;
}

function listen(state: DaysState, at: number, powerLost: boolean): void {
  const quietMs = state.heardAt === 0 ? 0 : at - state.heardAt;
  if (quietMs > state.quietMs) {
    state.quietMs = quietMs;
    state.quietPower = state.powerLost;
  }
  state.heardAt = at;
  state.powerLost = powerLost;
}

function forgetQuiet(state: DaysState): void {
  state.quietMs = 0;
  state.quietPower = false;
  state.stepKm = state.readingKm;
}

/** Any reading in order counts, with or without a fix: tunnels count too. */
function countReading(state: DaysState, day: OpenDay, at: number, km: number, timeZone: string): void {
  const { readingAt, readingKm } = state;
  if (day.figures[FIGURE.odoStart] === NONE) day.figures[FIGURE.odoStart] = km;
  day.figures[FIGURE.odoEnd] = km;
  state.readingAt = at;
  state.readingKm = km;
  if (state.stepKm === NONE) state.stepKm = km;
  const ms = at - readingAt;
  if (readingAt === 0 || ms > REACH_MS) return;
  const step = odometerStepKm(readingKm, km, ms);
  if (step === 0) return;
  if (readingAt >= day.startAt) {
    day.figures[FIGURE.odoKm]! += step;
    return;
  }
  // Distance before the first open day is added to that day, so that sums over days stay complete.
  for (let from = readingAt; from < at; ) {
    const part = dayAt(state.open, from, timeZone);
    const until = Math.min(at, part.endAt);
    part.figures[FIGURE.odoKm]! += (step * (until - from)) / ms;
    from = until;
  }
}

/** The part of a step from `from` to `until` within `day`; `ms` and kilometres are those of the whole step. */
function addPart(
  { startAt, endAt, figures }: OpenDay,
  a: TrackPoint,
  from: number,
  until: number,
  ms: number,
  kind: IntervalKind,
  km: number,
  whole: boolean,
  accOn: boolean,
): void {
  const partMs = until - from;
  if (km > 0) {
    const partKm = partMs === ms ? km : (km * partMs) / ms;
    figures[FIGURE.gnssKm]! += partKm;
    figures[whole ? FIGURE.trackOkKm : FIGURE.trackGapKm]! += partKm;
  }
  if (kind === 'split') return;
  if (accOn) figures[FIGURE.accOnMs]! += partMs;
  if (kind === 'stand') figures[a.accOn ? FIGURE.idleMs : FIGURE.parkMs]! += partMs;
  if (kind !== 'drive') return;
  figures[FIGURE.driveMs]! += partMs;
  figures[FIGURE.band + Math.min(SPEED_BANDS - 1, Math.max(0, Math.floor(a.speedKmh / BAND_KMH)))]! += partMs;
  // Clocks change between 02:00 and 05:00: earlier hours count from the start of the day, later ones from its end.
  const sixAt = endAt - 18 * HOUR_MS;
  const twentyTwoAt = endAt - 2 * HOUR_MS;
  if (from >= sixAt && until <= twentyTwoAt) return;
  figures[FIGURE.nightDriveMs]! += Math.max(0, Math.min(until, sixAt) - from) + Math.max(0, until - Math.max(from, twentyTwoAt));
  const banMs = Math.min(until, endAt - 19 * HOUR_MS) - Math.max(from, startAt + 2 * HOUR_MS);
  if (banMs <= 0) return;
  figures[FIGURE.banDriveMs]! += banMs;
  figures[FIGURE.banKm]! += (km * banMs) / ms;
}

function noteSpeed(figures: Figures, { at, speedKmh }: TrackPoint): void {
  if (speedKmh <= figures[FIGURE.maxSpeed]!) return;
  figures[FIGURE.maxSpeed] = speedKmh;
  figures[FIGURE.maxSpeedAt] = at;
}

/** A gap belongs to the day in which it starts. */
function noteGap(
  state: DaysState,
  { figures }: OpenDay,
  a: TrackPoint,
  b: TrackPoint,
  km: number,
  kind: number,
  out: PositionGap[],
): void {
  if ((kind & GAP.broken) !== 0) {
    figures[FIGURE.gapCount]!++;
    figures[FIGURE.longestGapMs] = Math.max(figures[FIGURE.longestGapMs]!, b.at - a.at);
  }
  const odoDiffKm = state.stepKm === NONE || state.readingKm === NONE ? null : state.readingKm - state.stepKm;
  out.push({
    fromAt: a.at,
    fromLng: a.lng,
    fromLat: a.lat,
    toAt: b.at,
    toLng: b.lng,
    toLat: b.lat,
    distanceKm: km,
    odoDiffKm,
    kind,
    cause: gapCause(state.quietMs, state.quietPower),
  });
}

/** Ignition from `a`, within `day`, to `b`. */
function ignite(
  state: DaysState,
  day: OpenDay,
  a: TrackPoint,
  b: TrackPoint,
  km: number,
  kind: IntervalKind,
  accOn: boolean,
  out: AccSegment[],
): void {
  const run = state.acc;
  if (kind === 'split') {
    endRun(run, out);
    state.acc = null;
    return;
  }
  if (run === null || run.accOn !== accOn) {
    endRun(run, out);
    state.acc = startRun(a, accOn);
    if (accOn) day.figures[FIGURE.accOnCount]!++;
  }
  if (b.at < day.endAt) goOn(state.acc!, b, km);
  else state.acc = goOnOver(state.acc!, a, b, km, state.open, out);
}
