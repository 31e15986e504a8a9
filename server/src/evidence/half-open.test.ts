import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectAttachments } from '../../test/support/evidence/attachment-client.ts';
import { eventually } from '../../test/support/gateway/gateway-fixture.ts';
import { createLog } from '../platform/observe/log.ts';
import { createMetrics } from '../platform/observe/metrics.ts';
import { createEvidenceServer, type EvidenceServer } from './evidence-server.ts';
import { EVIDENCE_LIMITS } from './limits.ts';

const [HALF_OPEN, ADDRESSES, AT_ONCE] = [10_000, 20, 250] as const;
/** The limit on their number alone closes connections, however slow the machine is. */
const NEVER_LATE = { unboundMs: 600_000, silentMs: 600_000 } as const;
const NAME = '00_65_6501_0.jpg';

let folder: string;
let server: EvidenceServer;
let port: number;
const stored: Buffer[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fleetwarden-half-open-'));
  const desk = {
    workFolder: join(folder, 'work'),
    open: async () => ({
      begin: async () => 'receive' as const,
      finish: async (_claim: object, path: string, digest: Buffer | undefined) => {
        stored.push(digest!);
        await rm(path);
      },
      close: async () => undefined,
    }),
  };
  server = createEvidenceServer({ log: createLog('silent'), metrics: createMetrics(), desk, limits: NEVER_LATE });
  port = await server.start({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

it('10,000 half-open connections block neither an uploading terminal nor a new one', async () => {
  const data = Buffer.alloc(1_000, 7);
  const busy = await connectAttachments(port, '13700000001');
  expect(await busy.list('a', [{ name: NAME, sizeBytes: data.length }])).toBe(0);
  expect(await busy.begin(NAME, data.length)).toBe(0);
  const open = new Set<Socket>();
  for (let n = 0; n < HALF_OPEN; n += AT_ONCE) {
    const sockets = Array.from({ length: AT_ONCE }, (_, at) =>
      connect({ port, host: '127.0.0.1', localAddress: `127.0.0.${2 + ((n + at) % ADDRESSES)}` }),
    );
    await Promise.all(
      sockets.map(async (socket) => {
        open.add(socket);
        socket
          .on('error', () => undefined)
          .once('close', () => open.delete(socket))
          .resume();
        await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
      }),
    );
    expect(server.connections).toBeLessThanOrEqual(EVIDENCE_LIMITS.connections);
  }
  await eventually(() => expect(open.size).toBeLessThanOrEqual(EVIDENCE_LIMITS.connections));
  expect(server.connections).toBeGreaterThan(EVIDENCE_LIMITS.connections / 2);
  const late = await connectAttachments(port, '13700000002');
  expect(await late.list('b', [{ name: NAME, sizeBytes: data.length }])).toBe(0);
  for (const terminal of [busy, late]) {
    await terminal.begin(NAME, data.length);
    terminal.chunk(NAME, 0, data);
    expect(await terminal.end(NAME, data.length)).toMatchObject({ result: 0 });
    terminal.socket.destroy();
  }
  expect(stored).toHaveLength(2);
  for (const socket of open) socket.destroy();
  await eventually(() => expect(server.connections).toBe(0));
  expect(await readdir(join(folder, 'work'))).toEqual([]);
});
