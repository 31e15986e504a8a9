import type { AlarmResult, CommonMessage, GpsMessage, GpsRequest, InitRecord, MapRecord } from '@fleetwarden/contract/live/live';
import { INIT_END, socketPath } from '@fleetwarden/contract/live/live-sockets';
import { type LiveSocket, openSocket, type SocketState } from './live-socket.ts';
import { type GpsBatch, type InitBatch, VehiclePacker } from './vehicle-batch.ts';

type SocketName = 'init' | 'gpsmsg' | 'commonmsg';

export type LiveState = {
  /** 0: not started, 1: the list is loading, 2: the list was loaded once (reloads do not change it), or positions are off. */
  readonly init: 0 | 1 | 2;
  readonly sockets: Readonly<Record<SocketName, SocketState>>;
  /** Start of the position outage in epoch ms; null while positions arrive or are off. */
  readonly downSince: number | null;
};

/** `noData`: a message without data; shown as 连接失败,重新连接. */
export type LiveProblem = { readonly socket: SocketName; readonly kind: 'noData' };

export type MapView = NonNullable<GpsRequest['view']>;

/** Events of a session; their order matters. */
export type LiveEvent =
  | { readonly kind: 'init'; readonly batch: InitBatch; readonly first: boolean }
  | { readonly kind: 'initEnd' }
  | { readonly kind: 'gps'; readonly batch: GpsBatch }
  | { readonly kind: 'alarms'; readonly news: readonly AlarmResult[]; readonly gap: boolean }
  | { readonly kind: 'common'; readonly message: CommonMessage }
  | { readonly kind: 'state'; readonly state: LiveState }
  | { readonly kind: 'problem'; readonly problem: LiveProblem };

export type LiveSession = {
  /** Limits positions to a view; null: all followed vehicles. */
  setView(view: MapView | null): void;
  /** Pauses updates while the page is hidden; on resume the server sends the latest state of everything that changed. */
  setPaused(paused: boolean): void;
  /** Checks the connections after the network or the page came back. */
  probe(): void;
  /** Returns the buffer of a processed batch for reuse. */
  recycle(buffer: ArrayBuffer): void;
  close(): void;
};

/** Vehicles per batch of the initial list, limited so that no batch blocks the page. */
const INIT_BATCH = 2_000;

type SessionOptions = {
  readonly origin: string;
  readonly prefix: string;
  readonly delayMs: number;
  /** Whether to request vehicles; false for users without the permission. */
  readonly positions: boolean;
  /** Whether to request alarms; implied by `positions`. */
  readonly alarms: boolean;
  emit(event: LiveEvent): void;
};

/** Runs the three sockets of a signed-in console, in a worker where workers exist. `origin` is ws:// or wss:// with the host. */
export const openSession = (options: SessionOptions): LiveSession => new SocketSession(options);

class SocketSession implements LiveSession {
  readonly #options: SessionOptions;
  readonly #packer = new VehiclePacker();
  readonly #sockets = new Map<SocketName, LiveSocket>();
  readonly #timer: ReturnType<typeof setTimeout>;
  #state: LiveState;
  #view: MapView | null = null;
  #paused = false;
  #lastAt: number | null = null;
  #alarmSeq: number | null = null;
  #firstPiece = true;
  #initAgain = false;

