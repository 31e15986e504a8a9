import type { AlarmLevel } from '@fleetwarden/domain/alarm-bits';
import { businessDay } from '@fleetwarden/domain/business-day';
import { countedKm, type MileageSource } from '@fleetwarden/domain/mileage';
import { QUALITY, usable } from '@fleetwarden/domain/quality';
import { isFixed } from '@fleetwarden/domain/status-bits';
import { type VehicleStatus, vehicleStatus } from '@fleetwarden/domain/vehicle-status';
import { type AlarmRules, safetyLevel, updateAlarms, type VehicleAlarmEvent } from './alarms/report-alarms.ts';
import { suspectClock } from './clock.ts';
import { addGnss, addReading, dayKm, rollDay } from './day-mileage.ts';
import { countDrift, type DriftPoint } from './days/drift-point.ts';
import { addStep, countOdd, countReport, type DaysOut, type OddDay } from './days/fold.ts';
import type { PositionGap } from './days/gap.ts';
import type { AccSegment } from './days/ignition.ts';
import type { EndedDay } from './days/open-days.ts';
import { admit, type TrackPoint } from './drift.ts';
import type { JudgedLocation } from './judged-location.ts';
import { type LivePoint, takeReport } from './live-point.ts';
import { openSegments, openSince, type Segments, trackPoint } from './rebuild.ts';
import { addInterval, type SegmentEvent } from './segments.ts';
import type { EngineState } from './vehicle-state.ts';
import { emptyVisits, updateVisits, type Visit, type Visiting } from './visits/fold.ts';
import type { GeofenceSnapshot } from './visits/geofence-snapshot.ts';

export type StatusChanged = {
  readonly type: 'status.changed';
  readonly from: VehicleStatus;
  readonly to: VehicleStatus;
  /** By our clock, epoch ms. */
  readonly at: number;
};

/** Ended days, segments and geofence visits. */
type DayEvent =
  | { readonly type: 'day.ended'; readonly day: EndedDay }
  | { readonly type: 'odd.ended'; readonly day: Readonly<OddDay> }
  | { readonly type: 'acc.ended'; readonly acc: AccSegment }
  | { readonly type: 'gap.ended'; readonly gap: PositionGap }
  | { readonly type: 'drift.found'; readonly drift: DriftPoint }
  | { readonly type: 'visit.ended'; readonly visit: Visit };

export type EngineEvent = SegmentEvent | DayEvent | StatusChanged | VehicleAlarmEvent;

export type EngineOptions = {
  readonly timeZone: string;
  readonly mileageSource: MileageSource;
  /** Default: no alarms. */
  readonly alarms?: AlarmRules;
  /** Geofences for visits; default: none. */
  readonly visits?: GeofenceSnapshot | undefined;
};

export type EngineResult = {
  readonly state: EngineState;
  readonly events: readonly EngineEvent[];
  /** Whether the live state changed; false for backfill and late reports. */
  readonly live: boolean;
};

/** The columns of `vehicle_latest`, as sent to consoles. */
export type Latest = Readonly<LivePoint> & {
  readonly stale: boolean;
  readonly dayKm: number;
  readonly online: boolean;
  readonly status: VehicleStatus;
  readonly statusSince: number;
};

/** Alarms this much older than the newest report are not late, ms. */
export const ALARM_GRACE_MS = 90_000;

/** Shared by all results without events. */
const NO_EVENTS: readonly EngineEvent[] = Object.freeze([]);

/**
 * Processes one report, in order of arrival, and changes `state`. Only a newest report with a believable time updates the live state,
 * mileage, trips and stops. Alarms of backfill and of reports over ALARM_GRACE_MS late have a separate state and notify no user;
 * rebuild.ts recalculates late positions. The live state shows fixes before the drift filter; without a believable time it is stale.
 */
