import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { BASE_PATH, type Call } from '@fleetwarden/contract/call';
import { CallError } from '@fleetwarden/contract/errors';
import { getText } from '@fleetwarden/locale/languages';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { upgradeRefusal } from '../../../test/support/test-upgrade.ts';
import { trustOneHop } from '../../config-values.ts';
import { createMetrics } from '../observe/metrics.ts';
import { createHttp, type Http } from './http.ts';

const [CONNECTIONS, PER_ADDRESS] = [12, 4];
const CALL_MS = 400;
const LOCAL = { host: '127.0.0.1', port: 0 };
const PUBLIC_CALLS = 5;

const calls = {
  echo: {
    method: 'POST',
    path: 'test/echo',
    permission: 'public',
    summary: 'Says it again.',
    data: z.object({ text: z.string() }),
    reply: z.object({ text: z.string() }),
  },
  wait: {
    method: 'GET',
    path: 'test/wait',
    permission: 'public',
    summary: 'Answers when told to.',
    data: z.object({}),
    reply: z.object({}),
  },
} as const satisfies Record<string, Call>;

let http: Http;
/** One whose calls have little time. */
let hasty: Http;
let port: number;
let hastyPort: number;
/** Calls of `wait` that began. */
let waiting = 0;
let answer = Promise.withResolvers<void>();
const logged: { level: string; msg: string }[] = [];
const sockets: Socket[] = [];

