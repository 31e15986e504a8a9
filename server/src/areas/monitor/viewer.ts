import { GpsRequest } from '@fleetwarden/contract/live';
import { socketClose } from '@fleetwarden/contract/live-sockets';
import type { Connection } from '../../platform/live/connection.ts';
import type { FleetRegistry, FleetVehicle } from './fleet-registry.ts';
import { FRESH_PER_TICK, SLOW_BACKLOG_BYTES, SLOW_LIMIT_MS } from './limits.ts';
import { mapRecordJson } from './map-record.ts';
import type { Selection } from './selection.ts';
import { gpsFrame, statesJson, type Tick } from './tick.ts';
import { View } from './view.ts';

/**
 * One console on `gpsmsg`: what it has been told, as a change number. A console that reads slowly or was cut off is not kept a
 * queue for; when it can take something again it gets the latest of each vehicle that changed since.
 */
export class Viewer {
  readonly connection: Connection;
  readonly #registry: FleetRegistry;
  readonly #now: () => number;
  #selection: Selection;
  /** Told of everything up to this change ... */
  #told: number;
  /** ... in a message of this time, or that of the opening. */
  #toldAt: number;
  /** After a cut: what changed at or after this time is told again. */
  #since: number | null = null;
  #view: View | null = null;
  /** Vehicles newly followed or newly in view, to be told although they did not change. */
  readonly #fresh = new Set<FleetVehicle>();
  #reload = false;
  #slowSince: number | null = null;

  constructor(options: { connection: Connection; registry: FleetRegistry; selection: Selection; now: () => number }) {
    this.connection = options.connection;
    this.#registry = options.registry;
    this.#selection = options.selection;
    this.#now = options.now;
    this.#told = options.registry.change;
    this.#toldAt = options.now();
    this.connection.onHeartbeat(() => this.connection.send(emptyMessage(this.#toldAt)));
    this.connection.onText((text) => this.#ask(text));
  }

  get selection(): Selection {
    return this.#selection;
  }

  /** Takes a new selection; what is newly followed is told at once. `reload`: the console has to read its list again. */
  select(selection: Selection, reload = false): void {
    const before = this.#selection;
    this.#selection = selection;
    if (reload) this.#reload = true;
    if (before.generation === selection.generation) {
      for (const vehicle of this.#registry.vehicles)
        if (selection.follows(vehicle) && !before.follows(vehicle)) this.#fresh.add(vehicle);
    } else if (this.#fresh.size > 0) {
      // these vehicles are other objects now
      this.#fresh.clear();
      this.#since = 0;
    }
  }

  /** Tells what happened, if the console can take it. */
  tell(tick: Tick): void {
    // after a reload of the registry an old selection knows nothing: wait for the new one
    if (this.#selection.generation !== this.#registry.generation || this.#isSlow()) return;
    const upToDate = this.#told >= tick.from && this.#since === null && this.#fresh.size === 0 && !this.#reload;
    const frame = upToDate ? this.#tickFrame(tick) : this.#catchUpFrame(tick);
    this.#told = tick.to;
    if (!frame) return;
    this.#toldAt = tick.at;
    this.connection.send(frame);
  }

  #tickFrame(tick: Tick): Buffer | null {
    const view = this.#view;
    return view ? tick.partFrame(this.#selection, (vehicle) => view.admit(vehicle)) : tick.frame(this.#selection);
  }

  #catchUpFrame(tick: Tick): Buffer | null {
    const [since, told, reload] = [this.#since, this.#told, this.#reload || (this.#since ?? Infinity) < this.#registry.loadedAt];
    const fresh = this.#takeFresh();
    const records: Buffer[] = [];
    const states: FleetVehicle[] = [];
    for (const vehicle of this.#registry.vehicles) {
      if (!this.#selection.sees(vehicle)) continue;
      if (vehicle.statusChanged > told || (since !== null && vehicle.statusChangedAt >= since)) states.push(vehicle);
      if (!this.#selection.follows(vehicle)) continue;
      const news = vehicle.changed > told || (since !== null && vehicle.changedAt >= since) || fresh.has(vehicle);
      if (news && (!this.#view || this.#view.admit(vehicle)))
        records.push(Buffer.from(`${mapRecordJson(vehicle.facts, vehicle.live)},`));
    }
    this.#since = null;
    this.#reload = false;
    return gpsFrame(records, statesJson(states), tick.at, reload);
  }

  /** Those to be told now; the rest waits for the next message, so that none is larger than a moment's work. */
  #takeFresh(): ReadonlySet<FleetVehicle> {
    const taken = new Set<FleetVehicle>();
    for (const vehicle of this.#fresh) {
      if (taken.size >= FRESH_PER_TICK) break;
      taken.add(vehicle);
      this.#fresh.delete(vehicle);
    }
    return taken;
  }

  #isSlow(): boolean {
    if (this.connection.backlog <= SLOW_BACKLOG_BYTES) {
      this.#slowSince = null;
      return false;
    }
    this.#slowSince ??= this.#now();
    if (this.#now() - this.#slowSince >= SLOW_LIMIT_MS) this.connection.close(socketClose.tooSlow);
    return true;
  }

  #ask(text: string): void {
    const request = parseRequest(text);
    if (!request) {
      this.connection.close(socketClose.refused);
      return;
    }
    if (request.since !== undefined) this.#since = request.since;
    if (request.view === undefined) return;
    const before = this.#view;
    const view = request.view === null ? null : new View(request.view);
    this.#view = view;
    for (const vehicle of this.#registry.vehicles) {
      if (!this.#selection.follows(vehicle) || !(view?.admit(vehicle) ?? true)) continue;
      // what comes into view is told at once; what was in view before is known to the console
      if (before && !before.contains(vehicle)) this.#fresh.add(vehicle);
    }
  }
}

const emptyMessage = (at: number) => `{"data":[],"at":${at}}`;

function parseRequest(text: string): GpsRequest | undefined {
  try {
    return GpsRequest.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
