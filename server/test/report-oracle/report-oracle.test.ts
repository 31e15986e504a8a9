import { startOfDay } from '@fleetwarden/domain/business-day';
import { HOUR_MS } from '@fleetwarden/domain/durations';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { rebuildDays } from '../../src/ingest/rebuild-days.ts';
import { loadPastGeofences } from '../../src/modules/alarm-rules/index.ts';
import { DEFINITIONS } from '../../src/modules/reports/definitions/all.ts';
import { getReportPermission } from '../../src/modules/reports/index.ts';
import { followAlarms } from '../../src/modules/reports/rollups/alarm-changes.ts';
import { backfill, isBackfilled } from '../../src/modules/reports/rollups/backfill.ts';
import { followDepartments } from '../../src/modules/reports/rollups/department-day.ts';
import { followDrivers } from '../../src/modules/reports/rollups/driver-changes.ts';
import { followSessions } from '../../src/modules/reports/rollups/online-changes.ts';
import { sql } from '../../src/platform/db/database.ts';
import { quietTestDatabase } from '../support/db/test-database.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';
import { compareReport, type ReportAnswer } from './compare.ts';
import { createFleetFixture, DRIVERS } from './fixture/fleet.ts';
import { ORACLE_REPORTS } from './reports/all.ts';
import type { OracleData, OracleReport } from './reports/oracle-report.ts';
import { openPlatformInbox, replayFleet } from './setup/replay-fleet.ts';
import { replayStaff } from './setup/replay-staff.ts';
import { storeReceived, storeRequests, storeViews } from './setup/store-files.ts';
import { storeFleet } from './setup/store-fleet.ts';
import { planDecisions } from './vehicle/decisions.ts';
import { formatDay } from './vehicle/definitions.ts';
import { planFiles } from './vehicle/files.ts';
import { computeVehicles } from './vehicle/vehicle.ts';

const ZONE = 'Asia/Shanghai';
const FOREIGN = 2;
const PAGE_ROWS = 50;

let server: TestServer;
let oracle: OracleData;
let token = '';

/** The tenth of last month: the month is over, and its positions are still stored. */
function firstDay(): number {
  const today = new Date(Date.now() + 8 * HOUR_MS);
  return startOfDay(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 1, 10), ZONE);
}

const send = async (path: string, data: object, page = 1) => {
  const { body } = await server.post(
    path,
    { data, pageModel: { page, limit: PAGE_ROWS } },
    { authorization: token, 'accept-language': 'zh-CN' },
  );
  if (body.code !== '0') throw new Error(`${path} ${JSON.stringify(data)}: ${JSON.stringify(body)}`);
  return body;
};

/** Runs the rollup jobs until the past is filled. */
async function runRollups(): Promise<void> {
  const options = { db: server.db, timeZone: ZONE, now: Date.now };
  const { signal } = new AbortController();
  const runOnce = async () => {
    for (const follow of [followDrivers, followAlarms, followSessions, followDepartments]) await follow(options, signal);
    await backfill(options, signal);
  };
  while (!(await isBackfilled(options, oracle.fleet.start))) await runOnce();
  await runOnce();
}

beforeAll(async () => {
  server = await startTestServer({
    database: await quietTestDatabase(),
    rebuildDays: (wish) =>
      rebuildDays(server.db, {
        ...wish,
        timeZone: ZONE,
        retentionDays: 400,
        loadGeofenceSnapshot: (vehicleIds, from, until) => loadPastGeofences(server.db, vehicleIds, from, until),
      }),
  });
  const fleet = createFleetFixture(firstDay());
  const ids = await storeFleet(server, fleet.start, [...new Set(DEFINITIONS.map(getReportPermission))]);
  const cars = computeVehicles(fleet).filter(({ plan }) => plan.department !== FOREIGN);
  oracle = { fleet, ids, cars, decisions: planDecisions(cars), files: planFiles(cars) };
  await replayFleet(
    server,
    fleet.histories.map((history, index) => ({ vehicleId: ids.cars[index]!, history })),
    DRIVERS.map(({ certNo }) => certNo),
  );
  await replayStaff(server, ids, fleet.start, openPlatformInbox(server));
  // half of the alarms are handled before the rollups run, half after
  await storeViews(server.db, ids, fleet.start);
  await storeRequests(server.db, ids, oracle.files);
  const half = oracle.decisions.length >> 1;
  await handle(oracle.decisions.slice(0, half));
  await runRollups();
  await storeReceived(server.db, oracle.files);
  await handle(oracle.decisions.slice(half));
  await handleCovered();
  await runRollups();
  server.clock.now = Date.now();
  token = await server.signIn('clerk');
}, 300_000);
afterAll(() => server.stop());

