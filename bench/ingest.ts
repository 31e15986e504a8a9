/**
 * Locations per second from a socket to a durable row and the answer; load generator and PostgreSQL share the machine. Runs: full
 * speed; terminals that wait for each answer; a kill -9, after which nothing acknowledged may be missing; many connections.
 * Run: `node bench/ingest.ts [seconds] [terminals] [window] [connections,...] [offered]`; 0 terminals: only many connections.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../server/src/platform/db/database.ts';
import { startEmbedded } from '../server/src/platform/db/embedded/embedded-postgres.ts';
import { type LoadEnd, type LoadOptions, type LoadSecond, runLoad } from './gateway/load.ts';
import { runServer, type ServerFigures, type ServerReady } from './gateway/server.ts';
import { mostOpenFiles, tellGoal, tellMachine } from './platform/machine.ts';
import { shareOf } from './platform/times.ts';

const GOAL = 93_000;
const MIN_RATE = 20_000;
const WARM_UP_S = 5;
const KILL_AFTER_S = 8;
const CALM_S = 8;
/** Many terminals: locations each may have unanswered, and the goal of the 95th percentile. */
const CROWD = { connections: [5_000, 20_000], offered: 40_000, window: 64, p95Ms: 500, processes: 2 } as const;
/** File descriptors of the server besides its connections. */
const SPARE_FILES = 500;
/** What is unanswered at the end comes within this time. */
const DRAIN_MS = 5_000;

const [role, ...rest] = process.argv.slice(2);
if (role === 'server') await runServer(rest[0]!, Number(rest[1]));
else if (role === 'load') await runLoad(JSON.parse(rest[0]!) as LoadOptions);
else {
  tellMachine('ingest');
  const seconds = Number(role ?? 25);
  const terminals = Number(rest[0] ?? 500);
  if (terminals > 0) await main(seconds, terminals, Number(rest[1] ?? 40));
  const crowds = rest[2]?.split(',').map(Number) ?? CROWD.connections;
  for (const connections of crowds) await crowded(seconds, connections, Number(rest[3] ?? CROWD.offered));
}

