import type { CommonMessage } from '@fleetwarden/contract/live/live';
import { SOCKET_DELAY_MS } from '@fleetwarden/contract/live/live-sockets';
import type { AlarmStore } from './alarm-store.ts';
import { type LiveEvent, type LiveProblem, type LiveSession, type LiveState, type MapView, openSession } from './live-session.ts';
import type { WorkerRequest } from './live-worker.ts';
import type { VehicleStore } from './vehicle-store.ts';

export type { LiveProblem, LiveState } from './live-session.ts';

/** Updates pause after the page was hidden for so long, in ms; short tab switches do not pause. */
const PAUSE_AFTER_MS = 10_000;

export type LiveConnection = {
  /** Limits positions to `bounds` [west, south, east, north] in degrees and/or to vehicles; null: all followed vehicles. */
  setView(view: MapView | null): void;
  close(): void;
};

/**
 * Connects the live data: the initial list and updates go into `store`, everything else to the callbacks. `prefix` is the part of
 * the session token before the dot, `url` the server's origin (default: the page's). The sockets open after `delayMs`, by default
 * SOCKET_DELAY_MS after the page was opened. Without `positions` no vehicles are sent; alarms still are if `alarms` is set.
 */
export function connectLive(options: {
  url?: string;
  prefix: string;
  store: VehicleStore;
  /** Receives pushed alarms; without it no alarms are requested. */
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
  const { prefix, delayMs = Math.max(0, SOCKET_DELAY_MS - performance.now()), positions = true } = options;
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

/**
 * Runs the session in a worker: parsing 10,000 records takes longer than a frame, and browsers throttle timers of hidden pages.
 */
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
