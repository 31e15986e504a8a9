import type { AlarmLevel } from '@fleetwarden/domain/alarm-bits';
import { businessDay } from '@fleetwarden/domain/business-day';
import type { MileageSource } from '@fleetwarden/domain/mileage';
import { QUALITY, usable } from '@fleetwarden/domain/quality';
import { isFixed } from '@fleetwarden/domain/status-bits';
import { type VehicleStatus, vehicleStatus } from '@fleetwarden/domain/vehicle-status';
import { type AlarmRules, type AlarmStates, safetyLevel, updateAlarms, type VehicleAlarmEvent } from './alarms/report-alarms.ts';
import { type ClockSuspicion, suspectClock } from './clock.ts';
import { addGnss, addReading, type DayMileage, dayKm, emptyDayMileage, rollDay } from './day-mileage.ts';
import { addStep, countDrift, countOdd, countReport, type DaysOut, type DaysState, emptyDays, type OddDay } from './days/fold.ts';
import type { PositionGap } from './days/gap.ts';
import type { AccSegment } from './days/ignition.ts';
import type { EndedDay } from './days/open-days.ts';
import { admit, type DriftState, emptyDrift, type TrackPoint } from './drift.ts';
import type { JudgedLocation } from './judged-location.ts';
import { type LivePoint, takeReport } from './live-point.ts';
import { openSegments, openSince, type Segments, trackPoint } from './rebuild.ts';
import { addInterval, emptySegments, type SegmentEvent, type SegmentState } from './segments.ts';
import { emptyVisits, updateVisits, type Visit, type Visiting, type VisitsState } from './visits/fold.ts';
import type { GeofenceSnapshot } from './visits/geofence-snapshot.ts';

/**
 * What the engine knows of one vehicle. Plain JSON (stored in `vehicle_latest.engine`), about 1-3 KiB; a state that went through JSON
 * goes on exactly as the original. The reducers below change the state they are given and return the same object: at 40,000 locations
 * a second copies would be most of the cost. Copy it with structuredClone where an older state is needed.
 */
export type EngineState = AlarmStates & {
  v: 1;
  online: boolean;
  /** When the connection last came or went, by our clock; 0 before the first. */
  connectionAt: number;
  status: VehicleStatus;
  /** By our clock: device clocks jump. 0 before the first report or connection. */
  statusSince: number;
  /** Newest device time that could be believed. */
  newestAt: number | null;
  point: LivePoint | null;
  /** The point is shown although its time cannot be right. */
  stale: boolean;
  clock: ClockSuspicion | null;
  drift: DriftState;
  segments: SegmentState;
  day: DayMileage;
  mileageSource: MileageSource;
  days: DaysState;
  /** None where nobody looked for visits of areas yet. */
  visits?: VisitsState;
};

export type StatusChanged = {
  readonly type: 'status.changed';
  readonly from: VehicleStatus;
  readonly to: VehicleStatus;
  /** By our clock, epoch ms. */
  readonly at: number;
};

/** What ended of the vehicle's days, or of its visits of areas. */
type DayEvent =
  | { readonly type: 'day.ended'; readonly day: EndedDay }
  | { readonly type: 'odd.ended'; readonly day: Readonly<OddDay> }
  | { readonly type: 'acc.ended'; readonly acc: AccSegment }
  | { readonly type: 'gap.ended'; readonly gap: PositionGap }
  | { readonly type: 'visit.ended'; readonly visit: Visit };

export type EngineEvent = SegmentEvent | DayEvent | StatusChanged | VehicleAlarmEvent;

export type EngineOptions = {
  readonly timeZone: string;
  readonly mileageSource: MileageSource;
  /** None: no alarms are made. */
  readonly alarms?: AlarmRules;
  /** Areas that are visited; none: nobody looks. */
  readonly visits?: GeofenceSnapshot | undefined;
};

