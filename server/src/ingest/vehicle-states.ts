import type { MileageSource } from '@fleetwarden/domain/mileage';
import type { VehicleLive } from '@fleetwarden/domain/vehicle-live';
import type { Stop, Trip } from '../engine/segments.ts';
import {
  type EngineEvent,
  type EngineState,
  emptyState,
  type JudgedLocation,
  latestOf,
  onConnection,
  onLocation,
} from '../engine/vehicle.ts';
import { UNSAVED_SEGMENTS } from './limits.ts';

export type EndedTrip = { readonly vehicleId: number; readonly trip: Trip };
export type EndedStop = { readonly vehicleId: number; readonly stop: Stop };
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

  constructor(timeZone: string) {
    this.#timeZone = timeZone;
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
    const { events, live } = onLocation(state, report, { timeZone: this.#timeZone, mileageSource });
    if (events.length > 0) this.#take(vehicleId, events);
    if (live) this.#touch(vehicleId);
  }

  /** Takes the coming or going of a vehicle's connection, `at` epoch ms. */
  connect(vehicleId: number, online: boolean, at: number): void {
    const { events } = onConnection(this.#stateOf(vehicleId), { online, at });
    if (events.length > 0) this.#take(vehicleId, events);
    this.#touch(vehicleId);
  }

  /** Nobody is connected when the server starts, whatever was saved. */
  disconnectAll(at: number): void {
    for (const [vehicleId, state] of this.#states) if (state.online) this.connect(vehicleId, false, at);
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

  #take(vehicleId: number, events: readonly EngineEvent[]): void {
    for (const event of events) {
      if (event.type === 'trip.ended') this.#segments.trips.push({ vehicleId, trip: event.trip });
      else if (event.type === 'stop.ended') this.#segments.stops.push({ vehicleId, stop: event.stop });
      else this.#touch(vehicleId);
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
