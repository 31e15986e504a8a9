import { mayReadAlarm, mayReadRiskEntry } from '@fleetwarden/contract/alarms/alarm-rights';
import { GpsRequest } from '@fleetwarden/contract/live/live';
import { socketClose } from '@fleetwarden/contract/live/live-sockets';
import type { Connection } from '../../platform/live/connection.ts';
import type { AlarmFeed } from './alarm-feed.ts';
import type { FleetRegistry, FleetVehicle } from './fleet-registry.ts';
import {
  CLUSTER_INTERVAL_MS,
  CLUSTERING,
  MAX_ALARMS_PER_MESSAGE,
  MAX_CELLS,
  MAX_NEW_PER_TICK,
  MAX_SKIPPED_VIEWS,
  SLOW_BACKLOG_BYTES,
  SLOW_LIMIT_MS,
} from './limits.ts';
import { mapRecordJson } from './map-record.ts';
import type { Selection } from './selection.ts';
import { type Cell, cellsJson, type ServerClustering } from './server-clustering.ts';
import { gpsFrame, statesJson, type Tick } from './tick.ts';
import { ViewSubscription } from './view-subscription.ts';
import { alarmMessage, emptyMessage, supervisionMessage } from './viewer-messages.ts';

/**
 * One console on `gpsmsg`: cursor-based synchronisation with backpressure. There is no queue per console: it holds a cursor, the
 * number of the last change sent. After a pause or a reconnect it gets the latest state of each vehicle changed since.
 */
export class Viewer {
  readonly connection: Connection;
  readonly #registry: FleetRegistry;
  readonly #clustering: ServerClustering;
  readonly #now: () => number;
  #selection: Selection;
  /** The cursor: number of the last change sent ... */
  #cursor: number;
  /** ... and the time of that message, or of the opening. */
  #cursorAt: number;
  /** After a reconnect: changes at or after this time are sent again. */
  #since: number | null = null;
  #view: ViewSubscription | null = null;
  /** The last view requested, applied with the next message. */
  #requestedView: GpsRequest['view'];
  /** Views requested and replaced before the next message: the console assumes that each was sent in full. */
  #skippedViews: ViewSubscription[] = [];
  /** The view's number: echoed when its snapshot is complete. */
  #viewNumber: number | null = null;
  /** Clusters to send, as JSON; 'null' ends a clustered view. */
  #cells: string | null = null;
  #clusteredAt = Number.NEGATIVE_INFINITY;
  /** The console's page is hidden: it gets no positions until it resumes. */
  #paused = false;
  /** Vehicles newly followed or newly in view: sent even if unchanged. */
  readonly #added = new Set<FleetVehicle>();
  #reload = false;
  #slowSince: number | null = null;
  /** false: the user may see alarms only. */
  readonly #positions: boolean;
  readonly #alarms: AlarmFeed;
  /** The alarm cursor: position of the next alarm to send ... */
  #alarmsAt: number;
  /** ... and the sequence number of the last alarm before it. */
  #alarmSeq: number;
  /** The console missed alarms that are no longer stored. */
  #alarmGap = false;

