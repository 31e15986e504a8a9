import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { viewPart } from '@fleetwarden/contract/video/live-video';
import { HOUR_MS } from '@fleetwarden/domain/durations';
import { MODES } from '@fleetwarden/simulator/modes';
import { createVehicle } from '@fleetwarden/simulator/motion/vehicle';
import { forgetfulMemory } from '@fleetwarden/simulator/state-file';
import { createTerminal } from '@fleetwarden/simulator/terminal';
import { afterAll, expect, it, vi } from 'vitest';
import { type Client, clientOf } from '../../../e2e/support/client.ts';
import { type Product, startProduct } from '../../../e2e/support/product.ts';
import { readIndex, readIndexBox, TRAILER_BYTES } from '../../src/media/recording/mp4-index.ts';
import { sql } from '../../src/platform/db/database.ts';
import { testDatabase } from '../support/db/test-database.ts';
import { openView, type ViewClient } from '../support/media/view-client.ts';
import { addVehicle } from '../support/test-fleet.ts';
import { startTestServer } from '../support/test-server.ts';

const TERMINALS = 5;
const CHANNELS = [1, 2, 3, 4] as const;
const RIGHTS = ['20401', '20406', '301', '302', '304', '306'];
/** Pictures of a view before the kill, and after it. */
const PICTURES = 10;
/** Samples of a recording before the kill: more than a second of pictures. */
const SAMPLES = 40;

/** Waits for a condition, however slow the machine. */
const LIMIT_MS = 300_000;
const soon = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: LIMIT_MS, interval: 200 });

type Player = { readonly view: () => ViewClient | undefined; readonly opened: () => number; stop(): void };

/** Asks for an address, plays, and asks again after a cut, as the player of the console does. */
function play(caller: () => { readonly client: Client; readonly port: number }, targId: string, channel: number): Player {
  let view: ViewClient | undefined;
  let opened = 0;
  let isStopped = false;
  const run = async () => {
    while (!isStopped)
      try {
        const { client, port } = caller();
        const { url } = await client.post('video/realtime', { targId, channel });
        view = await openView(port, url, client.token);
        opened++;
        await view.closed;
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
  };
  void run();
  return {
    view: () => view,
    opened: () => opened,
    stop: () => {
      isStopped = true;
      view?.socket.terminate();
    },
  };
}

/** The accounts, each with its token, and vehicles with terminals that may sign in. */
async function prepare(database: Awaited<ReturnType<typeof testDatabase>>) {
  const server = await startTestServer({ database });
  const departmentId = await server.department('集团');
  const tokens: string[] = [];
  for (const name of ['first', 'second']) {
    await server.account(name, departmentId, RIGHTS);
    tokens.push(await server.signIn(name));
  }
  const vehicles: { id: string; phone: string; plate: string }[] = [];
  for (let n = 0; n < TERMINALS; n++) {
    const [phone, plate] = [String(13_900_001_000 + n), `京K${10_000 + n}`];
    const id = await addVehicle(server, { plate, departmentId, phone });
    vehicles.push({ id: String(id), phone, plate });
  }
  await server.db.run(
    sql`update terminal set auth_code = 'secret', terminal_no = null, registered_at = now(), protocol_version = 2013`,
  );
  await server.stop();
  return { tokens, vehicles };
}

function startTerminals(gatewayPort: number, vehicles: readonly { readonly phone: string; readonly plate: string }[]) {
  const { codes } = forgetfulMemory();
  return vehicles.map(({ phone, plate }, seed) => {
    codes.set(phone, 'secret');
    const identity = { terminalNo: 'S000001', maker: 'FWSIM', model: 'FW-T1', kind: 'taxi', homeCity: '武汉' } as const;
    const terminal = createTerminal({
      server: { host: '127.0.0.1', port: gatewayPort, transport: 'tcp' },
      member: { phone, version: 2013, plate, plateColour: 2, seed, drivers: [], ...identity },
      vehicle: { ...createVehicle({ seed, kind: 'taxi', home: '武汉' }), linkAt: () => 'up' },
      codes,
      mode: MODES.good,
      movingS: 5,
      parkedS: 5,
      replyTimeoutMs: 5_000,
      backoffMs: [200, 1_000],
      onEvent: () => undefined,
    });
    terminal.start();
    return terminal;
  });
}

/** Run in the reverse order, whether the test fails or not. */
const cleanups: (() => unknown)[] = [];
afterAll(async () => {
  for (const cleanup of cleanups.toReversed()) await cleanup();
});

it(
  'after a kill -9 with 20 views and 5 recordings, players resume and recordings contain every written frame',
  async () => {
    const database = await testDatabase();
    const { tokens, vehicles } = await prepare(database);
    const folder = await mkdtemp(join(tmpdir(), 'video-kill-'));
    const env = { DATABASE_URL: database.url };
    cleanups.push(() => rm(folder, { recursive: true }));
    let product: Product = await startProduct(folder, env);
    cleanups.push(() => product.stop());
    const terminals = startTerminals(product.gatewayPort, vehicles);
    cleanups.push(() => terminals.map((terminal) => terminal.stop()));
    const caller = (account: number) => ({ client: clientOf(product.url, tokens[account]!), port: product.port });

    // an account has 16 tiles at most
    const players = vehicles.flatMap(({ id }, n) => CHANNELS.map((channel) => play(() => caller(n % 2), id, channel)));
    cleanups.push(() => players.map((player) => player.stop()));
    const allPlay = () =>
      soon(() => {
        for (const player of players) expect(player.view()?.parts(viewPart.segment).length ?? 0).toBeGreaterThan(PICTURES);
      });
    await allPlay();
    for (const { id } of vehicles) await caller(0).client.post('video/startRecord', { targId: id, channel: 1 });
    const work = join(folder, 'files/work/video');
    const indexes = async () => {
      const names = (await readdir(work)).filter((name) => name.endsWith('.index'));
      return Promise.all(names.map(async (name) => readIndex(await readFile(join(work, name)))?.samples.length ?? 0));
    };
    await soon(async () => {
      const written = await indexes();
      expect(written.filter((samples) => samples > SAMPLES)).toHaveLength(TERMINALS);
    });

    await product.kill();
    const written = (await indexes()).toSorted((a, b) => a - b);
    const before = players.map(({ opened }) => opened());
    product = await startProduct(folder, { ...env, PORT: String(product.port), GATEWAY_PORT: String(product.gatewayPort) });
    await soon(() => {
      for (const [i, { opened }] of players.entries()) expect(opened()).toBeGreaterThan(before[i]!);
    });
    await allPlay();

    const { client } = caller(0);
    const recovered: number[] = [];
    for (const { id } of vehicles) {
      const { list } = await client.post('video/listServerFile', {
        targId: id,
        startTime: Date.now() - HOUR_MS,
        endTime: Date.now() + HOUR_MS,
      });
      expect(list).toMatchObject([{ state: 1, reason: 'interrupted', playable: true }]);
      const { url } = await client.post('video/openFile', { fileId: list[0].fileId });
      const bytes = Buffer.from(await (await fetch(product.url + url)).arrayBuffer());
      expect(bytes.includes('moov')).toBe(true);
      const indexBytes = bytes.readUInt32BE(bytes.length - TRAILER_BYTES);
      const index = readIndexBox(bytes.subarray(bytes.length - indexBytes))!;
      expect(index.samples[0]).toMatchObject({ track: 'video', isKey: true });
      recovered.push(index.samples.length);
    }
    expect(recovered.toSorted((a, b) => a - b)).toEqual(written);
  },
  LIMIT_MS,
);
