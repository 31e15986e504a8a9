import { settingRow } from '@fleetwarden/contract/settings/platform-settings';
import { HOUR_MS } from '@fleetwarden/domain/durations';
import { SCORE_RULES, type ScoreRules } from '@fleetwarden/domain/month-score';
import { beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../test/support/db/test-database.ts';
import { backfill } from '../modules/reports/rollups/backfill.ts';
import { followDepartments } from '../modules/reports/rollups/department-day.ts';
import { closeMonths } from '../modules/reports/scores/close-months.ts';
import { type Db, sql } from '../platform/db/database.ts';
import { dayOf } from '../platform/db/day.ts';
import { createPartitions } from '../platform/db/partitions.ts';
import { enterDemoPast, enterSessions, hasDemoPast } from './demo-past.ts';

const ZONE = 'Asia/Shanghai';
/** Noon of 18 March 2026 in Shanghai. */
const NOW = Date.UTC(2026, 2, 18, 4);
const DAYS = ['11', '12', '13', '14', '15', '16', '17'].map((day) => `2026-03-${day}`);
const rules = Object.fromEntries(SCORE_RULES.map((rule) => [rule, settingRow(rule)!.default])) as unknown as ScoreRules;
let db: Db;
let [root, fleet, other] = [0, 0, 0];
let [car, foreign] = [0, 0];
let driver = 0;

const one = async (statement: ReturnType<typeof sql>) => (await db.first<{ id: number }>(statement))!.id;
const enter = () => enterDemoPast({ db, rootDepartmentId: root, timeZone: ZONE, now: () => NOW });

beforeAll(async () => {
  ({ db } = await testDatabase());
  root = await one(sql`insert into department (name) values ('示范') returning id`);
  fleet = await one(sql`insert into department (name, parent_id) values ('车队', ${root}) returning id`);
  other = await one(sql`insert into department (name) values ('别家') returning id`);
  const add = (plate: string, department: number) =>
    one(sql`insert into vehicle (plate, department_id, industry) values (${plate}, ${department}, 3) returning id`);
  [car, foreign] = [await add('粤B10001', fleet), await add('粤B10002', other)];
  driver = await one(sql`insert into driver (name, department_id) values ('李强', ${fleet}) returning id`);
  for (const [index, day] of DAYS.entries()) {
    await db.run(sql`
      insert into driver_day (driver_id, day, vehicle_id, department_id, km, drive_s, night_drive_s, longest_drive_s)
      values (${driver}, ${day}::date, ${car}, ${fleet}, 50, 3600, 0, 3600)`);
    // as many hours with the driver as without a known one
    await db.run(sql`
      insert into alarm_day (vehicle_id, day, type_id, level, department_id, cnt, dur_s, needed, handled, timely, false_cnt, auto_cnt,
        message_cnt, phone_cnt, handle_s, hours, driver_id)
      values (${car}, ${day}::date, 1, 1, ${fleet}, ${index}, 0, 0, 0, 0, 0, 0, 0, 0, 0, array_fill(0, array[24]), ${driver})`);
    for (const [vehicle, department] of [
      [car, fleet],
      [foreign, other],
    ])
      await db.run(sql`
        insert into vehicle_day (vehicle_id, day, department_id, point_total, point_valid, gnss_km, odo_end, first_at, last_at, updated_at)
        values (${vehicle}, ${day}::date, ${department}, 100, ${90 + index}, 10, 5000, ${`${day}T00:00:00Z`}, ${`${day}T05:00:00Z`},
          now() - interval '1 hour')`);
    await db.run(sql`
      insert into alarm_day (vehicle_id, day, type_id, level, department_id, cnt, dur_s, needed, handled, timely, false_cnt, auto_cnt,
        message_cnt, phone_cnt, handle_s, hours)
      values (${car}, ${day}::date, 1, 1, ${fleet}, ${index}, 0, 0, 0, 0, 0, 0, 0, 0, 0, array_fill(0, array[24]))`);
  }
});

describe('the history of a demo', () => {
  it('waits until the first week is complete and stable', async () => {
    await db.run(sql`update vehicle_day set updated_at = now() where day = ${DAYS[3]!}::date`);
    expect(await enter()).toBe(false);
    await db.run(sql`update vehicle_day set updated_at = now() - interval '1 hour'`);
    await db.run(sql`insert into late_day (vehicle_id, day, last_at) values (${car}, ${DAYS[0]!}, now())`);
    expect(await enter()).toBe(false);
    await db.run('delete from late_day');
  });

  it('repeats its first week once, for its own vehicles only', async () => {
    expect(await enter()).toBe(true);
    expect(await enter()).toBe(false);
    const [span] = await db.query(sql`
      select count(*) as days, min(day) as first, max(day) as last from vehicle_day where vehicle_id = ${car}`);
    // from the first of January to the seventeenth of March
    expect(span).toEqual({ days: 31 + 28 + 17, first: '2026-01-01', last: '2026-03-17' });
    expect(
      await db.first(sql`
      select point_valid as valid, odo_end as odo, first_at as first from vehicle_day where vehicle_id = ${car} and day = '2026-02-18'`),
    ).toEqual({
      valid: 90,
      odo: null,
      first: Date.UTC(2026, 1, 18),
    });
    expect(
      await db.first(
        sql`select sum(cnt)::integer as cnt, max(driver_id) as driver from alarm_day where vehicle_id = ${car} and day = '2026-02-24'`,
      ),
    ).toEqual({ cnt: 12, driver });
    expect(await db.first(sql`select count(*) as days from vehicle_day where vehicle_id = ${foreign}`)).toEqual({ days: 7 });
  });

  it('has an online session for each complete day that was uploaded, also before the first week', async () => {
    // the copied days of February have no positions
    const uploaded = ['2026-02-24', '2026-02-25', '2026-03-17'];
    const times = uploaded.map((day) => Date.parse(`${day}T00:00:00Z`));
    await createPartitions(db, 400).ensure(times.map(dayOf));
    for (const at of times)
      await db.run(sql`
        insert into position (vehicle_id, gnss_at, received_at, lng, lat, altitude_m, speed_kmh, heading, alarm_bits, status_bits,
          backfill, quality) values (${car}, ${new Date(at)}, now(), 113, 23, 10, 40, 90, 0, 3, true, 0)`);
    await db.run(sql`update vehicle_day set updated_at = now() - interval '1 hour'`);
    await db.run(sql`insert into late_day (vehicle_id, day, last_at) values (${car}, '2026-02-25', now())`);
    const clock = { db, timeZone: ZONE, now: () => NOW };
    expect(await enterSessions(clock)).toBe(2);
    await db.run('delete from late_day');
    expect(await enterSessions(clock)).toBe(1);
    expect(await enterSessions(clock)).toBe(0);
    const sessions = await db.query(sql`select login_at as "from", logout_at as "to" from online_session order by login_at`);
    expect(sessions).toEqual(times.map((from) => ({ from, to: from + 5 * HOUR_MS })));
    await db.run('delete from online_session');
  });

  it('has months that can be closed only after the history was created', async () => {
    const options = { db, timeZone: ZONE, now: () => NOW, rulesOf: async () => rules };
    const { signal } = new AbortController();
    await followDepartments(options, signal);
    await backfill(options, signal);
    await db.run(sql`update setting set key = 'taken' where key = 'demo.past'`);
    const held = { ...options, ready: () => hasDemoPast(db) };
    expect(await closeMonths(held, signal)).toEqual([]);
    await db.run(sql`update setting set key = 'demo.past' where key = 'taken'`);
    expect(await closeMonths(held, signal)).toEqual(['2026-01', '2026-02']);
    const rows = await db.query(sql`
      select month, metrics -> 'carTotal' as cars, metrics -> 'onlineCount' as online from score_month
      where object_type = 'dept' and object_id = ${fleet} order by month`);
    expect(rows).toEqual(['2026-01', '2026-02'].map((month) => ({ month, cars: 1, online: 1 })));
    const drove = await db.query(sql`
      select month, object_id as id, (metrics -> 'driverKm')::integer as km, score from score_month where object_type = 'driver' order by month`);
    // speeding 84 times on 1,400 km of February: the quarter of a whole index
    expect(drove).toEqual([
      { month: '2026-01', id: driver, km: 31 * 50, score: expect.any(Number) },
      { month: '2026-02', id: driver, km: 28 * 50, score: 75 },
    ]);
  });
});