export function onLocation(state: EngineState, report: JudgedLocation, options: EngineOptions): EngineResult {
  const run: Run = {
    state,
    timeZone: options.timeZone,
    events: null,
    vehicleId: report.vehicleId,
    ground: options.visits,
    km: 0,
  };
  state.mileageSource = options.mileageSource;
  if (!state.online && report.receivedAt > state.connectionAt) setConnection(state, true, report.receivedAt);
  const standing = report.backfill ? 'late' : standingOf(state, report);
  if (!hasBelievableTime(report)) countOddReport(run, report);
  if (standing !== 'late') {
    state.stale = standing === 'stale';
    state.point = takeReport(state.point, report, (report.quality & QUALITY.noFix) === 0);
    if (standing === 'newest') follow(run, report);
  }
  if (options.alarms !== undefined && !isKnown(state, report, standing)) {
    const at = hasBelievableTime(report) ? report.deviceAt : report.receivedAt;
    const late = standing === 'late' && !isJustPast(state, report);
    for (const event of updateAlarms(state, report, { at, late, km: run.km }, options.alarms)) emit(run, event);
  }
  refreshStatus(run, report.receivedAt);
  return { state, events: run.events ?? NO_EVENTS, live: standing !== 'late' };
}

/** Processes a connect (authenticated) or disconnect; `at` by our clock. Changes `state`. */
export function onConnection(
  state: EngineState,
  connection: { readonly online: boolean; readonly at: number },
): { readonly state: EngineState; readonly events: readonly EngineEvent[] } {
  const run: Run = { state, timeZone: '', events: null, vehicleId: 0, ground: undefined, km: 0 };
  if (connection.at >= state.connectionAt) {
    setConnection(state, connection.online, connection.at);
    refreshStatus(run, connection.at);
  }
  return { state, events: run.events ?? NO_EVENTS };
}

/**
 * The live state to store and show; null before the first report. `now` (epoch ms, default: arrival of the newest report) decides
 * whether the day mileage is still today's.
 */
export function latestOf(state: EngineState, now?: number): Latest | null {
  const { point } = state;
  if (point === null) return null;
  return {
    ...point,
    stale: state.stale,
    dayKm: dayKm(state.day, state.mileageSource, now ?? point.receivedAt),
    online: state.online,
    status: state.status,
    statusSince: state.statusSince,
  };
}

/** Open trips and stops, ended at their last point, for reports of today. */
export function openSegmentsOf(state: EngineState): Segments {
  return openSegments(state.segments);
}

/** How far the terminal's believed clock was behind ours at its newest report, ms. */
export const clockLag = ({ point, newestAt, stale }: EngineState): number =>
  point === null || newestAt === null || stale ? 0 : Math.max(0, point.receivedAt - newestAt);

/** Start of the live engine's trips and stops (`openSince`); earlier ones were emitted. Null before the first usable point. */
export function liveSince(state: EngineState): number | null {
  return openSince(state.segments, state.drift);
}

/**
 * Whether a believable report is older than the newest at `newestAt`, so that its segments need a recalculation. A repetition of
 * the newest is not late.
 */
export function isLate(report: JudgedLocation, newestAt: number | null): boolean {
  return hasBelievableTime(report) && (report.backfill || (newestAt !== null && report.deviceAt < newestAt));
}

/** Whether the device time can be believed. */
export function hasBelievableTime(report: JudgedLocation): report is JudgedLocation & { readonly deviceAt: number } {
  return report.deviceAt !== null && (report.quality & QUALITY.time) === 0;
}

type Run = {
  readonly state: EngineState;
  readonly timeZone: string;
  events: EngineEvent[] | null;
  readonly vehicleId: number;
  readonly ground: GeofenceSnapshot | undefined;
  /** Kilometres of the steps that this report completes. */
  km: number;
};

/** Classifies a report that is not backfill, and notes a newest time. */
function standingOf(state: EngineState, report: JudgedLocation): 'newest' | 'stale' | 'late' {
  const { receivedAt } = report;
  if (!hasBelievableTime(report)) {
    return state.point === null || receivedAt >= state.point.receivedAt ? 'stale' : 'late';
  }
  const { deviceAt } = report;
  if (state.newestAt === null || deviceAt > state.newestAt) {
    state.newestAt = deviceAt;
    state.clock = null;
    return 'newest';
  }
  state.clock = suspectClock(state.clock, deviceAt, receivedAt);
  return state.clock.setBack ? 'stale' : 'late';
}

/** A repetition of the newest report. */
const isKnown = (state: EngineState, { deviceAt }: JudgedLocation, standing: 'newest' | 'stale' | 'late') =>
  standing === 'late' && deviceAt !== null && deviceAt === state.newestAt;

/**
 * A report just older than the newest. Terminals stamp an alarm with its own time and may send a periodic report first, so its alarms
 * call users.
 */
