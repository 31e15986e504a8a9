import { startOfDay } from '@fleetwarden/domain/business-day';
import { HOUR_MS } from '@fleetwarden/domain/durations';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { rebuildDays } from '../../src/ingest/rebuild-days.ts';
import { readPastGround } from '../../src/modules/alarm-rules/index.ts';
import { DEFINITIONS } from '../../src/modules/reports/definitions/all.ts';
import { getReportPermission } from '../../src/modules/reports/index.ts';
import { followAlarms } from '../../src/modules/reports/rollups/alarm-changes.ts';
import { backfill, isBackfilled } from '../../src/modules/reports/rollups/backfill.ts';
import { followDepartments } from '../../src/modules/reports/rollups/department-day.ts';
import { followDrivers } from '../../src/modules/reports/rollups/driver-changes.ts';
import { followSessions } from '../../src/modules/reports/rollups/online-changes.ts';
import { sql } from '../../src/platform/db/database.ts';
import { asking, feed } from '../support/feed.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';
import { type Answered, differences } from './compare.ts';
import { enterFleet } from './house.ts';
import type { Known, Recount } from './recount.ts';
import { RECOUNTS } from './reports.ts';
import { decisionsOf } from './slow/handled.ts';
import { slowCars } from './slow/index.ts';
import { dayOf } from './slow/rules.ts';
import { work } from './staff-work.ts';
import { DRIVERS, makeWorld } from './world.ts';

const ZONE = 'Asia/Shanghai';
const FOREIGN = 2;
const PAGE_ROWS = 50;

let server: TestServer;
let known: Known;
let token = '';

/** The tenth of the last month: a month that is over, and whose positions are all kept. */
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

/** Counts what jobs count by the minute, until nothing is left. */
async function count(): Promise<void> {
  const options = { db: server.db, timeZone: ZONE, now: Date.now };
  const { signal } = new AbortController();
  const minute = async () => {
    for (const follow of [followDrivers, followAlarms, followSessions, followDepartments]) await follow(options, signal);
    await backfill(options, signal);
  };
  while (!(await isBackfilled(options, known.world.start))) await minute();
  await minute();
}

beforeAll(async () => {
  server = await startTestServer({
    rebuildDays: (wish) =>
      rebuildDays(server.db, {
        ...wish,
        timeZone: ZONE,
        retentionDays: 400,
        pastGround: (vehicleIds, from, until) => readPastGround(server.db, vehicleIds, from, until),
      }),
  });
  const world = makeWorld(firstDay());
  const house = await enterFleet(server, world.start, [...new Set(DEFINITIONS.map(getReportPermission))]);
  const cars = slowCars(world).filter(({ plan }) => plan.department !== FOREIGN);
  known = { world, house, cars, decisions: decisionsOf(cars) };
  await feed(
    server,
    world.histories.map((history, index) => ({ vehicleId: house.cars[index]!, history })),
    DRIVERS.map(({ certNo }) => certNo),
  );
  await work(server, house, world.start, asking(server));
  // half of it is decided before the days are counted, half after
  const half = known.decisions.length >> 1;
  await decide(known.decisions.slice(0, half));
  await count();
  await decide(known.decisions.slice(half));
  await decideCovered();
  await count();
  server.clock.now = Date.now();
  token = await server.login('clerk');
}, 300_000);
afterAll(() => server.stop());

async function decide(decisions: Known['decisions']): Promise<void> {
  for (const { car, alarm, at, dealType } of decisions) {
    server.clock.now = at;
    const rows = await server.db.query<{ gid: string }>(sql`
      select gid from alarm where vehicle_id = ${known.house.cars[car]!} and type_id = ${alarm.typeId}
        and start_at = to_timestamp(${alarm.startAt}::float8 / 1000)`);
    const gids = rows.map(({ gid }) => gid);
    const by = { accountId: known.house.clerk, scope: null, automatic: false };
    await server.dealing.deal({ gids, dealType, notes: '已联系', ...by });
  }
}

/** Decides what terminals told of drives that the platform told of, too: work that is no work of its own. */
async function decideCovered(): Promise<void> {
  const rows = await server.db.query<{ gid: string; end_at: number }>(sql`
    select gid, coalesce(end_at, last_at) as end_at from alarm where covered_by is not null order by start_at`);
  for (const { gid, end_at } of rows) {
    server.clock.now = end_at + 60_000;
    const by = { accountId: known.house.clerk, scope: null, automatic: false };
    expect(await server.dealing.deal({ gids: [gid], dealType: 1, notes: '', ...by })).toEqual([gid]);
  }
}

async function ask(recount: Recount): Promise<Answered> {
  const conditions = { deptId: String(known.house.departments[0]), ...recount.conditions(known) };
  const rows: Answered['list'][number][] = [];
  for (let page = 1; ; page++) {
    const { data, pageModel } = await send('report/advanceSearchJson', { reportId: recount.report, conditions }, page);
    rows.push(...data.list);
    if (rows.length >= pageModel.total || data.list.length === 0) return { list: rows, sums: data.sums, total: pageModel.total };
  }
}

const agrees = () =>
  it.each(RECOUNTS.map((recount) => [`${recount.report} by ${recount.key.join(', ')}`, recount] as const))(
    '%s',
    async (_, recount) => {
      expect(differences(recount, known, await ask(recount))).toEqual([]);
    },
  );

it('is of a fleet whose terminals tell of overspeeds that the platform finds, too, and of others', async () => {
  const row = await server.db.first<{ covered: number; alone: number }>(sql`
    select count(covered_by)::integer as covered, count(*) filter (where covered_by is null)::integer as alone from alarm where type_id = 1`);
  expect(row!.covered).toBeGreaterThan(0);
  expect(row!.alone).toBeGreaterThan(0);
});

describe('figures of reports are those that one adds up from what was sent', agrees);

describe('and so they are after all days were made anew', () => {
  beforeAll(async () => {
    server.jobs.start();
    const { start, end } = known.world;
    const { data } = await send('report/rebuildReportDays', { from: dayOf(start), to: dayOf(end) });
    const state = async () => (await send('task/getTask', { id: data.taskId })).data.state;
    await vi.waitFor(async () => expect(await state()).toBe('done'), { timeout: 120_000, interval: 100 });
  }, 150_000);
  agrees();
});
