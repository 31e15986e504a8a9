import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EVIDENCE_STATE } from '@fleetwarden/contract/alarms/attachments';
import { readConfig } from '../../../src/config.ts';
import { makeDemoPast } from '../../../src/demo/demo-past.ts';
import { simulatedTerminal } from '../../../src/demo/demo-records.ts';
import { recalculateLateDays } from '../../../src/ingest/backfill-job.ts';
import { loadPastGeofences } from '../../../src/modules/alarm-rules/index.ts';
import { loadCities } from '../../../src/modules/lookups/index.ts';
import { countRollups } from '../../../src/modules/reports/rollups/index.ts';
import { closeMonths } from '../../../src/modules/reports/scores/close-months.ts';
import { readScoreRules } from '../../../src/modules/reports/scores/score-rules.ts';
import { type Db, sql } from '../../../src/platform/db/database.ts';
import { createLog } from '../../../src/platform/observe/log.ts';
import { startServer } from '../../../src/server.ts';
import { quietTestDatabase, type TestDatabase } from '../db/test-database.ts';
import { startTestServer, type TestServer } from '../test-server.ts';

const TIME_ZONE = 'Asia/Shanghai';
const SECRET_KEY = 'a key of thirty-two characters!!';
const HISTORY_LIMIT_MS = 600_000;

/** For tests: a demo as `npm start` makes one, with its week of history and the months before, at rest. */
export type TestDemo = { readonly server: TestServer; readonly root: number; stop(): Promise<void> };

/**
 * Starts the product as a demo, waits until its terminals have uploaded their past, and stops it. Jobs of the following
 * minutes run at once. Then a test server starts on the same data.
 */
export async function startTestDemo(vehicles: number): Promise<TestDemo> {
  const database = await quietTestDatabase();
  const { db } = database;
  const dataDir = await mkdtemp(join(tmpdir(), 'demo-'));
  await liveOnce({ database, dataDir, vehicles });
  const server = await startTestServer({ database });
  const root = (await db.first<{ id: number }>(
    sql`select (value ->> 'rootDepartmentId')::integer as id from setting where key = 'demo'`,
  ))!.id;
  await countEverything(server, root);
  return {
    server,
    root,
    stop: async () => {
      await server.stop();
      await rm(dataDir, { recursive: true });
    },
  };
}

type FirstLife = { readonly database: TestDatabase; readonly dataDir: string; readonly vehicles: number };

/** The product runs until it has the past of its terminals and the files of their alarms. */
async function liveOnce({ database: { db, url }, dataDir, vehicles }: FirstLife): Promise<void> {
  const config = {
    ...readConfig({
      DEMO: 'on',
      DEMO_VEHICLES: String(vehicles),
      DEMO_HISTORY_DAYS: '7',
      DATA_DIR: dataDir,
      SECRET_KEY,
      BUSINESS_TZ: TIME_ZONE,
      HOST: '127.0.0.1',
      PORT: '0',
      GATEWAY_PORT: '0',
      MEDIA_PORT: '0',
      EVIDENCE_PORT: '0',
      FTP_PORT: '0',
      REGULATOR_PORT: '0',
      REGULATOR_UPPER_PORT: '0',
    }),
    databaseUrl: url,
  };
  let share = 0;
  const product = await startServer(config, createLog('silent'), (done) => {
    share = done;
  });
  try {
    const faulty = Array.from({ length: vehicles }, (_, i) => simulatedTerminal(i)).flatMap((each) =>
      each.evidence ? [each.phone] : [],
    );
    for (const until = Date.now() + HISTORY_LIMIT_MS; share < 1 || (await filesUnderWay(db, faulty)); await sleep(100))
      if (Date.now() > until) throw new Error(`the demo has uploaded ${share} of its past, and not all files of its alarms`);
  } finally {
    await product.stop();
  }
}

/** Whether alarms wait for their files. Vehicles that are offline and those with a faulty camera may have none. */
async function filesUnderWay(db: Db, faulty: readonly string[]): Promise<boolean> {
  const waiting = await db.first(sql`
    select from alarm a join terminal t on t.vehicle_id = a.vehicle_id
    where (a.info #>> '{identification,attachments}')::integer > 0 and a.start_at > now() - interval '6 days' and t.phone <> all(${faulty})
      and not exists (select from evidence_request q where q.alarm_gid = a.gid
        and (q.reason is not null or q.state = ${EVIDENCE_STATE.complete}::smallint)) limit 1`);
  return waiting !== undefined;
}

/** Runs the jobs of the quarter hour after the history was uploaded. */
async function countEverything(
  { db, bus, settingsArea, activeRules, reports, jobs }: TestServer,
  rootDepartmentId: number,
): Promise<void> {
  const { signal } = new AbortController();
  const now = Date.now;
  const options = { db, timeZone: TIME_ZONE, now };
  await activeRules.reload();
  const late = {
    db,
    log: createLog('silent'),
    timeZone: TIME_ZONE,
    quietMs: 0,
    patienceMs: 0,
    restMs: 0,
    loadGeofenceSnapshot: (ids: readonly number[], from: number, until: number) =>
      loadPastGeofences(db, ids, from, until, loadCities),
  };
  // days claimed by a job of the product when it stopped
  await db.run('update late_day set rest_until = null');
  while ((await recalculateLateDays(late, signal)).days > 0);
  const follow = () => countRollups(options, signal);
  // the second run knows that it has all events
  await follow();
  await follow();
  // so long ago as the days have to be at rest
  await db.run(sql`update vehicle_day set updated_at = updated_at - interval '1 hour'`);
  const past = { db, bus, rootDepartmentId, timeZone: TIME_ZONE, now };
  for (let step = await makeDemoPast(past); step !== null; step = await makeDemoPast(past)) await follow();
  await closeMonths({ ...options, rulesOf: readScoreRules(settingsArea) }, signal);
  await reports.documentsDue.run({}, { signal, attempt: 1 });
  jobs.start();
  const isMaking = async () => (await db.query('select from company_document where state in (0, 1) limit 1')).length > 0;
  while (await isMaking()) await sleep(100);
}
