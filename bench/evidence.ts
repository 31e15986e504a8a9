/**
 * Uploads of files of alarms beside locations. Goals: 200 terminals upload 2 MB each at once, all files whole; the 95th percentile of
 * acknowledged locations changes by at most 10 %, memory grows by at most 300 MiB. Uploads and locations are processes of their own.
 * Run: `node bench/evidence.ts [terminals] [bytes] [locations/s] [seconds]`.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { FILE_KIND } from '@fleetwarden/protocol/jsatl12';
import { createEvidenceServer } from '../server/src/evidence/evidence-server.ts';
import { recordingTools } from '../server/src/media/recording/tools.ts';
import { createDesk } from '../server/src/modules/evidence/desk.ts';
import { type Db, sql } from '../server/src/platform/db/database.ts';
import { createFolderStore, type FileKey } from '../server/src/platform/files/file-store.ts';
import { createLog } from '../server/src/platform/observe/log.ts';
import { createMetrics } from '../server/src/platform/observe/metrics.ts';
import { connectAttachments } from '../server/test/support/evidence/attachment-client.ts';
import { phoneOf } from './gateway/fleet.ts';
import type { PacedSecond } from './gateway/paced.ts';
import { runServer, type ServerFigures, type ServerReady } from './gateway/server.ts';
import { tellGoal, tellMachine } from './platform/machine.ts';
import { startPaced } from './platform/paced-fleet.ts';
import { shareOf } from './platform/times.ts';

const GOAL = { addedShare: 0.1, memoryMiB: 300 } as const;
const CHUNK_BYTES = 64 * 1_024;
const SAMPLE_MS = 200;
const WARM_UP_S = 5;
const MIB = 2 ** 20;

type Ports = { readonly evidencePort: number };
/** SHA-256 of the files, and when one that came alone was acknowledged after its last byte, ms. */
type Uploaded = { readonly digests: readonly string[]; readonly aloneMs: number; readonly seconds: number };
type Check = { readonly rows: number; readonly whole: number };

const alarmNoOf = (terminal: number): string => String(terminal).padStart(32, '0');

const [role, ...rest] = process.argv.slice(2);
if (role === 'server')
  await runServer(rest[0]!, Number(rest[1]), ({ db }) => startEvidence(db, join(rest[0]!, 'files'), Number(rest[1])));
else if (role === 'uploads') await runUploads(Number(rest[0]), Number(rest[1]), Number(rest[2]));
else await main(Number(role ?? 200), Number(rest[0] ?? 2 * MIB), Number(rest[1] ?? 500), Number(rest[2] ?? 20));

/** The evidence server with a request for each terminal, in the process of the gateway. */
async function startEvidence(db: Db, folder: string, terminals: number): Promise<void> {
  await db.run(sql`
    insert into evidence_request (alarm_gid, vehicle_id, alarm_no, identification, expected, state, created_at)
    select gen_random_uuid(), n, lpad((n - 1)::text, 32, '0'), decode(lpad(to_hex(n), 32, '0'), 'hex'), 1, 1, now()
    from generate_series(1, ${terminals}::integer) n`);
  const files = createFolderStore(folder);
  const desk = createDesk({ db, files, remux: recordingTools.remux, onChanged: () => undefined, now: Date.now });
  const server = createEvidenceServer({ log: createLog('warn'), metrics: createMetrics(), desk });
  process.send!({ evidencePort: await server.start({ host: '127.0.0.1', port: 0 }) } satisfies Ports);
  process.on('message', (message) => {
    if (message === 'memory') process.send!(process.memoryUsage.rss());
    else if (Array.isArray(message)) void check(db, files, message as string[]).then((found) => process.send!(found));
  });
}

/** Acknowledged files that are stored as they were sent. */
async function check(db: Db, files: ReturnType<typeof createFolderStore>, digests: readonly string[]): Promise<Check> {
  const rows = await db.query<{ file_key: FileKey; digest: string }>(
    `select file_key, encode(digest, 'hex') as digest from evidence_file where received_at is not null`,
  );
  const sent = new Set(digests);
  let whole = 0;
  for (const { file_key, digest } of rows) {
    const content = await buffer((await files.read(file_key))!.content);
    if (sent.has(digest) && createHash('sha256').update(content).digest('hex') === digest) whole++;
  }
  return { rows: rows.length, whole };
}