beforeAll(async () => {
  [http, hasty] = [await createServer(), await createServer({ callMs: CALL_MS, unreadBodyMs: 100 })];
  [port, hastyPort] = [await http.listen(LOCAL), await hasty.listen(LOCAL)];
});
async function createServer(timeLimits?: { readonly callMs: number; readonly unreadBodyMs: number }): Promise<Http> {
  const made = await createHttp({
    log: pino({ level: 'debug' }, { write: (line: string) => void logged.push(JSON.parse(line)) }),
    getText,
    authenticate: async () => {
      throw new CallError('notSignedIn');
    },
    readiness: async () => ({ ready: true, database: true, migrations: true, draining: false }),
    metricsText: createMetrics().metricsText,
    operatorCode: '70106',
    audit: async () => undefined,
    // one proxy in front
    trustProxy: trustOneHop,
    trustLoopback: false,
    connectionLimits: { connections: CONNECTIONS, connectionsPerAddress: PER_ADDRESS },
    ...(timeLimits ? { timeLimits } : {}),
    publicCallsPerMinute: PUBLIC_CALLS,
  });
  made.register('test', calls, {
    echo: ({ text }) => ({ text }),
    wait: async () => {
      waiting++;
      await answer.promise;
      return {};
    },
  });
  return made;
}
afterEach(() => {
  answer.resolve();
  answer = Promise.withResolvers();
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(() => Promise.all([http.stop(), hasty.stop()]));

/** A connection from an address of this machine; `text`: what it received. */
const dial = async (localAddress: string, send = '', to = port) => {
  const socket = connect({ port: to, host: '127.0.0.1', localAddress });
  sockets.push(socket);
  const received = { text: '', closed: false };
  socket.on('data', (data) => {
    received.text += data;
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    received.closed = true;
  });
  await once(socket, 'connect');
  if (send) socket.write(send);
  return { socket, received };
};
const REQUEST = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n';
const isAlive = async (localAddress: string) => {
  const { received } = await dial(localAddress, REQUEST);
  await expect.poll(() => received.text).toContain('200 OK');
};

describe('idle connections', () => {
  it('never block other clients, from any number of addresses', async () => {
    const idle: Awaited<ReturnType<typeof dial>>[] = [];
    for (let i = 0; i < 60; i++) idle.push(await dial(`127.0.1.${1 + (i % 20)}`));
    await isAlive('127.0.0.77');
    await expect.poll(() => idle.filter(({ received }) => received.closed).length).toBeGreaterThanOrEqual(60 - CONNECTIONS);
    expect(idle.at(-1)!.received.closed).toBe(false);
  });

  it('above the limit of an address replace only connections of the same address', async () => {
    const other = await dial('127.0.2.1');
    const own: Awaited<ReturnType<typeof dial>>[] = [];
    for (let i = 0; i < PER_ADDRESS + 3; i++) own.push(await dial('127.0.2.2'));
    await expect
      .poll(() => own.map(({ received }) => received.closed))
      .toEqual([true, true, true, ...Array<boolean>(PER_ADDRESS).fill(false)]);
    expect(other.received.closed).toBe(false);
  });

  it('are closed before connections that wait for a reply', async () => {
    const wait = `GET ${BASE_PATH}test/wait HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 203.0.113.1\r\n\r\n`;
    const busy = await dial('127.0.3.1', wait);
    await expect.poll(() => waiting).toBe(1);
    for (let i = 0; i < 30; i++) await dial(`127.0.3.${2 + (i % 10)}`);
    answer.resolve();
    await expect.poll(() => busy.received.text).toContain('"code":"0"');
  });
});

describe('a stopping server', () => {
  it('closes idle connections, and answers requests in progress', async () => {
    const stopped = await createServer();
    // Node would wait for the first request for ever
    Object.assign(stopped.app.server, { headersTimeout: 0, requestTimeout: 0 });
    const to = await stopped.listen(LOCAL);
    const spare = await dial('127.0.4.1', '', to);
    const used = await dial('127.0.4.2', REQUEST, to);
    await expect.poll(() => used.received.text).toContain('200 OK');
    const before = waiting;
    const busy = await dial('127.0.4.3', `GET ${BASE_PATH}test/wait HTTP/1.1\r\nHost: localhost\r\n\r\n`, to);
    await expect.poll(() => waiting).toBe(before + 1);
    const end = stopped.stop();
    await expect.poll(() => [spare, used].map(({ received }) => received.closed)).toEqual([true, true]);
    answer.resolve();
    await end;
    await expect.poll(() => busy.received.text).toContain('"code":"0"');
  });
});

describe('a request whose body never ends', () => {
  it('is answered as too slow at the time limit and closed, without a server error in the log', async () => {
    logged.length = 0;
    const head = `POST ${BASE_PATH}test/echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9000\r\nX-Forwarded-For: 203.0.113.2\r\n\r\n`;
    const { socket, received } = await dial('127.0.4.1', head, hastyPort);
    const dribble = setInterval(() => socket.writable && socket.write(' '), 20);
    await expect.poll(() => received.text).toContain('"code":"4001"');
    await expect.poll(() => received.closed).toBe(true);
    clearInterval(dribble);
    expect(logged.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('is also closed at a path without a call', async () => {
    const head = 'POST /nowhere HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9000\r\n\r\n';
    const { socket, received } = await dial('127.0.4.2', head, hastyPort);
    const dribble = setInterval(() => socket.writable && socket.write(' '), 20);
    await expect.poll(() => received.closed).toBe(true);
    clearInterval(dribble);
    expect(received.text).toContain('404');
  });
});

describe('behind a proxy', () => {
  it('a client is identified by the address from the proxy, not by the address it sends itself', async () => {
    const codes = async (clients: (i: number) => string) => {
      const told: string[] = [];
      for (let i = 0; i < PUBLIC_CALLS + 3; i++) {
        const reply = await fetch(`http://127.0.0.1:${port}${BASE_PATH}test/echo`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-forwarded-for': clients(i) },
          body: JSON.stringify({ data: { text: 'a' } }),
        });
        told.push(((await reply.json()) as { code: string }).code);
      }
      return told;
    };
    const spoofed = await codes((i) => `198.51.100.${i}, 203.0.113.9`);
    expect(spoofed).toEqual([...Array<string>(PUBLIC_CALLS).fill('0'), '4029', '4029', '4029']);
    expect(new Set(await codes((i) => `203.0.113.${100 + i}`))).toEqual(new Set(['0']));
  });

  it('operator pages require a token from this machine too, because the proxy is local', async () => {
    for (const path of ['/metrics', '/api/docs/json'])
      expect([path, (await fetch(`http://localhost:${port}${path}`)).status]).toEqual([path, 401]);
  });
});

describe('one trusted proxy', () => {
  it.each([
    ['127.0.0.1', 0, true],
    ['::ffff:10.1.2.3', 0, true],
    ['192.168.7.7', 0, true],
    ['fd00::1', 0, true],
    // the client, not the proxy
    ['192.168.7.7', 1, false],
    // a client that reaches the server directly
    ['203.0.113.5', 0, false],
  ])('at %s, hop %i: %s', (peer, hop, expected) => {
    expect(trustOneHop(peer, hop)).toBe(expected);
  });
});

describe('an upgrade to a WebSocket', () => {
  it('is refused before the handshake at every path without a socket', async () => {
    for (const path of ['/', '/healthz', '/login', '/assets/a.js', `${BASE_PATH}test/wait`, '/nowhere', '/websocket/x']) {
      const status = await upgradeRefusal(`ws://127.0.0.1:${port}${path}`, { origin: 'https://evil.example' });
      expect([path, status]).toEqual([path, 404]);
    }
  });
});
