import { DAY_MS, HOUR_MS, MINUTE_MS } from '@fleetwarden/domain/durations';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addAlarm } from '../../test/support/alarms.ts';
import { addVehicle } from '../../test/support/test-fleet.ts';
import { startTestServer, type TestServer } from '../../test/support/test-server.ts';
import { createCaseTransitions } from '../modules/alarms/index.ts';
import { sql } from '../platform/db/database.ts';
import { handleDemoAlarms } from './demo-alarm-handling.ts';

const ALARMS = 300;
const FRESH = 5;

/** As the engine numbers alarms: they begin with the vehicle. */
const numberOf = (n: number) => `00000001-01a2-0000-0000-${String(n).padStart(12, '0')}`;

let server: TestServer;
let now = 0;
beforeAll(async () => {
  server = await startTestServer();
  now = server.clock.now;
  const root = await server.department('Demo');
  await server.account('admin', root, ['2']);
  const vehicleId = await addVehicle(server, { plate: '粤B10001', departmentId: root });
  for (let n = 0; n < ALARMS; n++)
    await addAlarm(server.db, {
      gid: numberOf(n),
      vehicleId,
      source: n,
      startAt: now - 12 * HOUR_MS - Math.round((n * 6 * DAY_MS) / ALARMS),
    });
  await server.db.run(sql`update alarm set level = 1 + source % 3`);
  await server.db.run(sql`
    update alarm_case c set level = f.level, due_at = f.start_at + (array['24 hours', '30 minutes', '5 minutes'])[f.level]::interval
    from alarm f where f.gid = c.gid`);
  // overdue when they came
  await server.db.run(sql`update alarm_case c set state = 4 from alarm f where f.gid = c.gid and f.source % 3 = 0`);
  for (let n = 0; n < FRESH; n++)
    await addAlarm(server.db, { gid: numberOf(ALARMS + n), vehicleId, source: ALARMS + n, startAt: now - n * 5 * MINUTE_MS });
});
afterAll(() => server.stop());

const handle = () =>
  handleDemoAlarms(server.db, {
    now,
    weekFrom: now - 7 * DAY_MS,
    transitionsAt: (at) => createCaseTransitions({ db: server.db, bus: server.bus, now: () => at }),
  });
const handled = async () =>
  (await server.db.first<{ n: number }>(sql`select count(*)::integer as n from alarm_case where state in (2, 3)`))!.n;

it('handles 85 to 97 of a hundred older demo alarms, leaves new ones, and changes nothing in a second run', async () => {
  const first = await handle();
  const share = (await handled()) / ALARMS;
  expect(share).toBeGreaterThan(0.85);
  expect(share).toBeLessThan(0.97);
  expect(first).toBe(await handled());
  const [fresh] = await server.db.query<{ n: number }>(
    sql`select count(*)::integer as n from alarm_case c join alarm f on f.gid = c.gid where f.source >= ${ALARMS} and c.state = 0`,
  );
  expect(fresh!.n).toBe(FRESH);
  expect(await handle()).toBe(0);
});

it('handles most in time, some late, and some as false alarms', async () => {
  const shares = await server.db.query<{ level: number; in_time: number; as_false: number }>(sql`
    select level, avg((dealt_at <= due_at)::integer)::float8 as in_time, avg((state = 3)::integer)::float8 as as_false
    from alarm_case where state in (2, 3) and level > 1 group by level`);
  expect(shares).toHaveLength(2);
  for (const { in_time, as_false } of shares) {
    expect(in_time).toBeGreaterThan(0.7);
    expect(in_time).toBeLessThan(0.95);
    expect(as_false).toBeGreaterThan(0.05);
    expect(as_false).toBeLessThan(0.4);
  }
});

it('handles alarms that have become old, without waiting for the first week, and nothing in the future', async () => {
  const before = await handled();
  now += 40 * MINUTE_MS;
  expect(await handle()).toBe(0);
  expect(await handled()).toBeGreaterThan(before);
  expect(await server.db.first(sql`select from alarm_case where dealt_at > ${new Date(now)}`)).toBeUndefined();
});