function isJustPast({ newestAt, point }: EngineState, report: JudgedLocation): boolean {
  if (report.backfill || newestAt === null || point === null || !hasBelievableTime(report)) return false;
  return newestAt - report.deviceAt <= ALARM_GRACE_MS && report.receivedAt - point.receivedAt <= ALARM_GRACE_MS;
}

/** Updates mileage, segments and day figures. */
function follow(run: Run, report: JudgedLocation): void {
  const { state, timeZone } = run;
  const at = state.newestAt!;
  rollDay(state.day, at, timeZone);
  if (report.odometerKm !== null) addReading(state.day, at, report.odometerKm);
  countReport(state.days, at, report, timeZone, ENDED.days);
  if (usable(report)) admit(state.drift, trackPoint(report, at), run, takeStep, takeDrift);
  if (ENDED.days.length + ENDED.accs.length + ENDED.gaps.length + ENDED.drifts.length > 0) tellEnded(run);
}

function takeStep(run: Run, from: TrackPoint, to: TrackPoint, km: number, fresh: boolean): void {
  if (!fresh) {
    addGnss(run.state.day, from, to, km);
    run.km += countedKm(km, to.speedKmh);
  }
  addInterval(run.state.segments, from, to, km, fresh, SEGMENTS);
  if (SEGMENTS.length > 0) for (const event of SEGMENTS.splice(0)) emit(run, event);
  addStep(run.state.days, from, to, km, fresh, run.timeZone, ENDED);
  if (!looksForVisits(run)) return;
  run.state.visits ??= emptyVisits();
  updateVisits(run.state.visits, run, from, to, km, fresh, VISITS);
  if (VISITS.length > 0) for (const visit of VISITS.splice(0)) emit(run, { type: 'visit.ended', visit });
}

const looksForVisits = (run: Run): run is Run & Visiting => run.ground !== undefined;

function takeDrift(run: Run, point: TrackPoint, last: TrackPoint): void {
  countDrift(run.state.days.open, point, last, run.timeZone, ENDED.drifts);
}

/** Segments that end with the current report; empty between reports. Shared, because a list per report would be expensive. */
const SEGMENTS: SegmentEvent[] = [];
const ENDED: DaysOut = { days: [], accs: [], gaps: [], drifts: [] };
const VISITS: Visit[] = [];

function tellEnded(run: Run): void {
  for (const acc of ENDED.accs.splice(0)) emit(run, { type: 'acc.ended', acc });
  for (const gap of ENDED.gaps.splice(0)) emit(run, { type: 'gap.ended', gap });
  for (const drift of ENDED.drifts.splice(0)) emit(run, { type: 'drift.found', drift });
  for (const day of ENDED.days.splice(0)) emit(run, { type: 'day.ended', day });
}

/** Reports without a believable time count in order of arrival. */
function countOddReport(run: Run, { receivedAt, deviceAt, lng, lat, speedKmh, alarmBits, statusBits }: JudgedLocation): void {
  const { odd } = run.state.days;
  if (receivedAt >= odd.endAt && odd.count > 0) emit(run, { type: 'odd.ended', day: { ...odd } });
  const content = [deviceAt, lng, lat, speedKmh, alarmBits, statusBits].join();
  countOdd(odd, content, receivedAt, (at) => businessDay(at, run.timeZone));
}

function setConnection(state: EngineState, online: boolean, at: number): void {
  state.online = online;
  state.connectionAt = at;
}

function refreshStatus(run: Run, at: number): void {
  const { state } = run;
  const { point } = state;
  const to = vehicleStatus({
    online: state.online,
    alarmBits: point?.alarmBits ?? 0,
    statusBits: point?.statusBits ?? 0,
    speedKmh: point?.speedKmh ?? 0,
    fixed: point !== null && isFixed(point.statusBits),
    ...openLevel(state),
  });
  const from = state.status;
  if (state.statusSince === 0 || to !== from) state.statusSince = at;
  if (to === from) return;
  state.status = to;
  emit(run, { type: 'status.changed', from, to, at });
}

function openLevel(state: EngineState): { readonly openAlarmLevel?: AlarmLevel } {
  const level = safetyLevel(state);
  return level === undefined ? {} : { openAlarmLevel: level };
}

function emit(run: Run, event: EngineEvent): void {
  if (run.events === null) run.events = [event];
  else run.events.push(event);
}
