/** What a console and the product say to each other about positions. */
import { GpsMessage, GpsRequest } from '@fleetwarden/contract/live/live';
import { HEARTBEATS } from '@fleetwarden/contract/live/live-sockets';
import type { Page, WebSocket } from 'playwright-core';

export type Feed = {
  /** Messages so far, and what the console asked for. */
  readonly told: GpsMessage[];
  readonly asked: GpsRequest[];
  /** Vehicles whose records came since `from`. */
  readonly vehicles: (from?: number) => ReadonlySet<string>;
};

/** Listens to the socket that brings positions, and to each that comes after it. */
export function listen(page: Page): Feed {
  const told: GpsMessage[] = [];
  const asked: GpsRequest[] = [];
  page.on('websocket', (socket: WebSocket) => {
    if (!socket.url().includes('/gpsmsg/')) return;
    socket.on('framereceived', ({ payload }) => {
      if (String(payload).startsWith('{')) told.push(GpsMessage.parse(JSON.parse(String(payload))));
    });
    socket.on('framesent', ({ payload }) => {
      if (!HEARTBEATS.some((beat) => beat === payload)) asked.push(GpsRequest.parse(JSON.parse(String(payload))));
    });
  });
  return { told, asked, vehicles: (from = 0) => new Set(told.slice(from).flatMap(({ data }) => data.map(({ tid }) => tid))) };
}