/** One terminal uploads, then all others at once. */
async function runUploads(port: number, terminals: number, bytes: number): Promise<void> {
  const shared = randomBytes(bytes);
  const all = await Promise.all(
    Array.from({ length: terminals + 1 }, async (_, n) => {
      const first = Buffer.from(shared.subarray(0, CHUNK_BYTES));
      first.writeUInt32BE(n);
      const digest = createHash('sha256').update(first).update(shared.subarray(CHUNK_BYTES)).digest('hex');
      return { name: `02_64_6401_0_${n}.mp4`, first, digest, client: await connectAttachments(port, phoneOf(n)) };
    }),
  );
  const digests = all.map(({ digest }) => digest);
  const upload = async ({ name, first, client }: (typeof all)[number], n: number): Promise<number> => {
    await client.list(alarmNoOf(n), [{ name, sizeBytes: bytes }]);
    await client.begin(name, bytes, FILE_KIND.film);
    for (let at = 0; at < bytes; at += CHUNK_BYTES) {
      client.chunk(name, at, at === 0 ? first : shared.subarray(at, at + CHUNK_BYTES));
      while (client.socket.writableNeedDrain) await once(client.socket, 'drain');
    }
    const sentAt = performance.now();
    const { result } = await client.end(name, bytes, FILE_KIND.film);
    if (result !== 0) throw new Error(`terminal ${n}: ${result}`);
    client.socket.destroy();
    return performance.now() - sentAt;
  };
  const aloneMs = await upload(all.pop()!, terminals);
  const began = performance.now();
  await Promise.all(all.map(upload));
  process.send!({ digests, aloneMs, seconds: (performance.now() - began) / 1_000 } satisfies Uploaded, () => process.exit(0));
}

async function main(terminals: number, bytes: number, rate: number, seconds: number): Promise<void> {
  tellMachine('evidence');
  const folder = mkdtempSync(join(tmpdir(), 'fleetwarden-bench-'));
  chmodSync(folder, 0o755);
  const server = fork(import.meta.filename, ['server', folder, String(Math.max(terminals + 1, rate))], {
    execArgv: ['--expose-gc'],
  });
  const children: ChildProcess[] = [server];
  try {
    const [{ evidencePort }] = (await once(server, 'message')) as [Ports];
    const [{ port }] = (await once(server, 'message')) as [ServerReady];
    const vehicles = Array.from({ length: rate }, (_, n) => ({ id: n + 1, phone: phoneOf(n), lng: 113 + n / 1_000, lat: 30 }));
    const locations = await startPaced({ port, everyMs: 1_000, vehicles });
    children.push(locations);
    locations.send('go');
    await record(locations, WARM_UP_S);
    const before = await record(locations, seconds);
    server.send('figures');
    const [{ rss: idle }] = (await once(server, 'message')) as [ServerFigures];

    const uploads = fork(import.meta.filename, ['uploads', String(evidencePort), String(terminals), String(bytes)]);
    children.push(uploads);
    const ended = once(uploads, 'message') as Promise<[Uploaded]>;
    const peak = samplePeak(server);
    const during: number[] = [];
    let isOver = false;
    void ended.then(() => {
      isOver = true;
    });
    while (!isOver) during.push(...(await record(locations, 1)));
    const [{ digests, aloneMs, seconds: took }] = await ended;
    const memory = (await peak.stop()) - idle;
    server.send([...digests]);
    const [{ rows, whole }] = (await once(server, 'message')) as [Check];

    const p95 = (values: readonly number[]) =>
      shareOf(
        values.toSorted((a, b) => a - b),
        0.95,
      );
    const [calm, busy] = [p95(before), p95(during)];
    console.log(`evidence: ${terminals} terminals upload ${(bytes / MIB).toFixed(1)} MiB each beside ${rate} locations/s`);
    console.log(`evidence: ${rows - 1} files in ${took.toFixed(1)} s, ${((terminals * bytes) / MIB / took).toFixed(0)} MiB/s`);
    console.log(`evidence: one file alone, acknowledged ${aloneMs.toFixed(0)} ms after its last byte`);
    console.log(`evidence: locations acknowledged p95 ${calm.toFixed(1)} ms without uploads, ${busy.toFixed(1)} ms with them`);
    tellGoal('evidence: files that are not whole', terminals + 1 - whole, 0, 'files');
    tellGoal('evidence: added share of the 95th percentile', busy / calm - 1, GOAL.addedShare, '');
    tellGoal('evidence: memory above idle', memory / MIB, GOAL.memoryMiB, 'MiB');
    locations.send('end');
    server.send('stop');
    await once(server, 'exit');
  } finally {
    for (const child of children) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Times until locations were acknowledged, of so many seconds. */
async function record(locations: ChildProcess, seconds: number): Promise<number[]> {
  const answered: number[] = [];
  for (let second = 0; second < seconds; second++) {
    const [{ answeredMs }] = (await once(locations, 'message')) as [PacedSecond];
    answered.push(...answeredMs);
  }
  return answered;
}

function samplePeak(server: ChildProcess) {
  let peak = 0;
  let isStopped = false;
  const running = (async () => {
    while (!isStopped) {
      server.send('memory');
      const [rss] = (await once(server, 'message')) as [number];
      peak = Math.max(peak, rss);
      await sleep(SAMPLE_MS);
    }
  })();
  return {
    stop: async () => {
      isStopped = true;
      await running;
      return peak;
    },
  };
}
