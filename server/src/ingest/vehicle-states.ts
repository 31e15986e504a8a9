import { alarmTypeOf } from '@fleetwarden/domain/alarm-types';
import type { MileageSource } from '@fleetwarden/domain/mileage';
import type { VehicleLive } from '@fleetwarden/domain/vehicle-live';
import { alarmGid, type Occurrence } from '../engine/alarms/occurrences.ts';
import { type AlarmRules, endSilentAlarms, type VehicleAlarmEvent } from '../engine/alarms/report-alarms.ts';
import type { JudgedLocation } from '../engine/judged-location.ts';
import type { Stop, Trip } from '../engine/segments.ts';
import {
  clockLag,
  type EngineEvent,
  type EngineState,
  emptyState,
  latestOf,
  onConnection,
  onLocation,
} from '../engine/vehicle.ts';
import type { ServerEvents } from '../events.ts';
import { UNSAVED_SEGMENTS } from './limits.ts';

type SaidAlarm = ServerEvents['alarm.said'];
export type EndedTrip = { readonly vehicleId: number; readonly trip: Trip };
export type EndedStop = { readonly vehicleId: number; readonly stop: Stop };
/** An alarm's news, and when we heard of it, epoch ms. */
export type HeardAlarm = { readonly vehicleId: number; readonly at: number; readonly event: VehicleAlarmEvent };
export type EndedSegments = { readonly trips: EndedTrip[]; readonly stops: EndedStop[] };

/** Every vehicle's engine state in memory, with what of it was not published and not saved yet. */
export class VehicleStates {
  readonly #timeZone: string;
  readonly #states = new Map<number, EngineState>();
  /** Only what differs from 0, automatic. */
  readonly #sources = new Map<number, MileageSource>();
  #unpublished = new Set<number>();
  #unsaved = new Set<number>();
  #segments: EndedSegments = { trips: [], stops: [] };
  #alarms: HeardAlarm[] = [];
  readonly #rules: AlarmRules | undefined;

  constructor(timeZone: string, rules?: AlarmRules) {
    this.#timeZone = timeZone;
    this.#rules = rules;
  }

  get(vehicleId: number): EngineState | undefined {
    return this.#states.get(vehicleId);
  }

  restore(vehicleId: number, state: EngineState): void {
    this.#states.set(vehicleId, state);
  }

  forget(vehicleId: number): void {
    this.#states.delete(vehicleId);
    this.#sources.delete(vehicleId);
    this.#unpublished.delete(vehicleId);
    this.#unsaved.delete(vehicleId);
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
    const { events, live } = onLocation(state, report, { timeZone: this.#timeZone, mileageSource, ...alarms });
    if (events.length > 0) this.#take(vehicleId, events, report.receivedAt);
    if (live) this.#touch(vehicleId);
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
      ...{ typeId, source, level: this.#rules?.rulesOf?.(vehicleId)?.planOf(typeId, startAt)?.level ?? type.level },
      ...{ startAt, startLng: lng, startLat: lat, startKmh: speedKmh },
      ...{ lastAt: startAt, lastLng: lng, lastLat: lat, maxKmh: speedKmh },
      ...{ value: null, limit: null, times: 1, storm: false, ...(text !== undefined && { info: { text } }) },
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
    this.#segments = { trips: [], stops: [] };
    return taken;
  }

  /** What could not be saved waits for the next time. */
  putBack(vehicleIds: readonly number[], segments: EndedSegments): void {
    for (const vehicleId of vehicleIds) if (this.#states.has(vehicleId)) this.#unsaved.add(vehicleId);
    this.#segments = {
      trips: [...segments.trips, ...this.#segments.trips].slice(-UNSAVED_SEGMENTS),
      stops: [...segments.stops, ...this.#segments.stops].slice(-UNSAVED_SEGMENTS),
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

  #take(vehicleId: number, events: readonly EngineEvent[], at: number): void {
    for (const event of events) {
      if (event.type === 'trip.ended') this.#segments.trips.push({ vehicleId, trip: event.trip });
      else if (event.type === 'stop.ended') this.#segments.stops.push({ vehicleId, stop: event.stop });
      else if (event.type === 'status.changed') this.#touch(vehicleId);
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