async function main(seconds: number, terminals: number, window: number): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'fleetwarden-bench-'));
  chmodSync(dataDir, 0o755);
  try {
    await sustained(dataDir, seconds, terminals, window);
    await calm(dataDir, CALM_S, terminals);
    await killed(dataDir, terminals, window);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

type Measured = {
  readonly rates: number[];
  readonly latenciesMs: number[];
  readonly cores: number;
  readonly rss: number;
  /** Processor time for each acknowledged location, µs: of the server process, and of the load generator. */
  readonly serverMicros: number;
  readonly loadMicros: number;
};
type Server = Awaited<ReturnType<typeof startServer>>;
/** A process of the load generator, and its first terminal. */
type Load = { readonly first: number; readonly process: ChildProcess };

async function measure(server: Server, loads: readonly Load[], seconds: number): Promise<Measured> {
  const rates: number[] = [];
  const latencies: number[] = [];
  let loadMicros = 0;
  let before: ServerFigures | undefined;
  for (const { process: load } of loads) load.send('go');
  for (let second = 0; second < WARM_UP_S + seconds; second++) {
    const reports = await Promise.all(loads.map(async ({ process: load }) => (await once(load, 'message'))[0] as LoadSecond));
    if (second === WARM_UP_S - 1) before = await server.figures();
    if (second < WARM_UP_S) continue;
    rates.push(reports.reduce((sum, { acked }) => sum + acked, 0));
    for (const { latenciesMs, cpuMicros } of reports) {
      latencies.push(...latenciesMs);
      loadMicros += cpuMicros;
    }
  }
  const after = await server.figures();
  const micros = after.cpuMicros - before!.cpuMicros;
  const acked = rates.reduce((sum, rate) => sum + rate, 0);
  return {
    rates,
    latenciesMs: latencies.sort((x, y) => x - y),
    cores: micros / 1e6 / seconds,
    rss: after.rss,
    serverMicros: micros / acked,
    loadMicros: loadMicros / acked,
  };
}

/** Starts server and load generator, measures, and ends both. */
async function measureOne(dataDir: string, seconds: number, options: Omit<LoadOptions, 'port'>): Promise<Measured> {
  const server = await startServer(dataDir, options.terminals);
  const load = await startLoad({ ...options, port: server.port });
  const measured = await measure(server, [{ first: 0, process: load }], seconds);
  load.send('pause');
  await end(load);
  await server.stop();
  return measured;
}

async function sustained(dataDir: string, seconds: number, terminals: number, window: number): Promise<void> {
  const measured = await measureOne(dataDir, seconds, { terminals, window, firstAt: hoursAgo(30) });
  const rate = report(`${terminals} terminals, each up to ${window} locations unanswered, ${seconds} s`, measured);
  const goal = rate >= GOAL ? 'reached' : 'not yet';
  console.log(
    `  least ${MIN_RATE.toLocaleString('en')}: ${rate >= MIN_RATE ? 'reached' : 'MISSED'}; goal ${GOAL.toLocaleString('en')}: ${goal}`,
  );
  if (rate < MIN_RATE) process.exitCode = 1;
}

async function calm(dataDir: string, seconds: number, terminals: number): Promise<void> {
  const measured = await measureOne(dataDir, seconds, { terminals, window: 1, firstAt: hoursAgo(12) });
  report(`${terminals} terminals that wait for each answer, ${seconds} s`, measured);
}

/** Prints rate, latency and processor time; returns the rate. */
function report(what: string, { rates, latenciesMs, serverMicros, loadMicros, cores, rss }: Measured): number {
  const rate = Math.round(rates.reduce((sum, each) => sum + each, 0) / rates.length);
  const slowest = Math.min(...rates).toLocaleString('en');
  const share = (p: number) => Math.round(latenciesMs[Math.floor(latenciesMs.length * p)] ?? 0);
  console.log(`${what}:`);
  console.log(`  socket -> durable -> acknowledged  ${rate.toLocaleString('en')} locations/s (slowest second ${slowest})`);
  console.log(`  answered after                     p50 ${share(0.5)} ms, p95 ${share(0.95)} ms, p99 ${share(0.99)} ms`);
  console.log(`  server process                     ${cores.toFixed(2)} cores, ${(rss / 2 ** 20).toFixed(0)} MiB`);
  console.log(`  processor time of a location       server ${serverMicros.toFixed(1)} µs, generator ${loadMicros.toFixed(1)} µs`);
  return rate;
}

async function killed(dataDir: string, terminals: number, window: number): Promise<void> {
  const server = await startServer(dataDir, terminals);
  const firstAt = hoursAgo(6);
  const load = await startLoad({ port: server.port, terminals, window, firstAt });
  load.send('go');
  await sleep(KILL_AFTER_S * 1000);
  server.kill();
  await sleep(500);
  const { count, missing } = await findMissing(dataDir, firstAt, [{ first: 0, ...(await end(load)) }]);
  console.log(`kill -9 of the server and its PostgreSQL after ${KILL_AFTER_S} s:`);
  console.log(`  acknowledged ${count.toLocaleString('en')}, of those missing ${missing}`);
  if (missing > 0 || count === 0) process.exitCode = 1;
}

/** Locations one at a time from many connections, in a folder of their own. */
async function crowded(seconds: number, connections: number, offered: number): Promise<void> {
  const terminals = Math.min(connections, mostOpenFiles() - SPARE_FILES);
  if (terminals < connections)
    console.log(`the limit of open files allows ${terminals} of ${connections} connections: raise it with "ulimit -n"`);
  const dataDir = mkdtempSync(join(tmpdir(), 'fleetwarden-bench-'));
  chmodSync(dataDir, 0o755);
  try {
    const server = await startServer(dataDir, terminals);
    const firstAt = hoursAgo(6);
    const each = Math.ceil(terminals / CROWD.processes);
    const loads: Load[] = [];
    for (let first = 0; first < terminals; first += each) {
      const size = { terminals: Math.min(each, terminals - first), first, rate: offered / CROWD.processes };
      loads.push({ first, process: await startLoad({ port: server.port, window: CROWD.window, firstAt, ...size }) });
    }
    const measured = await measure(server, loads, seconds);
    for (const { process: load } of loads) load.send('pause');
    await sleep(DRAIN_MS);
    const ends = await Promise.all(loads.map(async ({ first, process: load }) => ({ first, ...(await end(load)) })));
    await server.stop();
    report(
      `${terminals} connections that send ${offered.toLocaleString('en')} locations/s one at a time, ${seconds} s`,
      measured,
    );
    const { count, missing } = await findMissing(dataDir, firstAt, ends);
    tellGoal('  95th percentile', shareOf(measured.latenciesMs, 0.95), CROWD.p95Ms, 'ms');
    tellGoal(`  acknowledged ${count.toLocaleString('en')}, of those missing`, missing, 0, 'locations');
    if (count === 0) process.exitCode = 1;
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Acknowledged locations, and how many of them are not in the database. */
async function findMissing(
  dataDir: string,
  firstAt: number,
  ends: readonly (Pick<LoadEnd, 'acked' | 'sent'> & { readonly first: number })[],
): Promise<{ readonly count: number; readonly missing: number }> {
  const embedded = await startEmbedded({ dataDir });
  const db = openDatabase({ connection: embedded.connection });
  let missing = 0;
  let count = 0;
  const terminals = ends.flatMap(({ first, acked, sent }) =>
    acked.map((base64, index) => ({ vehicleId: first + index + 1, base64, sent: sent[index] ?? 0 })),
  );
  for (const { vehicleId, base64, sent } of terminals) {
    const bits = Buffer.from(base64, 'base64');
    const rows = await db.query<{ gnss_at: number }>('select gnss_at from position where vehicle_id = $1 and gnss_at >= $2', [
      vehicleId,
      new Date(firstAt),
    ]);
    const stored = new Set(rows.map(({ gnss_at }) => (gnss_at - firstAt) / 1000));
    for (let index = 0; index < sent; index++) {
      if ((bits[index >> 3]! & (1 << (index & 7))) === 0) continue;
      count++;
      if (!stored.has(index)) missing++;
    }
  }
  await db.close();
  await embedded.stop();
  return { count, missing };
}

async function startServer(dataDir: string, terminals: number) {
  const child = fork(import.meta.filename, ['server', dataDir, String(terminals)], {
    execArgv: ['--expose-gc', ...(process.env['BENCH_PROFILE'] === 'on' ? ['--cpu-prof'] : [])],
  });
  const [{ port }] = (await once(child, 'message')) as [ServerReady];
  return {
    port,
    figures: async (): Promise<ServerFigures> => {
      child.send('figures');
      const [figures] = (await once(child, 'message')) as [ServerFigures];
      return figures;
    },
    stop: async () => {
      child.send('stop');
      await once(child, 'exit');
    },
    kill: () => child.kill('SIGKILL'),
  };
}

async function startLoad(options: LoadOptions): Promise<ChildProcess> {
  const child = fork(import.meta.filename, ['load', JSON.stringify(options)]);
  await once(child, 'message');
  return child;
}

/** Requests the number of acknowledged reports from the load process, and ends it. */
async function end(load: ChildProcess): Promise<LoadEnd> {
  load.send('end');
  for (;;) {
    const [message] = (await once(load, 'message')) as [LoadSecond | LoadEnd];
    if (message.kind === 'end') return message;
  }
}

function hoursAgo(hours: number): number {
  return Math.floor(Date.now() / 1000 - hours * 3600) * 1000;
}
