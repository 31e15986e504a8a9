import { findAlarmType } from '@fleetwarden/domain/alarm-types';
import type { MileageSource } from '@fleetwarden/domain/mileage';
import type { VehicleLive } from '@fleetwarden/domain/vehicle-live';
import { alarmGid, type Occurrence } from '../engine/alarms/occurrences.ts';
import { type AlarmRules, endSilentAlarms, type VehicleAlarmEvent } from '../engine/alarms/report-alarms.ts';
import { type LateMileage, rollDay } from '../engine/day-mileage.ts';
import { isEmpty } from '../engine/days/figures.ts';
import type { JudgedLocation } from '../engine/judged-location.ts';
import type { Stop, Trip } from '../engine/segments.ts';
import { takeSilentSegments } from '../engine/silence.ts';
import { clockLag, type EngineEvent, hasBelievableTime, latestOf, onConnection, onLocation } from '../engine/vehicle.ts';
import { type EngineState, emptyState } from '../engine/vehicle-state.ts';
import { openVisits } from '../engine/visits/fold.ts';
import type { GeofenceSnapshot } from '../engine/visits/geofence-snapshot.ts';
import type { ServerEvents } from '../platform/bus/server-events.ts';
import type { AccRow, DayRow, DriftRow, GapRow, OddRow } from './day-store.ts';
import { DirtySet, PendingList } from './dirty-queue.ts';
import { DAYS_EVERY_MS, SAVE_EVERY_MS, UNSAVED_SEGMENTS } from './limits.ts';
import type { VisitRow } from './visit-store.ts';

type ReportedAlarm = ServerEvents['alarm.reported'];
export type EndedTrip = { readonly vehicleId: number; readonly trip: Trip };
export type EndedStop = { readonly vehicleId: number; readonly stop: Stop };
/** An alarm event and its time of arrival, epoch ms. */
export type QueuedAlarmEvent = { readonly vehicleId: number; readonly at: number; readonly event: VehicleAlarmEvent };
export type EndedSegments = { readonly trips: EndedTrip[]; readonly stops: EndedStop[] } & EndedDays;
type EndedDays = {
  readonly days: DayRow[];
  readonly odds: OddRow[];
  readonly accs: AccRow[];
  readonly gaps: GapRow[];
  readonly drifts: DriftRow[];
  readonly visits: VisitRow[];
};

const NO_LATE: LateMileage = { startAt: 0, endAt: 0, gnssKm: 0, odometerKm: 0 };

const createEndedQueues = () => ({
  trips: new PendingList<EndedTrip>(UNSAVED_SEGMENTS),
  stops: new PendingList<EndedStop>(UNSAVED_SEGMENTS),
  days: new PendingList<DayRow>(UNSAVED_SEGMENTS),
  odds: new PendingList<OddRow>(UNSAVED_SEGMENTS),
  accs: new PendingList<AccRow>(UNSAVED_SEGMENTS),
  gaps: new PendingList<GapRow>(UNSAVED_SEGMENTS),
  drifts: new PendingList<DriftRow>(UNSAVED_SEGMENTS),
  visits: new PendingList<VisitRow>(UNSAVED_SEGMENTS),
});
/** Write-behind: each save writes one shard, so that a vehicle's days are written once per DAYS_EVERY_MS. */
const FLUSH_SHARDS = DAYS_EVERY_MS / SAVE_EVERY_MS;

