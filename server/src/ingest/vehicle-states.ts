import { alarmTypeOf } from '@fleetwarden/domain/alarm-types';
import type { MileageSource } from '@fleetwarden/domain/mileage';
import type { VehicleLive } from '@fleetwarden/domain/vehicle-live';
import { alarmGid, type Occurrence } from '../engine/alarms/occurrences.ts';
import { type AlarmRules, endSilentAlarms, type VehicleAlarmEvent } from '../engine/alarms/report-alarms.ts';
import { isEmpty } from '../engine/days/figures.ts';
import type { JudgedLocation } from '../engine/judged-location.ts';
import type { Stop, Trip } from '../engine/segments.ts';
import {
  clockLag,
  type EngineEvent,
  type EngineState,
  emptyState,
  hasBelievableTime,
  latestOf,
  onConnection,
  onLocation,
} from '../engine/vehicle.ts';
import { openVisits } from '../engine/visits/fold.ts';
import type { VisitGround } from '../engine/visits/ground.ts';
import type { ServerEvents } from '../platform/bus/server-events.ts';
import type { AccRow, DayRow, GapRow, OddRow } from './day-store.ts';
import { DAYS_EVERY_MS, SAVE_EVERY_MS, UNSAVED_SEGMENTS } from './limits.ts';
import type { VisitRow } from './visit-store.ts';

type SaidAlarm = ServerEvents['alarm.said'];
export type EndedTrip = { readonly vehicleId: number; readonly trip: Trip };
export type EndedStop = { readonly vehicleId: number; readonly stop: Stop };
/** An alarm's news, and when we heard of it, epoch ms. */
export type HeardAlarm = { readonly vehicleId: number; readonly at: number; readonly event: VehicleAlarmEvent };
export type EndedSegments = { readonly trips: EndedTrip[]; readonly stops: EndedStop[] } & EndedDays;
type EndedDays = {
  readonly days: DayRow[];
  readonly odds: OddRow[];
  readonly accs: AccRow[];
  readonly gaps: GapRow[];
  readonly visits: VisitRow[];
};

const nothingEnded = (): EndedSegments => ({ trips: [], stops: [], days: [], odds: [], accs: [], gaps: [], visits: [] });
/** Vehicles are spread over as many saves as lie between two of the same vehicle's days. */
const SHARES = DAYS_EVERY_MS / SAVE_EVERY_MS;

/** Every vehicle's engine state in memory, with what of it was not published and not saved yet. */
export class VehicleStates {
  readonly #timeZone: string;
  readonly #states = new Map<number, EngineState>();
  /** Only what differs from 0, automatic. */
  readonly #sources = new Map<number, MileageSource>();
  #unpublished = new Set<number>();
  #unsaved = new Set<number>();
  #segments: EndedSegments = nothingEnded();
  /** Vehicles whose days were not written as they are, by share. */
  readonly #undated: Set<number>[] = Array.from({ length: SHARES }, () => new Set());
  #share = 0;
  #alarms: HeardAlarm[] = [];
  readonly #rules: AlarmRules | undefined;
  readonly #ground: (() => VisitGround | undefined) | undefined;

  constructor(timeZone: string, rules?: AlarmRules, ground?: () => VisitGround | undefined) {
    this.#timeZone = timeZone;
    this.#rules = rules;
    this.#ground = ground;
  }

  get(vehicleId: number): EngineState | undefined {
    return this.#states.get(vehicleId);
  }

  restore(vehicleId: number, state: EngineState): void {
    this.#states.set(vehicleId, state);
    // what was counted and not written when the process ended
    if (state.days.open.length > 0 || state.days.odd.count > 0) this.#date(vehicleId);
  }

  forget(vehicleId: number): void {
    this.#states.delete(vehicleId);
    this.#sources.delete(vehicleId);
    this.#unpublished.delete(vehicleId);
    this.#unsaved.delete(vehicleId);
    this.#undated[vehicleId % SHARES]!.delete(vehicleId);
  }

  setMileageSource(vehicleId: number, source: MileageSource): void {
    if (source === 0) this.#sources.delete(vehicleId);
    else this.#sources.set(vehicleId, source);
  }

