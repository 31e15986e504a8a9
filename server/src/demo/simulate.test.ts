import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../test/support/db/test-database.ts';
import { type GatewayFixture, startGatewayFixture } from '../../test/support/gateway/gateway-fixture.ts';
import { type Db, sql } from '../platform/db/database.ts';
import { createLog } from '../platform/observe/log.ts';
import type { SimulatedTerminal } from './demo-records.ts';
import { FLEETS } from './fleets.ts';
import { seedDemo } from './seed.ts';
import { type Simulator, startSimulator } from './simulate.ts';

const DEMO_KEY = 'a key of thirty-two characters!!';

let db: Db;
let fixture: GatewayFixture;
let folder: string;
let terminals: readonly SimulatedTerminal[];
const running: Simulator[] = [];

beforeAll(async () => {
  ({ db } = await testDatabase());
  ({ terminals } = await seedDemo(db, 60, DEMO_KEY));
  fixture = await startGatewayFixture(db);
  folder = await mkdtemp(join(tmpdir(), 'fleetwarden-demo-'));
});
afterAll(async () => {
  await Promise.all(running.map((simulator) => simulator.stop()));
  await fixture.stop();
  await rm(folder, { recursive: true });
});

/** Long enough for a machine with other load. */
const LIMIT_MS = 120_000;
const eventually = async (what: string, holds: () => boolean | Promise<boolean>) => {
  for (const until = Date.now() + LIMIT_MS; !(await holds()); ) {
    if (Date.now() > until) throw new Error(`never came: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};
const vehicles = async (table: 'position' | 'vehicle_latest') =>
  (await db.first<{ n: number }>(`select count(distinct vehicle_id) as n from ${table}`))?.n ?? 0;
const dead = (pid: number) => {
  try {
    process.kill(pid, 0);
    return false;
  } catch {
    return true;
  }
};

describe('the simulated fleet', () => {
  it('creates live data and a history for every kind of vehicle, and stops on request', { timeout: 2 * LIMIT_MS }, async () => {
    expect(new Set(terminals.map(({ kind }) => kind)).size).toBe(new Set(FLEETS.map(({ kind }) => kind)).size);
    const shares: number[] = [];
    const simulator = startSimulator({
      host: '127.0.0.1',
      port: fixture.port,
      terminals,
      log: createLog('silent'),
      stateFile: join(folder, 'fleet.json'),
      historyDays: 0.25,
      onProgress: (share) => shares.push(share),
    });
    running.push(simulator);
    await eventually('the end of the history', () => shares.at(-1) === 1);
    await eventually('most of the fleet', async () => (await vehicles('vehicle_latest')) > 20);
    expect(await vehicles('position')).toBeGreaterThan(30);
    const odd = await db.first<{ n: number }>('select count(*) as n from position_odd');
    expect(odd?.n).toBe(0);
    const abroad = await db.first<{ n: number }>(sql`
      select count(*) as n from position where lng not between 73 and 136 or lat not between 18 and 54`);
    expect(abroad?.n).toBe(0);
    expect(fixture.gateway.badFrames()).toEqual([]);
    const pid = simulator.pid();
    await simulator.stop();
    expect(pid !== undefined && dead(pid)).toBe(true);
  });

  it('restarts after a crash', { timeout: 2 * LIMIT_MS }, async () => {
    const simulator = startSimulator({
      host: '127.0.0.1',
      port: fixture.port,
      terminals: terminals.slice(0, 2),
      log: createLog('silent'),
      stateFile: join(folder, 'other.json'),
      historyDays: 0,
    });
    running.push(simulator);
    const first = simulator.pid()!;
    process.kill(first, 'SIGKILL');
    await eventually('another process', () => simulator.pid() !== undefined && simulator.pid() !== first);
    await simulator.stop();
  });

  it('exits with the server, whether it stops or crashes', { timeout: 2 * LIMIT_MS }, async () => {
    const program = `
      import { startSimulator } from ${JSON.stringify(pathToFileURL(join(import.meta.dirname, 'simulate.ts')).href)};
      import { createLog } from ${JSON.stringify(pathToFileURL(join(import.meta.dirname, '../platform/observe/log.ts')).href)};
      const simulator = startSimulator({ host: '127.0.0.1', port: ${fixture.port}, terminals: ${JSON.stringify(terminals.slice(0, 2))},
        log: createLog('silent'), stateFile: ${JSON.stringify(join(folder, 'orphan.json'))}, historyDays: 0 });
      console.log(simulator.pid());`;
    const server = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = await once(server.stdout, 'data');
    const pid = Number(String(line));
    expect(dead(pid)).toBe(false);
    server.kill('SIGKILL');
    await eventually('the end of the fleet', () => dead(pid));
  });
});
