import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import type { GpsMessage, InitRecord, MapRecord } from '@fleetwarden/contract/live/live';
import { HEARTBEATS } from '@fleetwarden/contract/live/live-sockets';
import { type WebSocket, WebSocketServer } from 'ws';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
};
const INIT_PIECE = 2_000;
/** Places of vehicles: cities, WGS-84, with their share in percent. */
const PLACES: readonly (readonly [lng: number, lat: number, share: number])[] = [
  [116.39, 39.91, 20],
  [121.47, 31.23, 18],
  [113.26, 23.13, 16],
  [104.07, 30.66, 12],
  [114.3, 30.59, 10],
  [108.94, 34.34, 8],
  [123.43, 41.8, 6],
  [87.62, 43.82, 4],
  [102.71, 25.04, 6],
];

export type Feed = {
  readonly url: string;
  /** Sends every vehicle's next position to every listener; settles when the page has processed it. */
  push(): Promise<void>;
  close(): Promise<void>;
};

/** Serves the page of `folder` and the live sockets of `count` made-up vehicles on a free port. */
export async function openFeed(folder: string, count: number): Promise<Feed> {
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const file = join(folder, normalize(path === '/' ? '/index.html' : path));
    try {
      response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream').end(await readFile(file));
    } catch {
      response.writeHead(404).end();
    }
  });
  const sockets = new WebSocketServer({ server });
  const listening = new Set<WebSocket>();
  const fleet = makeFleet(count);
  const through: (() => void)[] = [];
  sockets.on('connection', (socket, request) => {
    // the console drops a silent connection
    socket.on('message', (text) => {
      if (HEARTBEATS.some((beat) => beat === String(text))) socket.send(String(text));
    });
    if (request.url?.startsWith('/websocket/init/')) {
      for (let i = 0; i < fleet.length; i += INIT_PIECE) {
        socket.send(JSON.stringify({ data: fleet.slice(i, i + INIT_PIECE), total: fleet.length }));
      }
      socket.send('bye');
    } else if (request.url?.startsWith('/gpsmsg/')) {
      listening.add(socket);
      socket.on('close', () => listening.delete(socket));
    } else if (request.url === '/done') {
      socket.on('message', () => {
        for (const settle of through.splice(0)) settle();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    push() {
      drive(fleet);
      const data = fleet.map(({ deptId, drv, phone, followed, ...record }): MapRecord => record);
      const text = JSON.stringify({ data, at: Date.now() } satisfies GpsMessage);
      const done = new Promise<void>((settle) => through.push(settle));
      for (const socket of listening) socket.send(text);
      return done;
    },
    async close() {
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The same fleet each time: a small generator instead of chance. */
function makeFleet(count: number): InitRecord[] {
  let seed = 42;
  const random = () => {
    // 32-bit arithmetic: a plain product would lose its low bits, and repeat after some thousand vehicles
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return seed / 0x7fff_ffff;
  };
  const now = Date.now();
  return Array.from({ length: count }, (_, i) => {
    const [lng, lat] = placeOf(random() * 100);
    // Denser towards the middle.
    const [away, turn] = [random() ** 2 * 1.2, random() * 2 * Math.PI];
    const status = statusOf(random());
    return {
      tid: String(100_000 + i),
      cid: String(i),
      cno: `京A${String(10_000 + (i % 90_000))}`,
      x: lng + away * Math.cos(turn),
      y: lat + away * 0.8 * Math.sin(turn),
      d: Math.floor(random() * 360),
      status,
      color: 2,
      sp: status === '2' || status === '4' || status === '5' ? 20 + Math.floor(random() * 80) : 0,
      type: 2,
      vmt: 20,
      t: now,
      r: now,
      st: now,
      s: 3,
      a: 0,
      km: 12.5,
      stale: random() < 0.03 ? 1 : 0,
      deptId: String(i % 40),
      drv: '',
      phone: '',
      followed: true,
    };
  });
}

function placeOf(at: number): readonly [number, number] {
  let sum = 0;
  for (const [lng, lat, share] of PLACES) {
    sum += share;
    if (at < sum) return [lng, lat];
  }
  return [PLACES[0]![0], PLACES[0]![1]];
}

function statusOf(at: number): string {
  if (at < 0.55) return '2';
  if (at < 0.7) return '1';
  if (at < 0.8) return '3';
  if (at < 0.93) return '0';
  if (at < 0.96) return '6';
  return at < 0.985 ? '4' : '5';
}

/** Advances one second: moving vehicles move; every position is new. */
function drive(fleet: InitRecord[]): void {
  const now = Date.now();
  for (const vehicle of fleet) {
    const metres = vehicle.sp / 3.6 + 0.2;
    const turn = (vehicle.d * Math.PI) / 180;
    vehicle.y! += (metres * Math.cos(turn)) / 111_000;
    vehicle.x! += (metres * Math.sin(turn)) / 90_000;
    vehicle.r = vehicle.t = now;
  }
}
