import { settingRow } from '@fleetwarden/contract/settings/platform-settings';
import { SCORE_RULES, type ScoreRules } from '@fleetwarden/domain/month-score';
import { beforeEach, describe, expect, it } from 'vitest';
import { quietTestDatabase } from '../../../../test/support/db/test-database.ts';
import { local, neverAborted, ZONE } from '../../../../test/support/reports/rollups.ts';
import { at, type Db, sql } from '../../../platform/db/database.ts';
import { buildMonth, getClosableTime, lastClosable, listMonthKeys, previousMonthKey } from '../model/months.ts';
import { followAlarms } from '../rollups/alarm-changes.ts';
import { backfill } from '../rollups/backfill.ts';
import { followDepartments } from '../rollups/department-day.ts';
import { closeMonths } from './close-months.ts';
import { loadClosedMonths } from './score-rules.ts';

const defaults = Object.fromEntries(SCORE_RULES.map((rule) => [rule, settingRow(rule)!.default])) as unknown as ScoreRules;
let db: Db;
let department: number;
let vehicle: number;
const clock = { now: 0 };
const options = () => ({
  db,
  timeZone: ZONE,
  now: () => clock.now,
  rulesOf: async (id: number | null) => (id === department ? { ...defaults, scoreJoin: 7 } : defaults),
});
const close = () => closeMonths(options(), neverAborted);
/** Runs the rollup jobs. */
const count = async () => {
  await followAlarms(options(), neverAborted);
  await followDepartments(options(), neverAborted);
  await backfill(options(), neverAborted);
};
const day = (date: string) =>
  db.run(sql`insert into vehicle_day (vehicle_id, day, department_id, point_total, point_valid)
    values (${vehicle}, ${date}::date, ${department}, 10, 10)`);

beforeEach(async () => {
  ({ db } = await quietTestDatabase());
  const created = at(local('2024-11-20 00:00'));
  const one = async (statement: ReturnType<typeof sql>) => (await db.first<{ id: number }>(statement))!.id;
  department = await one(sql`insert into department (name, created_at) values ('车队', ${created}) returning id`);
  vehicle = await one(sql`insert into vehicle (plate, department_id, industry, created_at)
    values ('粤B10001', ${department}, 3, ${created}) returning id`);
  await day('2024-11-25');
  await day('2025-01-31');
});

describe('months', () => {
  it('can be closed from the fourth day of the next month on, in the time zone of the business', () => {
    expect(getClosableTime('2025-01', ZONE)).toBe(local('2025-02-04 00:00'));
    expect(lastClosable(local('2025-02-03 23:59'), ZONE)).toBe('2024-12');
    expect(lastClosable(local('2025-02-04 00:00'), ZONE)).toBe('2025-01');
    expect(lastClosable(local('2025-01-04 00:00'), ZONE)).toBe('2024-12');
  });

  it('are listed across the turn of a year, each with all of its days', () => {
    expect(previousMonthKey('2025-01')).toBe('2024-12');
    expect(listMonthKeys({ from: '2024-11-30', to: '2025-02-01' })).toEqual(['2024-11', '2024-12', '2025-01', '2025-02']);
    expect(buildMonth('2024-02', ZONE)).toEqual({
      key: '2024-02',
      days: { from: '2024-02-01', to: '2024-02-29' },
      times: { from: local('2024-02-01 00:00'), to: local('2024-03-01 00:00') },
    });
  });
});

describe('the job that closes months', () => {
  it('closes all due months in order, once all their data are counted', async () => {
    clock.now = local('2025-02-03 23:50');
    expect(await close()).toEqual([]);
    await count();
    expect(await close()).toEqual(['2024-11', '2024-12']);
    expect(await close()).toEqual([]);
    clock.now = local('2025-02-04 00:10');
    // the third of February is not counted yet, January is
    expect(await close()).toEqual(['2025-01']);
    const rows = await db.query(sql`
      select month, metrics -> 'onlineCount' as online, rank from score_month where object_type = 'dept' order by month`);
    expect(rows).toEqual([
      { month: '2024-11', online: 1, rank: 1 },
      { month: '2024-12', online: 0, rank: 1 },
      { month: '2025-01', online: 1, rank: 1 },
    ]);
  });

  it('waits some days while late positions are pending', async () => {
    clock.now = local('2025-02-06 23:59');
    await count();
    await db.run(sql`insert into late_day (vehicle_id, day, last_at) values (${vehicle}, '2025-01-31', ${at(clock.now)})`);
    expect(await close()).toEqual(['2024-11', '2024-12']);
    expect(await close()).toEqual([]);
    clock.now = local('2025-02-07 00:00');
    expect(await close()).toEqual(['2025-01']);
  });

  it('stores the rules that a month was calculated by, separately for each department', async () => {
    clock.now = local('2025-02-05 08:00');
    await count();
    await close();
    const rules = (await loadClosedMonths(db, ['2025-01', '2025-02'])).get('2025-01')!;
    expect(await rules(department)).toEqual({ ...defaults, scoreJoin: 7 });
    expect(await rules(null)).toEqual(defaults);
    expect(await rules(department + 1)).toEqual(defaults);
  });
});