async function handle(decisions: OracleData['decisions']): Promise<void> {
  for (const { car, alarm, at, dealType } of decisions) {
    server.clock.now = at;
    const rows = await server.db.query<{ gid: string }>(sql`
      select gid from alarm where vehicle_id = ${oracle.ids.cars[car]!} and type_id = ${alarm.typeId}
        and start_at = to_timestamp(${alarm.startAt}::float8 / 1000)`);
    const gids = rows.map(({ gid }) => gid);
    const by = { accountId: oracle.ids.clerk, scope: null, automatic: false };
    await server.caseTransitions.handle({ gids, dealType, notes: '已联系', ...by });
  }
}

/** Handles the alarms of terminals that an alarm of the platform covers: no report counts that as work of its own. */
async function handleCovered(): Promise<void> {
  const rows = await server.db.query<{ gid: string; end_at: number }>(sql`
    select gid, coalesce(end_at, last_at) as end_at from alarm where covered_by is not null order by start_at`);
  for (const { gid, end_at } of rows) {
    server.clock.now = end_at + 60_000;
    const by = { accountId: oracle.ids.clerk, scope: null, automatic: false };
    expect(await server.caseTransitions.handle({ gids: [gid], dealType: 1, notes: '', ...by })).toEqual([gid]);
  }
}

async function ask(oracleReport: OracleReport): Promise<ReportAnswer> {
  const conditions = { deptId: String(oracle.ids.departments[0]), ...oracleReport.conditions(oracle) };
  const rows: ReportAnswer['list'][number][] = [];
  for (let page = 1; ; page++) {
    const { data, pageModel } = await send('report/advanceSearchJson', { reportId: oracleReport.report, conditions }, page);
    rows.push(...data.list);
    if (rows.length >= pageModel.total || data.list.length === 0) return { list: rows, sums: data.sums, total: pageModel.total };
  }
}

const compareAll = () =>
  it.each(
    ORACLE_REPORTS.map((oracleReport) => [`${oracleReport.report} by ${oracleReport.key.join(', ')}`, oracleReport] as const),
  )('%s', async (_, oracleReport) => {
    expect(compareReport(oracleReport, oracle, await ask(oracleReport))).toEqual([]);
  });

it('the fleet has overspeed alarms of terminals with and without a platform alarm', async () => {
  const row = await server.db.first<{ covered: number; alone: number }>(sql`
    select count(covered_by)::integer as covered, count(*) filter (where covered_by is null)::integer as alone from alarm where type_id = 1`);
  expect(row!.covered).toBeGreaterThan(0);
  expect(row!.alone).toBeGreaterThan(0);
});

describe('reports show the figures of the oracle', compareAll);

describe('reports show the same figures after a rebuild of all days', () => {
  beforeAll(async () => {
    server.jobs.start();
    const { start, end } = oracle.fleet;
    const { data } = await send('report/rebuildReportDays', { from: formatDay(start), to: formatDay(end) });
    const state = async () => (await send('task/getTask', { id: data.taskId })).data.state;
    await vi.waitFor(async () => expect(await state()).toBe('done'), { timeout: 120_000, interval: 100 });
  }, 150_000);
  compareAll();
});