  constructor(options: {
    connection: Connection;
    registry: FleetRegistry;
    alarms: AlarmFeed;
    clustering: ServerClustering;
    selection: Selection;
    positions: boolean;
    now: () => number;
  }) {
    this.connection = options.connection;
    this.#registry = options.registry;
    this.#alarms = options.alarms;
    this.#alarmsAt = options.alarms.end;
    this.#alarmSeq = options.alarms.newest;
    this.#clustering = options.clustering;
    this.#selection = options.selection;
    this.#positions = options.positions;
    this.#now = options.now;
    this.#cursor = options.registry.change;
    this.#cursorAt = options.now();
    this.connection.onHeartbeat(() => this.connection.send(emptyMessage(this.#alarmSeq, this.#cursorAt)));
    this.connection.onText((text) => this.#receive(text));
  }

  get selection(): Selection {
    return this.#selection;
  }

  /** Whether the console's page is visible. */
  get awake(): boolean {
    return !this.#paused;
  }

  /** Applies a new selection and sends newly followed vehicles. `reload`: the console must load its list again. */
  select(selection: Selection, reload = false): void {
    const before = this.#selection;
    this.#selection = selection;
    if (!this.#positions) return;
    // a reload of the registry may have met a scope from before a move of departments: the list of that time is incomplete
    if (reload || !hasSameScope(before, selection)) this.#reload = true;
    if (before.generation === selection.generation) {
      for (const vehicle of this.#registry.vehicles)
        if (selection.follows(vehicle) && !before.follows(vehicle)) this.#added.add(vehicle);
    } else if (this.#added.size > 0) {
      // a registry reload replaced the vehicle objects
      this.#added.clear();
      this.#since = 0;
    }
  }

  /** Sends the changes of a tick, unless backpressure holds them back. */
  send(tick: Tick): void {
    // a selection from before a registry reload is stale: wait for the new one
    if (!this.#positions || this.#paused || this.#selection.generation !== this.#registry.generation || this.#isSlow()) return;
    if (this.#requestedView !== undefined) this.#applyView(this.#requestedView);
    if (tick.at - this.#clusteredAt >= CLUSTER_INTERVAL_MS) this.#cluster();
    const upToDate = this.#cursor >= tick.from && this.#since === null && this.#added.size === 0 && !this.#hasControl;
    const frame = upToDate ? this.#tickFrame(tick) : this.#catchUpFrame(tick);
    this.#cursor = tick.to;
    if (!frame) return;
    this.#cursorAt = tick.at;
    this.connection.send(frame);
  }

  /** Sends new alarms unless backpressure holds them back; also to a hidden page, which plays the alarm sound. */
  sendAlarms(): void {
    while (this.#alarmsAt < this.#alarms.end || this.#alarmGap) {
      if (this.#selection.generation !== this.#registry.generation || this.#isSlow()) return;
      const { found, risks, to, seq, missed } = this.#alarms.read(this.#alarmsAt, this.#mayRead, MAX_ALARMS_PER_MESSAGE);
      const gap = missed || this.#alarmGap;
      this.#alarmsAt = to;
      this.#alarmSeq = seq;
      this.#alarmGap = false;
      if (found.length + risks.length > 0 || gap) this.connection.send(alarmMessage({ found, risks }, seq, gap, this.#cursorAt));
    }
  }

  /** Sends a supervision of a superior platform, as JSON. */
  sendSupervision(json: string): void {
    this.connection.send(supervisionMessage(json, this.#alarmSeq, this.#cursorAt));
  }

  /** Whether the user may read an alarm, or that a vehicle entered a risk area. Rights are those of the last renewal. */
  readonly #mayRead = ({ facts: { departmentId } }: FleetVehicle, typeId: number | null): boolean => {
    const reader = { rights: this.connection.principal.rights, scope: this.#selection.scope };
    return typeId === null ? mayReadRiskEntry(reader, departmentId) : mayReadAlarm(reader, { typeId, departmentId });
  };

  /** Whether the next message has more than vehicles. */
  get #hasControl(): boolean {
    return this.#reload || this.#viewNumber !== null || this.#cells !== null;
  }

  #tickFrame(tick: Tick): Buffer | null {
    const view = this.#view;
    return view ? tick.partFrame(this.#selection, (vehicle) => view.admit(vehicle)) : tick.frame(this.#selection);
  }

  #catchUpFrame(tick: Tick): Buffer | null {
    const [since, cursor, reload] = [
      this.#since,
      this.#cursor,
      this.#reload || (this.#since ?? Infinity) < this.#registry.loadedAt,
    ];
    const added = this.#takeAdded();
    const records: Buffer[] = [];
    const states: FleetVehicle[] = [];
    for (const vehicle of this.#registry.vehicles) {
      if (!this.#selection.sees(vehicle)) continue;
      if (vehicle.statusChanged > cursor || (since !== null && vehicle.statusChangedAt >= since)) states.push(vehicle);
      if (!this.#selection.follows(vehicle)) continue;
      const isNew = vehicle.changed > cursor || (since !== null && vehicle.changedAt >= since) || added.has(vehicle);
      if (isNew && (!this.#view || this.#view.admit(vehicle)))
        records.push(Buffer.from(`${mapRecordJson(vehicle.facts, vehicle.live)},`));
    }
    const frame = gpsFrame(records, statesJson(states), tick.at, { reload, view: this.#viewNumber, cells: this.#cells });
    this.#since = null;
    this.#reload = false;
    this.#viewNumber = null;
    this.#cells = null;
    return frame;
  }

  /** Removes at most MAX_NEW_PER_TICK; the rest waits for the next message. */
  #takeAdded(): ReadonlySet<FleetVehicle> {
    const taken = new Set<FleetVehicle>();
    for (const vehicle of this.#added) {
      if (taken.size >= MAX_NEW_PER_TICK) break;
      taken.add(vehicle);
      this.#added.delete(vehicle);
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

  #receive(text: string): void {
    const request = parseRequest(text);
    if (!request) {
      this.connection.close(socketClose.refused);
      return;
    }
    if (request.since !== undefined) this.#since = request.since;
    if (request.alarmSeq !== undefined) this.#resumeAlarms(request.alarmSeq);
    if (request.paused !== undefined) this.#paused = request.paused === 1;
    if (request.view === undefined || !this.#positions) return;
    if (this.#requestedView) this.#skippedViews.push(new ViewSubscription(this.#requestedView));
    // too many: assume that the console knows nothing
    if (this.#skippedViews.length > MAX_SKIPPED_VIEWS) this.#skippedViews = [new ViewSubscription({})];
    this.#requestedView = request.view;
  }

  #resumeAlarms(seq: number): void {
    const position = this.#alarms.after(seq);
    if (position === null) this.#alarmGap = true;
    else this.#alarmsAt = position;
    this.sendAlarms();
  }

  #applyView(request: NonNullable<GpsRequest['view']> | null): void {
    const before = this.#view;
    const view = request === null ? null : new ViewSubscription(request);
    const sentViews = before ? [before, ...this.#skippedViews] : this.#skippedViews;
    this.#requestedView = undefined;
    this.#skippedViews = [];
    this.#view = view;
    this.#viewNumber = request?.n ?? null;
    if (before?.single) this.#cells = 'null';
    this.#cluster();
    // the console may still draw an unsent vehicle at its old position within this view: send it once more so that it leaves;
    // a clustered view does not draw it
    const drawn = view?.single ? null : view;
    for (const vehicle of this.#registry.vehicles) {
      if (!this.#selection.follows(vehicle)) continue;
      if (vehicle.changed > this.#cursor && (before?.wasSent(vehicle) ?? true)) drawn?.markSent(vehicle);
      if (view && !view.contains(vehicle)) continue;
      view?.markSent(vehicle);
      // send vehicles that enter the view; the console knows the content of earlier views
      if (sentViews.some((each) => !each.contains(vehicle))) this.#added.add(vehicle);
    }
  }

  /** Starts, updates or ends the clustering of the view. */
  #cluster(): void {
    const view = this.#view;
    if (!view || view.clusterZoom === null) return;
    this.#clusteredAt = this.#now();
    const clustered = view.single !== null;
    const limit = clustered ? CLUSTERING.until : CLUSTERING.from;
    const cells = this.#selection.followed > limit ? this.#findCells(view, view.clusterZoom) : [];
    if (cells.reduce((sum, { count }) => sum + count, 0) > limit) {
      const single = new Set(cells.flatMap(({ vehicles }) => vehicles));
      if (clustered) for (const vehicle of single) if (!view.contains(vehicle)) this.#added.add(vehicle);
      view.cluster(single);
      this.#cells = cellsJson(cells);
    } else if (clustered) {
      view.cluster(null);
      this.#cells = 'null';
      for (const vehicle of this.#registry.vehicles) if (this.#selection.follows(vehicle)) this.#added.add(vehicle);
    }
  }

  /** The clusters of the view, at the finest level that fits into one message. */
  #findCells(view: ViewSubscription, zoom: number): Cell[] {
    for (let level = zoom; ; level--) {
      const cells = [...this.#clustering.cells(this.#selection, level)].filter((cell) => view.containsCell(cell));
      if (cells.length <= MAX_CELLS || level <= 0) return cells;
    }
  }
}

function hasSameScope({ scope }: Selection, other: Selection): boolean {
  if (scope === other.scope) return true;
  if (scope.size !== other.scope.size) return false;
  for (const id of scope) if (!other.scope.has(id)) return false;
  return true;
}

function parseRequest(text: string): GpsRequest | undefined {
  try {
    return GpsRequest.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