/** Engine states of all vehicles in memory, with the dirty queues of what must be published and saved. */
export class VehicleStates {
  readonly #timeZone: string;
  readonly #states = new Map<number, EngineState>();
  /** Only values other than 0 (automatic). */
  readonly #sources = new Map<number, MileageSource>();
  readonly #isKnown = (vehicleId: number) => this.#states.has(vehicleId);
  readonly #changed = new DirtySet(this.#isKnown);
  readonly #ended = createEndedQueues();
  /** Vehicles whose state must be saved. */
  readonly dirtyStates = new DirtySet(this.#isKnown);
  /** Vehicles whose open days and visits must be written. */
  readonly dirtyDays = new DirtySet(this.#isKnown, FLUSH_SHARDS);
  /** Alarm events that must be stored. */
  readonly alarms = new PendingList<QueuedAlarmEvent>();
  readonly #rules: AlarmRules | undefined;
  readonly #ground: (() => GeofenceSnapshot | undefined) | undefined;

  constructor(timeZone: string, rules?: AlarmRules, ground?: () => GeofenceSnapshot | undefined) {
    this.#timeZone = timeZone;
    this.#rules = rules;
    this.#ground = ground;
  }

  get(vehicleId: number): EngineState | undefined {
    return this.#states.get(vehicleId);
  }

  restore(vehicleId: number, state: EngineState): void {
    this.#states.set(vehicleId, state);
    // Figures that were not written when the process ended.
    if (state.days.open.length > 0 || state.days.odd.count > 0) this.dirtyDays.add(vehicleId);
  }

  forget(vehicleId: number): void {
    this.#states.delete(vehicleId);
    this.#sources.delete(vehicleId);
    this.#changed.delete(vehicleId);
    this.dirtyStates.delete(vehicleId);
    this.dirtyDays.delete(vehicleId);
  }

  setMileageSource(vehicleId: number, source: MileageSource): void {
    if (source === 0) this.#sources.delete(vehicleId);
    else this.#sources.set(vehicleId, source);
  }

  /** Processes a committed location. */
  locate(report: JudgedLocation): void {
    const { vehicleId } = report;
    const state = this.#getOrCreate(vehicleId);
    const mileageSource = this.#sources.get(vehicleId) ?? 0;
    const alarms = this.#rules && { alarms: this.#rules };
    const about = { timeZone: this.#timeZone, mileageSource, ...alarms, visits: this.#ground?.() };
    const { events, live } = onLocation(state, report, about);
    if (events.length > 0) this.#take(vehicleId, events, report.receivedAt);
    if (live) this.#touch(vehicleId);
    // Counted as odd, even if it is backfill.
    else if (!hasBelievableTime(report)) this.dirtyStates.add(vehicleId);
    else return;
    this.dirtyDays.add(vehicleId);
  }

  /** Processes a connect or disconnect of the terminal; `at` epoch ms. */
  connect(vehicleId: number, online: boolean, at: number): void {
    const { events } = onConnection(this.#getOrCreate(vehicleId), { online, at });
    if (events.length > 0) this.#take(vehicleId, events, at);
    this.#touch(vehicleId);
  }

  /** No terminal is connected when the server starts. */
  disconnectAll(at: number): void {
    for (const [vehicleId, state] of this.#states) if (state.online) this.connect(vehicleId, false, at);
  }

  /** Ends the alarms and segments of silent vehicles; `now` epoch ms. */
  endSilent(now: number): void {
    for (const [vehicleId, state] of this.#states) {
      this.#endSilentSegments(vehicleId, state, now);
      if (state.alarms === undefined && state.lateAlarms === undefined) continue;
      const events = endSilentAlarms(state, now, clockLag(state));
      if (events.length > 0) this.#take(vehicleId, events, now);
    }
  }

  #endSilentSegments(vehicleId: number, state: EngineState, now: number): void {
    const ended = takeSilentSegments(state, now);
    if (ended === undefined) return;
    for (const trip of ended.trips) this.#ended.trips.push({ vehicleId, trip });
    for (const stop of ended.stops) this.#ended.stops.push({ vehicleId, stop });
    for (const acc of ended.accs) this.#ended.accs.push({ vehicleId, acc });
    this.dirtyStates.add(vehicleId);
  }

  /** Sets what late positions add to a vehicle's mileage of a day. */
  setLateMileage(vehicleId: number, late: LateMileage): void {
    const day = this.#states.get(vehicleId)?.day;
    if (day === undefined) return;
    const { startAt, gnssKm, odometerKm } = day.late ?? NO_LATE;
    if (startAt === late.startAt && gnssKm === late.gnssKm && odometerKm === late.odometerKm) return;
    day.late = late;
    this.#touch(vehicleId);
  }

  /** Starts the day of `now` (epoch ms) for silent vehicles, so that none shows the mileage of an earlier day. */
  startDay(now: number): void {
    for (const [vehicleId, { day }] of this.#states) {
      if (now < day.endAt || day.gnssKm + day.odometerKm === 0) continue;
      rollDay(day, now, this.#timeZone);
      this.#touch(vehicleId);
    }
  }

  /** Queues an alarm reported by a user or another platform, at the vehicle's last position. `now` epoch ms. */
  tell({ vehicleId, typeId, source, at, text }: ReportedAlarm, now: number): void {
    const type = findAlarmType(typeId);
    if (type === undefined) return;
    const state = this.#states.get(vehicleId);
    const { lng = 0, lat = 0, speedKmh = 0 } = (state && latestOf(state)) ?? {};
    const startAt = at > 0 ? Math.min(at, now) : now;
    const alarm: Occurrence = {
      typeId,
      source,
      level: this.#rules?.rulesOf?.(vehicleId)?.planOf(typeId, startAt)?.level ?? type.level,
      startAt,
      startLng: lng,
      startLat: lat,
      startKmh: speedKmh,
      lastAt: startAt,
      lastLng: lng,
      lastLat: lat,
      maxKmh: speedKmh,
      value: null,
      limit: null,
      times: 1,
      storm: false,
      ...(text !== undefined && { info: { text } }),
    };
    this.alarms.push({ vehicleId, at: now, event: { type: 'alarm.ended', alarm, late: false } });
  }

  /** Gids of raised alarms that have not ended. */
  lastingAlarms(): string[] {
    const gids: string[] = [];
    for (const [vehicleId, { alarms }] of this.#states)
      for (const tracked of alarms?.tracked ?? []) if (tracked.phase === 'raised') gids.push(alarmGid(vehicleId, tracked));
    return gids;
  }

  /** Live states that changed since the last call. Vehicles that never reported have none. */
  takeChangedVehicles(): VehicleLive[] {
    const vehicles: VehicleLive[] = [];
    for (const vehicleId of this.#changed.take()) {
      const vehicle = toVehicleLive(vehicleId, this.#states.get(vehicleId));
      if (vehicle !== undefined) vehicles.push(vehicle);
    }
    return vehicles;
  }

  /** Segments and days that ended since the last call. */
  takeEnded(): EndedSegments {
    const { trips, stops, days, odds, accs, gaps, drifts, visits } = this.#ended;
    return {
      trips: trips.take(),
      stops: stops.take(),
      days: days.take(),
      odds: odds.take(),
      accs: accs.take(),
      gaps: gaps.take(),
      drifts: drifts.take(),
      visits: visits.take(),
    };
  }

  requeueEnded(failed: EndedSegments): void {
    const { trips, stops, days, odds, accs, gaps, drifts, visits } = this.#ended;
    trips.requeue(failed.trips);
    stops.requeue(failed.stops);
    days.requeue(failed.days);
    odds.requeue(failed.odds);
    accs.requeue(failed.accs);
    gaps.requeue(failed.gaps);
    drifts.requeue(failed.drifts);
    visits.requeue(failed.visits);
  }

  /** Figures of open days, and open visits. */
  collectOpenDays(vehicleIds: readonly number[]): Pick<EndedDays, 'days' | 'odds' | 'visits'> {
    const days: DayRow[] = [];
    const odds: OddRow[] = [];
    const visits: VisitRow[] = [];
    for (const vehicleId of vehicleIds) {
      const state = this.#states.get(vehicleId);
      if (state === undefined) continue;
      const { open, odd } = state.days;
      for (const { startAt, endAt, figures } of open) if (!isEmpty(figures)) days.push({ vehicleId, startAt, endAt, figures });
      if (odd.count > 0) odds.push({ vehicleId, startAt: odd.startAt, count: odd.count });
      if (state.visits !== undefined) for (const visit of openVisits(state.visits)) visits.push({ vehicleId, visit });
    }
    return { days, odds, visits };
  }

  #getOrCreate(vehicleId: number): EngineState {
    let state = this.#states.get(vehicleId);
    if (state === undefined) {
      state = emptyState();
      this.#states.set(vehicleId, state);
    }
    return state;
  }

  #touch(vehicleId: number): void {
    this.#changed.add(vehicleId);
    this.dirtyStates.add(vehicleId);
  }

  #take(vehicleId: number, events: readonly EngineEvent[], at: number): void {
    for (const event of events) {
      if (event.type === 'trip.ended') this.#ended.trips.push({ vehicleId, trip: event.trip });
      else if (event.type === 'stop.ended') this.#ended.stops.push({ vehicleId, stop: event.stop });
      else if (event.type === 'status.changed') this.#touch(vehicleId);
      else if (event.type === 'day.ended') this.#ended.days.push({ vehicleId, ...event.day });
      else if (event.type === 'odd.ended') this.#ended.odds.push({ vehicleId, ...event.day });
      else if (event.type === 'acc.ended') this.#ended.accs.push({ vehicleId, acc: event.acc });
      else if (event.type === 'gap.ended') this.#ended.gaps.push({ vehicleId, gap: event.gap });
      else if (event.type === 'drift.found') this.#ended.drifts.push({ vehicleId, drift: event.drift });
      else if (event.type === 'visit.ended') this.#ended.visits.push({ vehicleId, visit: event.visit });
      else {
        this.alarms.push({ vehicleId, at, event });
        // Late reports change the saved alarm state too.
        this.dirtyStates.add(vehicleId);
      }
    }
  }
}

function toVehicleLive(vehicleId: number, state: EngineState | undefined): VehicleLive | undefined {
  const latest = state === undefined ? null : latestOf(state);
  if (latest === null) return undefined;
  const { positioned, deviceAt, lng, lat, ...rest } = latest;
  const somewhere = positioned || lng !== 0 || lat !== 0;
  return { vehicleId, gnssAt: deviceAt, lng: somewhere ? lng : null, lat: somewhere ? lat : null, ...rest };
}
