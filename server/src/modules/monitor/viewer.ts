import { GpsRequest } from '@fleetwarden/contract/live/live';
import { socketClose } from '@fleetwarden/contract/live/live-sockets';
import type { Connection } from '../../platform/live/connection.ts';
import type { AlarmFeed } from './alarm-feed.ts';
import type { FleetRegistry, FleetVehicle } from './fleet-registry.ts';
import { type Cell, cellsJson, type Gathering } from './gather.ts';
import {
  ALARMS_PER_MESSAGE,
  FRESH_PER_TICK,
  GATHER,
  GATHER_EVERY_MS,
  MAX_CELLS,
  PASSED_VIEWS,
  SLOW_BACKLOG_BYTES,
  SLOW_LIMIT_MS,
} from './limits.ts';
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
  readonly #gathering: Gathering;
  readonly #now: () => number;
  #selection: Selection;
  /** Told of everything up to this change ... */
  #told: number;
  /** ... in a message of this time, or that of the opening. */
  #toldAt: number;
  /** After a cut: what changed at or after this time is told again. */
  #since: number | null = null;
  #view: View | null = null;
  /** The view asked for last, until it is looked at: once a message, however often a console asks. */
  #wanted: GpsRequest['view'];
  /** Views asked for since then and never looked at: the console believes that it was told all of each. */
  #passed: View[] = [];
  /** The view's number, to be named once all of it was told. */
  #asked: number | null = null;
  /** How many stand where, to be told; 'null' after a view that was gathered. */
  #cells: string | null = null;
  #gatheredAt = Number.NEGATIVE_INFINITY;
  /** Nobody looks at the console: it is told nothing, and afterwards the latest of all it missed. */
  #paused = false;
  /** Vehicles newly followed or newly in view, to be told although they did not change. */
  readonly #fresh = new Set<FleetVehicle>();
  #reload = false;
  #slowSince: number | null = null;
  /** Whether it is told of vehicles, and not of alarms alone. */
  readonly #positions: boolean;
  readonly #alarms: AlarmFeed;
  /** It was told of the alarms before this position. */
  #alarmsAt: number;
  /** ... which goes up to the news of this number. */
  #alarmSeq: number;
  /** It has missed alarms that are not kept any more. */
  #alarmGap = false;

  constructor(options: {
    connection: Connection;
    registry: FleetRegistry;
    alarms: AlarmFeed;
    gathering: Gathering;
    selection: Selection;
    positions: boolean;
    now: () => number;
  }) {
    this.connection = options.connection;
    this.#registry = options.registry;
    this.#alarms = options.alarms;
    this.#alarmsAt = options.alarms.end;
    this.#alarmSeq = options.alarms.newest;
    this.#gathering = options.gathering;
    this.#selection = options.selection;
    this.#positions = options.positions;
    this.#now = options.now;
    this.#told = options.registry.change;
    this.#toldAt = options.now();
    this.connection.onHeartbeat(() => this.connection.send(emptyMessage(this.#alarmSeq, this.#toldAt)));
    this.connection.onText((text) => this.#ask(text));
  }

  get selection(): Selection {
    return this.#selection;
  }

  /** Whether somebody looks. */
  get awake(): boolean {
    return !this.#paused;
  }

  /** Takes a new selection; what is newly followed is told at once. `reload`: the console has to read its list again. */
  select(selection: Selection, reload = false): void {
    const before = this.#selection;
    this.#selection = selection;
    if (!this.#positions) return;
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
    if (!this.#positions || this.#paused || this.#selection.generation !== this.#registry.generation || this.#isSlow()) return;
    if (this.#wanted !== undefined) this.#look(this.#wanted);
    if (tick.at - this.#gatheredAt >= GATHER_EVERY_MS) this.#gather();
    const upToDate = this.#told >= tick.from && this.#since === null && this.#fresh.size === 0 && !this.#hasWord;
    const frame = upToDate ? this.#tickFrame(tick) : this.#catchUpFrame(tick);
    this.#told = tick.to;
    if (!frame) return;
    this.#toldAt = tick.at;
    this.connection.send(frame);
  }

  /** Tells the alarms it does not know yet, if the console can take them; one that sleeps is told too: somebody may be listening. */
  tellAlarms(): void {
    while (this.#alarmsAt < this.#alarms.end || this.#alarmGap) {
      if (this.#selection.generation !== this.#registry.generation || this.#isSlow()) return;
      const { found, risks, to, seq, missed } = this.#alarms.read(this.#alarmsAt, this.#selection.sees, ALARMS_PER_MESSAGE);
      const gap = missed || this.#alarmGap;
      this.#alarmsAt = to;
      this.#alarmSeq = seq;
      this.#alarmGap = false;
      if (found.length + risks.length > 0 || gap) this.connection.send(alarmMessage({ found, risks }, seq, gap, this.#toldAt));
    }
  }

  /** Whether there is more to tell than vehicles. */
  get #hasWord(): boolean {
    return this.#reload || this.#asked !== null || this.#cells !== null;
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
    const frame = gpsFrame(records, statesJson(states), tick.at, { reload, view: this.#asked, cells: this.#cells });
    this.#since = null;
    this.#reload = false;
    this.#asked = null;
    this.#cells = null;
    return frame;
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
    if (request.alarmSeq !== undefined) this.#resumeAlarms(request.alarmSeq);
    if (request.paused !== undefined) this.#paused = request.paused === 1;
    if (request.view === undefined || !this.#positions) return;
    if (this.#wanted) this.#passed.push(new View(this.#wanted));
    // of so many nothing is believed to be known
    if (this.#passed.length > PASSED_VIEWS) this.#passed = [new View({})];
    this.#wanted = request.view;
  }

  #resumeAlarms(seq: number): void {
    const position = this.#alarms.after(seq);
    if (position === null) this.#alarmGap = true;
    else this.#alarmsAt = position;
    this.tellAlarms();
  }

  #look(request: NonNullable<GpsRequest['view']> | null): void {
    const before = this.#view;
    const view = request === null ? null : new View(request);
    const told = before ? [before, ...this.#passed] : this.#passed;
    this.#wanted = undefined;
    this.#passed = [];
    this.#view = view;
    this.#asked = request?.n ?? null;
    if (before?.alone) this.#cells = 'null';
    this.#gather();
    // a vehicle whose last move was not told yet is drawn where it was before, perhaps within this view: it has to be seen leaving;
    // in a gathered view it is not drawn
    const drawn = view?.alone ? null : view;
    for (const vehicle of this.#registry.vehicles) {
      if (!this.#selection.follows(vehicle)) continue;
      if (vehicle.changed > this.#told && (before?.shows(vehicle) ?? true)) drawn?.show(vehicle);
      if (view && !view.contains(vehicle)) continue;
      view?.show(vehicle);
      // what comes into view is told at once; what was in view all the time is known to the console, as is all of it at first
      if (told.some((each) => !each.contains(vehicle))) this.#fresh.add(vehicle);
    }
  }

  /** Decides whether the view is told as cells, and counts them. */
  #gather(): void {
    const view = this.#view;
    if (!view || view.gathersAt === null) return;
    this.#gatheredAt = this.#now();
    const gathered = view.alone !== null;
    const most = gathered ? GATHER.until : GATHER.from;
    const cells = this.#selection.followed > most ? this.#cellsIn(view, view.gathersAt) : [];
    if (cells.reduce((sum, { count }) => sum + count, 0) > most) {
      const alone = new Set(cells.flatMap(({ vehicles }) => vehicles));
      if (gathered) for (const vehicle of alone) if (!view.contains(vehicle)) this.#fresh.add(vehicle);
      view.gather(alone);
      this.#cells = cellsJson(cells);
    } else if (gathered) {
      view.gather(null);
      this.#cells = 'null';
      for (const vehicle of this.#registry.vehicles) if (this.#selection.follows(vehicle)) this.#fresh.add(vehicle);
    }
  }

  /** The cells of the view, so fine as can be told. */
  #cellsIn(view: View, zoom: number): Cell[] {
    for (let level = zoom; ; level--) {
      const cells = [...this.#gathering.cells(this.#selection, level)].filter((cell) => view.holds(cell));
      if (cells.length <= MAX_CELLS || level <= 0) return cells;
    }
  }
}

const emptyMessage = (alarmSeq: number, at: number) => `{"data":[],"alarmSeq":${alarmSeq},"at":${at}}`;

type Found = { readonly found: readonly string[]; readonly risks: readonly string[] };
const alarmMessage = ({ found, risks }: Found, seq: number, gap: boolean, at: number) =>
  `{"data":[],"alarmResult":[${found.join(',')}],${risks.length > 0 ? `"fyAlarmResult":[${risks.join(',')}],` : ''}"alarmSeq":${seq},${gap ? '"alarmGap":1,' : ''}"at":${at}}`;

function parseRequest(text: string): GpsRequest | undefined {
  try {
    return GpsRequest.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