  constructor(options: SessionOptions) {
    const { positions } = options;
    this.#options = options;
    this.#state = {
      init: positions ? 0 : 2,
      sockets: { init: 'closed', gpsmsg: 'closed', commonmsg: 'closed' },
      downSince: positions ? Date.now() : null,
    };
    this.#timer = setTimeout(() => this.#start(), options.delayMs);
  }

  setView(next: MapView | null): void {
    this.#view = next;
    this.#request({ view: next });
  }

  setPaused(next: boolean): void {
    if (this.#paused === next) return;
    this.#paused = next;
    this.#request({ paused: next ? 1 : 0 });
  }

  probe(): void {
    for (const socket of this.#sockets.values()) socket.probe();
  }

  recycle(buffer: ArrayBuffer): void {
    this.#packer.recycle(buffer);
  }

  close(): void {
    clearTimeout(this.#timer);
    for (const socket of this.#sockets.values()) socket.close();
    this.#sockets.clear();
  }

  #start(): void {
    const { positions, alarms, emit } = this.#options;
    // Positions first, so that no change is missed while the list loads.
    if (positions || alarms)
      this.#open(
        'gpsmsg',
        (message) => this.#receiveGps(message),
        () => this.#resumeGps(),
      );
    if (positions) this.#startInit();
    this.#open('commonmsg', (message) => emit({ kind: 'common', message: message as CommonMessage }));
  }

  #open(name: SocketName, onMessage: (message: { data: unknown }) => void, onOpen?: () => void): void {
    const { origin, prefix, emit } = this.#options;
    const socket = openSocket({
      url: origin + socketPath[name](prefix),
      // The list is sent in one stream without replies; its parts may be slow.
      answered: name !== 'init',
      onOpen: () => onOpen?.(),
      onState: (state) => this.#setSocketState(name, state),
      onText: (text) => {
        if (name === 'gpsmsg' && this.#state.downSince !== null) this.#setState({ downSince: null });
        if (name === 'init' && text === INIT_END) return this.#endInit();
        const message = withData(text);
        if (message) return onMessage(message);
        emit({ kind: 'problem', problem: { socket: name, kind: 'noData' } });
        this.#sockets.get(name)?.heartbeat();
      },
    });
    this.#sockets.set(name, socket);
  }

  #request(request: GpsRequest): void {
    this.#sockets.get('gpsmsg')?.send(JSON.stringify(request));
  }

  #setState(change: Partial<LiveState>): void {
    this.#state = { ...this.#state, ...change };
    this.#options.emit({ kind: 'state', state: this.#state });
  }

  #setSocketState(name: SocketName, socketState: SocketState): void {
    const sockets = { ...this.#state.sockets, [name]: socketState };
    // A proxy may hold back data on an open socket, so positions count as live only from the first message on.
    const cut = this.#options.positions && name === 'gpsmsg' && socketState !== 'open';
    this.#setState(cut ? { sockets, downSince: this.#state.downSince ?? Date.now() } : { sockets });
  }

  #startInit(): void {
    if (this.#sockets.has('init')) {
      this.#initAgain = true;
      return;
    }
    const onOpen = () => {
      this.#firstPiece = true;
      if (this.#state.init === 0) this.#setState({ init: 1 });
    };
    this.#open('init', ({ data }) => this.#receiveInit(data), onOpen);
  }

  #receiveInit(data: unknown): void {
    if (!Array.isArray(data)) return;
    for (let i = 0; i < Math.max(data.length, 1); i += INIT_BATCH) {
      const batch = this.#packer.packInit(data.slice(i, i + INIT_BATCH) as InitRecord[]);
      this.#options.emit({ kind: 'init', batch, first: this.#firstPiece });
      this.#firstPiece = false;
    }
  }

  #endInit(): void {
    this.#sockets.get('init')?.close();
    this.#sockets.delete('init');
    this.#options.emit({ kind: 'initEnd' });
    this.#setState({ init: 2 });
    if (!this.#initAgain) return;
    this.#initAgain = false;
    this.#startInit();
  }

  #receiveGps(message: GpsFields): void {
    const { positions, emit } = this.#options;
    if (typeof message.alarmSeq === 'number') this.#alarmSeq = message.alarmSeq;
    if (Array.isArray(message.alarmResult))
      emit({ kind: 'alarms', news: message.alarmResult as AlarmResult[], gap: message.alarmGap === 1 });
    // sent with positions here, but published like other common messages
    if (Array.isArray(message.fyAlarmResult))
      emit({ kind: 'common', message: { type: 'fyAlarmResult', data: message.fyAlarmResult } });
    if (typeof message.at === 'number') this.#lastAt = message.at;
    const data = Array.isArray(message.data) ? (message.data as MapRecord[]) : [];
    const states = Array.isArray(message.states) ? (message.states as [string, string, number][]) : [];
    const cells = message.cells === null || Array.isArray(message.cells) ? (message.cells as GpsMessage['cells']) : undefined;
    const view = typeof message.view === 'number' ? message.view : undefined;
    if (data.length > 0 || states.length > 0 || cells !== undefined || view !== undefined)
      emit({ kind: 'gps', batch: this.#packer.packGps({ data, states, cells, view, at: this.#lastAt ?? undefined }) });
    if (positions && message.reload === 1) this.#startInit();
  }

  /** Asks for what changed since the last message. */
  #resumeGps(): void {
    const request: GpsRequest = {};
    if (this.#lastAt !== null) request.since = this.#lastAt;
    if (this.#alarmSeq !== null) request.alarmSeq = this.#alarmSeq;
    if (this.#view) request.view = this.#view;
    if (this.#paused) request.paused = 1;
    if (Object.keys(request).length > 0) this.#request(request);
    // Updates do not include changes that happened during the outage.
    if (this.#options.positions && this.#lastAt !== null) this.#startInit();
  }
}

/** Fields of a position message, not yet checked. */
type GpsFields = { readonly data: unknown } & {
  readonly [Key in
    | 'states'
    | 'cells'
    | 'view'
    | 'reload'
    | 'alarmResult'
    | 'alarmSeq'
    | 'alarmGap'
    | 'fyAlarmResult'
    | 'at']?: unknown;
};

/** Parses a message; null unless it is an object with `data`. */
function withData(text: string): { data: unknown } | null {
  try {
    const message: unknown = JSON.parse(text);
    return typeof message === 'object' &&
      message !== null &&
      'data' in message &&
      message.data !== undefined &&
      message.data !== null
      ? (message as { data: unknown })
      : null;
  } catch {
    return null;
  }
}