  /** Takes a location that is committed. */
  locate(report: JudgedLocation): void {
    const { vehicleId } = report;
    const state = this.#stateOf(vehicleId);
    const mileageSource = this.#sources.get(vehicleId) ?? 0;
    const alarms = this.#rules && { alarms: this.#rules };
    const about = { timeZone: this.#timeZone, mileageSource, ...alarms, visits: this.#ground?.() };
    const { events, live } = onLocation(state, report, about);
    if (events.length > 0) this.#take(vehicleId, events, report.receivedAt);
    if (live) this.#touch(vehicleId);
    // counted, be it backfill
    else if (!hasBelievableTime(report)) this.#unsaved.add(vehicleId);
    else return;
    this.#date(vehicleId);
  }

  /** Takes the coming or going of a vehicle's connection, `at` epoch ms. */
  connect(vehicleId: number, online: boolean, at: number): void {
    const { events } = onConnection(this.#stateOf(vehicleId), { online, at });
    if (events.length > 0) this.#take(vehicleId, events, at);
    this.#touch(vehicleId);
  }

  /** Nobody is connected when the server starts, whatever was saved. */
  disconnectAll(at: number): void {
    for (const [vehicleId, state] of this.#states) if (state.online) this.connect(vehicleId, false, at);
  }

  /** Ends the alarms of vehicles that have been silent for too long, `now` epoch ms. */
  endSilent(now: number): void {
    for (const [vehicleId, state] of this.#states) {
      if (state.alarms === undefined && state.lateAlarms === undefined) continue;
      const events = endSilentAlarms(state, now, clockLag(state));
      if (events.length > 0) this.#take(vehicleId, events, now);
    }
  }

  /** Takes an alarm that somebody tells of, a moment; it lies where the vehicle was last, `now` epoch ms. */
  tell({ vehicleId, typeId, source, at, text }: SaidAlarm, now: number): void {
    const type = alarmTypeOf(typeId);
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
    this.#alarms.push({ vehicleId, at: now, event: { type: 'alarm.ended', alarm, late: false } });
  }

  /** Numbers of the alarms that were told and have not ended. */
  lastingAlarms(): string[] {
    const gids: string[] = [];
    for (const [vehicleId, { alarms }] of this.#states)
      for (const tracked of alarms?.tracked ?? []) if (tracked.phase === 'raised') gids.push(alarmGid(vehicleId, tracked));
    return gids;
  }

  /** What alarms have done since the last call, in order; the caller's until `putBackAlarms`. */
  takeAlarms(): HeardAlarm[] {
    const taken = this.#alarms;
    this.#alarms = [];
    return taken;
  }

  /** What could not be stored goes before what came since. */
  putBackAlarms(alarms: readonly HeardAlarm[]): void {
    this.#alarms = [...alarms, ...this.#alarms];
  }

  /** The pictures that changed since the last call; vehicles that never reported have none. */
  takeUnpublished(): VehicleLive[] {
    const pictures: VehicleLive[] = [];
    for (const vehicleId of this.#unpublished) {
      const picture = pictureOf(vehicleId, this.#states.get(vehicleId));
      if (picture !== undefined) pictures.push(picture);
    }
    this.#unpublished = new Set();
    return pictures;
  }

  /** Vehicles whose state was not saved; the caller's until `putBack`. */
  takeUnsaved(): number[] {
    const taken = [...this.#unsaved];
    this.#unsaved = new Set();
    return taken;
  }

  /** The segments that ended since the last call; the caller's until `putBack`. */
  takeSegments(): EndedSegments {
    const taken = this.#segments;
    this.#segments = nothingEnded();
    return taken;
  }

  /** Vehicles whose days are due to be written, or all that were not; the caller's until `putBackDays`. */
  takeUndated(all: boolean): number[] {
    this.#share = (this.#share + 1) % SHARES;
    const due = all ? this.#undated : [this.#undated[this.#share]!];
    const taken: number[] = [];
    for (const share of due) {
      taken.push(...share);
      share.clear();
    }
    return taken;
  }

  /** What has been counted of these vehicles' days that are not over, and the visits under way. */
  openDaysOf(vehicleIds: readonly number[]): Pick<EndedDays, 'days' | 'odds' | 'visits'> {
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

  putBackDays(vehicleIds: readonly number[]): void {
    for (const vehicleId of vehicleIds) if (this.#states.has(vehicleId)) this.#date(vehicleId);
  }

  /** What could not be saved waits for the next time. */
  putBack(vehicleIds: readonly number[], segments: EndedSegments): void {
    for (const vehicleId of vehicleIds) if (this.#states.has(vehicleId)) this.#unsaved.add(vehicleId);
    const since = this.#segments;
    const both = <T>(older: readonly T[], newer: readonly T[]): T[] => [...older, ...newer].slice(-UNSAVED_SEGMENTS);
    this.#segments = {
      trips: both(segments.trips, since.trips),
      stops: both(segments.stops, since.stops),
      days: both(segments.days, since.days),
      odds: both(segments.odds, since.odds),
      accs: both(segments.accs, since.accs),
      gaps: both(segments.gaps, since.gaps),
      visits: both(segments.visits, since.visits),
    };
  }

  #stateOf(vehicleId: number): EngineState {
    let state = this.#states.get(vehicleId);
    if (state === undefined) {
      state = emptyState();
      this.#states.set(vehicleId, state);
    }
    return state;
  }

  #touch(vehicleId: number): void {
    this.#unpublished.add(vehicleId);
    this.#unsaved.add(vehicleId);
  }

  #date(vehicleId: number): void {
    this.#undated[vehicleId % SHARES]!.add(vehicleId);
  }

  #take(vehicleId: number, events: readonly EngineEvent[], at: number): void {
    for (const event of events) {
      if (event.type === 'trip.ended') this.#segments.trips.push({ vehicleId, trip: event.trip });
      else if (event.type === 'stop.ended') this.#segments.stops.push({ vehicleId, stop: event.stop });
      else if (event.type === 'status.changed') this.#touch(vehicleId);
      else if (event.type === 'day.ended') this.#segments.days.push({ vehicleId, ...event.day });
      else if (event.type === 'odd.ended') this.#segments.odds.push({ vehicleId, ...event.day });
      else if (event.type === 'acc.ended') this.#segments.accs.push({ vehicleId, acc: event.acc });
      else if (event.type === 'gap.ended') this.#segments.gaps.push({ vehicleId, gap: event.gap });
      else if (event.type === 'visit.ended') this.#segments.visits.push({ vehicleId, visit: event.visit });
      else {
        this.#alarms.push({ vehicleId, at, event });
        // what it remembers of them has to be saved, be the report late
        this.#unsaved.add(vehicleId);
      }
    }
  }
}

function pictureOf(vehicleId: number, state: EngineState | undefined): VehicleLive | undefined {
  const latest = state === undefined ? null : latestOf(state);
  if (latest === null) return undefined;
  const { positioned, deviceAt, lng, lat, ...rest } = latest;
  const somewhere = positioned || lng !== 0 || lat !== 0;
  return { vehicleId, gnssAt: deviceAt, lng: somewhere ? lng : null, lat: somewhere ? lat : null, ...rest };
}
