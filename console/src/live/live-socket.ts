import { HEARTBEAT_MS, HEARTBEATS } from '@fleetwarden/contract/live/live-sockets';

const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 30_000;
/** Random share by which retries vary, so that consoles do not reconnect all at once after a server restart. */
const JITTER = 0.25;
/** A connection that lasted so long resets the retry delay, in ms. */
const STABLE_MS = 10_000;
/** Unanswered or unsent heartbeats after which the peer counts as dead. */
const SILENT_BEATS = 3;

export type SocketState = 'closed' | 'connecting' | 'open' | 'waiting';

export type LiveSocket = {
  /** Sends if the socket is open; returns whether it did. */
  send(text: string): boolean;
  heartbeat(): void;
  /** Reconnects at once when waiting for a retry; otherwise checks the peer by a heartbeat. */
  probe(): void;
  close(): void;
};

/**
 * A self-healing socket: heartbeats every 5 s, reconnects after 1, 2, 4 ... 30 s until closed. `onText` receives everything but
 * heartbeats.
 */
export function openSocket(options: {
  url: string;
  /** Whether the server answers each heartbeat; if so, a silent connection is closed. */
  answered: boolean;
  onText(text: string): void;
  onOpen?(): void;
  onState?(state: SocketState): void;
}): LiveSocket {
  let socket: WebSocket | null = null;
  let beatTimer: ReturnType<typeof setInterval> | undefined;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let probeTimer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let beats = 0;
  let openedAt = 0;
  let unanswered = 0;
  let closed = false;

  const tell = (state: SocketState) => options.onState?.(state);

  const beat = () => {
    if (socket?.readyState !== WebSocket.OPEN) return;
    const stuck = socket.bufferedAmount > 0;
    unanswered = options.answered || stuck ? unanswered + 1 : 0;
    if (unanswered > SILENT_BEATS) cut();
    else socket.send(HEARTBEATS[beats++ % HEARTBEATS.length]!);
  };

  /** Drops the connection without a close handshake, which a dead peer never answers. */
  const cut = () => {
    const dead = socket;
    lose();
    dead?.close();
  };

  const lose = () => {
    if (!socket) return;
    if (openedAt > 0 && Date.now() - openedAt >= STABLE_MS) failures = 0;
    socket.onopen = socket.onmessage = socket.onclose = socket.onerror = null;
    socket = null;
    openedAt = 0;
    clearInterval(beatTimer);
    clearTimeout(probeTimer);
    if (closed) return;
    const delay = Math.min(FIRST_RETRY_MS * 2 ** failures, LAST_RETRY_MS);
    failures++;
    tell('waiting');
    retryTimer = setTimeout(connect, delay * (1 - JITTER + 2 * JITTER * Math.random()));
  };

  const connect = () => {
    clearTimeout(retryTimer);
    if (closed) return;
    tell('connecting');
    const opening = new WebSocket(options.url);
    socket = opening;
    opening.onopen = () => {
      openedAt = Date.now();
      unanswered = 0;
      beatTimer = setInterval(beat, HEARTBEAT_MS);
      tell('open');
      options.onOpen?.();
    };
    opening.onmessage = ({ data }: MessageEvent) => {
      unanswered = 0;
      clearTimeout(probeTimer);
      if (typeof data !== 'string') return;
      if (!HEARTBEATS.some((text) => text === data)) options.onText(data);
    };
    opening.onclose = lose;
    // An error is always followed by `close`, which starts the retry.
    opening.onerror = null;
  };

  connect();
  return {
    send(text) {
      if (socket?.readyState !== WebSocket.OPEN) return false;
      socket.send(text);
      return true;
    },
    heartbeat: beat,
    probe() {
      if (closed) return;
      if (!socket) {
        failures = 0;
        connect();
      } else if (socket.readyState === WebSocket.OPEN) {
        beat();
        clearTimeout(probeTimer);
        if (options.answered) probeTimer = setTimeout(cut, HEARTBEAT_MS);
      }
    },
    close() {
      if (closed) return;
      closed = true;
      clearTimeout(retryTimer);
      const open = socket;
      lose();
      open?.close();
      tell('closed');
    },
  };
}
