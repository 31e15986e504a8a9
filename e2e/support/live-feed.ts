/** Records the messages of the position socket, in both directions. */
import { GpsMessage, GpsRequest } from '@fleetwarden/contract/live/live';
import { HEARTBEATS } from '@fleetwarden/contract/live/live-sockets';
import type { Page, WebSocket } from 'playwright-core';

export type Feed = {
  /** Messages from the server, and requests of the console, oldest first. */
  readonly received: GpsMessage[];
  readonly sent: GpsRequest[];
  /** Vehicles with a record in the messages since index `from`. */
  readonly vehicles: (from?: number) => ReadonlySet<string>;
};

/** Records the position sockets that the page opens from now on. */
export function recordLiveFeed(page: Page): Feed {
  const received: GpsMessage[] = [];
  const sent: GpsRequest[] = [];
  page.on('websocket', (socket: WebSocket) => {
    if (!socket.url().includes('/gpsmsg/')) return;
    socket.on('framereceived', ({ payload }) => {
      if (String(payload).startsWith('{')) received.push(GpsMessage.parse(JSON.parse(String(payload))));
    });
    socket.on('framesent', ({ payload }) => {
      if (!HEARTBEATS.some((beat) => beat === payload)) sent.push(GpsRequest.parse(JSON.parse(String(payload))));
    });
  });
  return {
    received,
    sent,
    vehicles: (from = 0) => new Set(received.slice(from).flatMap(({ data }) => data.map(({ tid }) => tid))),
  };
}
