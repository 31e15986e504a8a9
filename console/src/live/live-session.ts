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

/** Runs the three sockets of a signed-in console, in a worker where workers exist. `origin` is ws:// or wss:// with the host. */
export function openSession(options: {
  origin: string;
  prefix: string;
  delayMs: number;
  /** Whether to request vehicles; false for users without the permission. */
  positions: boolean;
  /** Whether to request alarms; implied by `positions`. */
  alarms: boolean;
  emit(event: LiveEvent): void;
}): LiveSession {
  const { origin, prefix, positions, emit } = options;
  const packer = new VehiclePacker();
  const open = new Map<SocketName, LiveSocket>();
  let state: LiveState = {
    init: positions ? 0 : 2,
    sockets: { init: 'closed', gpsmsg: 'closed', commonmsg: 'closed' },
    downSince: positions ? Date.now() : null,
  };
  let view: MapView | null = null;
  let paused = false;
  let lastAt: number | null = null;
  let alarmSeq: number | null = null;
  let firstPiece = true;
  let initAgain = false;

  const setState = (change: Partial<LiveState>) => {
    state = { ...state, ...change };
    emit({ kind: 'state', state });
  };

  const start = (name: SocketName, onMessage: (message: { data: unknown }) => void, onOpen?: () => void) => {
    const socket = openSocket({
      url: origin + socketPath[name](prefix),
      // The list is sent in one stream without replies; its parts may be slow.
      answered: name !== 'init',
      onOpen: () => onOpen?.(),
      onState: (socketState) => {
        const sockets = { ...state.sockets, [name]: socketState };
        // A proxy may hold back data on an open socket, so positions count as live only from the first message on.
        const cut = positions && name === 'gpsmsg' && socketState !== 'open';
        setState(cut ? { sockets, downSince: state.downSince ?? Date.now() } : { sockets });
      },
      onText: (text) => {
        if (name === 'gpsmsg' && state.downSince !== null) setState({ downSince: null });
        if (name === 'init' && text === INIT_END) return endInit();
        const message = withData(text);
        if (message) return onMessage(message);
        emit({ kind: 'problem', problem: { socket: name, kind: 'noData' } });
        open.get(name)?.heartbeat();
      },
    });
    open.set(name, socket);
  };

  const startInit = () => {
    if (open.has('init')) {
      initAgain = true;
      return;
    }
    start('init', onInit, () => {
      firstPiece = true;
      if (state.init === 0) setState({ init: 1 });
    });
  };

  const onInit = ({ data }: { data: unknown }) => {
    if (!Array.isArray(data)) return;
    for (let i = 0; i < Math.max(data.length, 1); i += INIT_BATCH) {
      emit({ kind: 'init', batch: packer.packInit(data.slice(i, i + INIT_BATCH) as InitRecord[]), first: firstPiece });
      firstPiece = false;
    }
  };

  const endInit = () => {
    open.get('init')?.close();
    open.delete('init');
    emit({ kind: 'initEnd' });
    setState({ init: 2 });
    if (!initAgain) return;
    initAgain = false;
    startInit();
  };

  const onGps = (message: {
    data: unknown;
    states?: unknown;
    cells?: unknown;
    view?: unknown;
    reload?: unknown;
    alarmResult?: unknown;
    alarmSeq?: unknown;
    alarmGap?: unknown;
    fyAlarmResult?: unknown;
    at?: unknown;
  }) => {
    if (typeof message.alarmSeq === 'number') alarmSeq = message.alarmSeq;
    if (Array.isArray(message.alarmResult))
      emit({ kind: 'alarms', news: message.alarmResult as AlarmResult[], gap: message.alarmGap === 1 });
    // sent with positions here, but published like other common messages
    if (Array.isArray(message.fyAlarmResult))
      emit({ kind: 'common', message: { type: 'fyAlarmResult', data: message.fyAlarmResult } });
    if (typeof message.at === 'number') lastAt = message.at;
    const data = Array.isArray(message.data) ? (message.data as MapRecord[]) : [];
    const states = Array.isArray(message.states) ? (message.states as [string, string, number][]) : [];
    const cells = message.cells === null || Array.isArray(message.cells) ? (message.cells as GpsMessage['cells']) : undefined;
    const told = typeof message.view === 'number' ? message.view : undefined;
    if (data.length > 0 || states.length > 0 || cells !== undefined || told !== undefined)
      emit({ kind: 'gps', batch: packer.packGps({ data, states, cells, view: told, at: lastAt ?? undefined }) });
    if (positions && message.reload === 1) startInit();
  };

  const onGpsOpen = () => {
    const request: GpsRequest = {};
    if (lastAt !== null) request.since = lastAt;
    if (alarmSeq !== null) request.alarmSeq = alarmSeq;
    if (view) request.view = view;
    if (paused) request.paused = 1;
    if (Object.keys(request).length > 0) open.get('gpsmsg')?.send(JSON.stringify(request));
    // Updates do not include changes that happened during the outage.
    if (positions && lastAt !== null) startInit();
  };

  const timer = setTimeout(() => {
    // Positions first, so that no change is missed while the list loads.
    if (positions || options.alarms) start('gpsmsg', onGps, onGpsOpen);
    if (positions) startInit();
    start('commonmsg', (message) => emit({ kind: 'common', message: message as CommonMessage }));
  }, options.delayMs);

  return {
    setView(next) {
      view = next;
      open.get('gpsmsg')?.send(JSON.stringify({ view } satisfies GpsRequest));
    },
    setPaused(next) {
      if (paused === next) return;
      paused = next;
      open.get('gpsmsg')?.send(JSON.stringify({ paused: paused ? 1 : 0 } satisfies GpsRequest));
    },
    probe() {
      for (const socket of open.values()) socket.probe();
    },
    recycle: (buffer) => packer.recycle(buffer),
    close() {
      clearTimeout(timer);
      for (const socket of open.values()) socket.close();
      open.clear();
    },
  };
}

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
