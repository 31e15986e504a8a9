import type { CommonMessage } from '@fleetwarden/contract/live/live';
import { SOCKET_DELAY_MS } from '@fleetwarden/contract/live/live-sockets';
import type { AlarmStore } from './alarm-store.ts';
import { type LiveEvent, type LiveProblem, type LiveSession, type LiveState, type MapView, openSession } from './live-session.ts';
import type { WorkerRequest } from './live-worker.ts';
import type { VehicleStore } from './vehicle-store.ts';

export type { LiveProblem, LiveState } from './live-session.ts';

/** A page that was hidden for so long is told nothing until it is looked at again, ms: a glance at another tab costs no catching up. */
const PAUSE_AFTER_MS = 10_000;

export type LiveConnection = {
  /** Narrows positions to `bounds` [west, south, east, north] degrees and/or vehicles; null: every followed one again. */
  setView(view: MapView | null): void;
  close(): void;
};

/**
 * Connects the console's live data: the initial list and the updates go into `store`, the rest to the callbacks.
 * `prefix` is the session token's part before the dot; `url` the server's origin (http or ws), by default the page's.
 * The sockets open 2 s after the call (`delayMs`); without `positions` nothing is told of vehicles, and that of alarms opens only where they have somewhere to go.
 */
export function connectLive(options: {
  url?: string;
  prefix: string;
  store: VehicleStore;
  /** Where pushed alarms go; none: nobody wants them. */
  alarms?: AlarmStore;
  onCommon?(message: CommonMessage): void;
  onState?(state: LiveState): void;
  onProblem?(problem: LiveProblem): void;
  delayMs?: number;
  positions?: boolean;
}): LiveConnection {
  const feed = options.store.feed();
  let closed = false;

  const emit = (event: LiveEvent) => {
    if (closed) return;
    if (event.kind === 'gps') {
      if (!feed.applyGps(event.batch)) session.recycle(event.batch.columns.slot.buffer as ArrayBuffer);
    } else if (event.kind === 'init') feed.applyInit(event.batch, event.first);
    else if (event.kind === 'initEnd') feed.endInit();
    else if (event.kind === 'alarms') options.alarms?.take(event.news, event.gap);
    else if (event.kind === 'common') options.onCommon?.(event.message);
    else if (event.kind === 'state') options.onState?.(event.state);
    else options.onProblem?.(event.problem);
  };

  const origin = (options.url ?? location.origin).replace(/^http/, 'ws').replace(/\/$/, '');
  const { prefix, delayMs = SOCKET_DELAY_MS, positions = true } = options;
  const start = { origin, prefix, delayMs, positions, alarms: options.alarms !== undefined };
  const session = typeof Worker === 'undefined' ? openSession({ ...start, emit }) : openInWorker(start, emit);

  let pauseTimer: ReturnType<typeof setTimeout> | undefined;
  const probe = () => {
    if (!document.hidden) session.probe();
  };
  const watch = () => {
    clearTimeout(pauseTimer);
    if (document.hidden) pauseTimer = setTimeout(() => session.setPaused(true), PAUSE_AFTER_MS);
    else session.setPaused(false);
    probe();
  };
  window.addEventListener('online', probe);
  document.addEventListener('visibilitychange', watch);
  watch();

  let views = 0;
  return {
    setView: (view) => {
      const numbered = view && { ...view, n: ++views };
      options.store.look(numbered);
      session.setView(numbered);
    },
    close() {
      if (closed) return;
      closed = true;
      clearTimeout(pauseTimer);
      window.removeEventListener('online', probe);
      document.removeEventListener('visibilitychange', watch);
      session.close();
    },
  };
}

/** The session in a worker: parsing 10,000 records takes longer than a frame may, and timers of hidden pages are slowed down. */
function openInWorker(start: Omit<Parameters<typeof openSession>[0], 'emit'>, emit: (event: LiveEvent) => void): LiveSession {
  const worker = new Worker(new URL('./live-worker.ts', import.meta.url), { type: 'module', name: 'live' });
  const say = (request: WorkerRequest) => worker.postMessage(request);
  worker.onmessage = ({ data }: MessageEvent<LiveEvent>) => emit(data);
  say({ kind: 'open', ...start });
  return {
    setView: (view) => say({ kind: 'view', view }),
    setPaused: (paused) => say({ kind: 'paused', paused }),
    probe: () => say({ kind: 'probe' }),
    recycle: (buffer) => worker.postMessage({ kind: 'recycle', buffer } satisfies WorkerRequest, [buffer]),
    close: () => say({ kind: 'close' }),
  };
}