export type EngineResult = {
  readonly state: EngineState;
  readonly events: readonly EngineEvent[];
  /** Whether the live picture has moved; false for backfill and for reports older than the newest known. */
  readonly live: boolean;
};

/** What `vehicle_latest` stores and consoles are sent. */
export type Latest = Readonly<LivePoint> & {
  readonly stale: boolean;
  readonly dayKm: number;
  readonly online: boolean;
  readonly status: VehicleStatus;
  readonly statusSince: number;
};

/** Shared by all results that have no events. */
const NO_EVENTS: readonly EngineEvent[] = Object.freeze([]);

/** The state of a vehicle that was never heard of. */
export function emptyState(): EngineState {
  return {
    v: 1,
    online: false,
    connectionAt: 0,
    status: 0,
    statusSince: 0,
    newestAt: null,
    point: null,
    stale: false,
    clock: null,
    drift: emptyDrift(),
    segments: emptySegments(),
    day: emptyDayMileage(),
    mileageSource: 0,
    days: emptyDays(),
  };
}

/** A stored state, or an empty one where nothing, or another version, was stored: what it knew is in the position table. */
export function restoreState(stored: unknown): EngineState {
  const known = typeof stored === 'object' && stored !== null && 'v' in stored && stored.v === 1;
  if (!known) return emptyState();
  const state = stored as EngineState;
  if (!knowsDays(stored)) state.days = emptyDays();
  return state;
}

/** Whether a stored state counted its day from the start; those of releases before this did not. */
export function knowsDays(stored: unknown): boolean {
  return typeof stored === 'object' && stored !== null && 'days' in stored;
}

/**
 * Takes one report, in the order of arrival. Changes `state`.
 *
 * Live picture: a report with a believable time moves it when it is newer than all before; one with an impossible or very old time
 * moves it by arrival, marked stale, until a believable one comes. Backfill and late reports never do. It does not wait for the
 * drift filter: a wild fix is shown, as the terminal said it, until the next report; only kilometres and segments wait.
 *
 * Alarms are judged by their own time: those of backfill and late reports have their own machine and call nobody.
 *
 * Mileage, trips and stops are made of usable reports that moved the live picture and are not stale, so they are ordered and never
 * overlap; what comes late is for a rebuild from the table (rebuild.ts).
 */
export function onLocation(state: EngineState, report: JudgedLocation, options: EngineOptions): EngineResult {
  const run: Run = { state, timeZone: options.timeZone, events: null, vehicleId: report.vehicleId, ground: options.visits };
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
    for (const event of updateAlarms(state, report, { at, late: standing === 'late' }, options.alarms)) emit(run, event);
  }
  refreshStatus(run, report.receivedAt);
  return { state, events: run.events ?? NO_EVENTS, live: standing !== 'late' };
}

/** Takes the coming (authenticated) or going of the vehicle's connection, `at` by our clock. Changes `state`. */
export function onConnection(
  state: EngineState,
  connection: { readonly online: boolean; readonly at: number },
): { readonly state: EngineState; readonly events: readonly EngineEvent[] } {
  const run: Run = { state, timeZone: '', events: null, vehicleId: 0, ground: undefined };
  if (connection.at >= state.connectionAt) {
    setConnection(state, connection.online, connection.at);
    refreshStatus(run, connection.at);
  }
  return { state, events: run.events ?? NO_EVENTS };
}

/**
 * The picture to store and to show; null while no report has come. `now` (epoch ms, default: when the newest report came) decides
 * whether its day mileage is still today's.
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

/** Trips and stops under way, as if they ended at their last point: reports of today show them beside the stored ones. */
export function openSegmentsOf(state: EngineState): Segments {
  return openSegments(state.segments);
}

/** How far the terminal's clock, where it is believed, was behind ours with its newest report, ms. */
export const clockLag = ({ point, newestAt, stale }: EngineState): number =>
  point === null || newestAt === null || stale ? 0 : Math.max(0, point.receivedAt - newestAt);

/** From where on trips and stops are the live engine's (`openSince`): earlier ones are told. Null before the first usable point. */
export function liveSince(state: EngineState): number | null {
  return openSince(state.segments, state.drift);
}

/**
 * Whether a report that can be believed makes no trips and stops because it comes after newer ones, the newest of them at
 * `newestAt` (a rebuild from the table has to). The newest itself, sent again, is not late: it is known.
 */
export function isLate(report: JudgedLocation, newestAt: number | null): boolean {
  return hasBelievableTime(report) && (report.backfill || (newestAt !== null && report.deviceAt < newestAt));
}

/** Whether the report's own time can be believed. */
export function hasBelievableTime(report: JudgedLocation): report is JudgedLocation & { readonly deviceAt: number } {
  return report.deviceAt !== null && (report.quality & QUALITY.time) === 0;
}

type Run = {
  readonly state: EngineState;
  readonly timeZone: string;
  events: EngineEvent[] | null;
  readonly vehicleId: number;
  readonly ground: GeofenceSnapshot | undefined;
};

/** How a report that is not backfill stands to what is known; notes a newest time. */
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

/** The newest report, sent again. */
const isKnown = (state: EngineState, { deviceAt }: JudgedLocation, standing: 'newest' | 'stale' | 'late') =>
  standing === 'late' && deviceAt !== null && deviceAt === state.newestAt;

/** Mileage, trips and stops, and the figures of days. */
function follow(run: Run, report: JudgedLocation): void {
  const { state, timeZone } = run;
  const at = state.newestAt!;
  rollDay(state.day, at, timeZone);
  if (report.odometerKm !== null) addReading(state.day, at, report.odometerKm);
  countReport(state.days, at, report, timeZone, ENDED.days);
  if (usable(report)) admit(state.drift, trackPoint(report, at), run, takeStep, takeDrift);
  if (ENDED.days.length + ENDED.accs.length + ENDED.gaps.length > 0) tellEnded(run);
}

function takeStep(run: Run, from: TrackPoint, to: TrackPoint, km: number, fresh: boolean): void {
  if (!fresh) addGnss(run.state.day, from, to, km);
  addInterval(run.state.segments, from, to, km, fresh, SEGMENTS);
  if (SEGMENTS.length > 0) for (const event of SEGMENTS.splice(0)) emit(run, event);
  addStep(run.state.days, from, to, km, fresh, run.timeZone, ENDED);
  if (!looksForVisits(run)) return;
  run.state.visits ??= emptyVisits();
  updateVisits(run.state.visits, run, from, to, km, fresh, VISITS);
  if (VISITS.length > 0) for (const visit of VISITS.splice(0)) emit(run, { type: 'visit.ended', visit });
}

const looksForVisits = (run: Run): run is Run & Visiting => run.ground !== undefined;

function takeDrift(run: Run, point: TrackPoint): void {
  countDrift(run.state.days, point, run.timeZone);
}

/** What ends with the report at hand; empty between reports. Lists of their own for each report would cost more than all they hold. */
const SEGMENTS: SegmentEvent[] = [];
const ENDED: DaysOut = { days: [], accs: [], gaps: [] };
const VISITS: Visit[] = [];

function tellEnded(run: Run): void {
  for (const acc of ENDED.accs.splice(0)) emit(run, { type: 'acc.ended', acc });
  for (const gap of ENDED.gaps.splice(0)) emit(run, { type: 'gap.ended', gap });
  for (const day of ENDED.days.splice(0)) emit(run, { type: 'day.ended', day });
}

/** What cannot be believed counts as it comes, whatever order that is. */
function countOddReport(run: Run, { deviceAt, receivedAt }: JudgedLocation): void {
  const { odd } = run.state.days;
  if (receivedAt >= odd.endAt && odd.count > 0) emit(run, { type: 'odd.ended', day: { ...odd } });
  countOdd(odd, deviceAt, receivedAt, (at) => businessDay(at, run.timeZone));
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
