import { permission } from '@fleetwarden/contract/permissions';
import { businessDay, parseDayKey } from '@fleetwarden/domain/business-day';
import { HOUR_MS } from '@fleetwarden/domain/durations';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { report as HEARD_OF } from '../../../../test/support/engine/track.ts';
import {
  dayBefore,
  position,
  startTestReports,
  type TestReports,
  timeOf,
} from '../../../../test/support/reports/report-server.ts';
import type { JudgedLocation } from '../../../engine/judged-location.ts';
import { onLocation } from '../../../engine/vehicle.ts';
import { emptyState } from '../../../engine/vehicle-state.ts';
import { rebuildDays } from '../../../ingest/rebuild-days.ts';
import { json, sql } from '../../../platform/db/database.ts';

/** A row a vehicle and day. */
const RUNNING = 401002;
const ZONE = 'Asia/Shanghai';
const HEARD: JudgedLocation = HEARD_OF({ lng: 113.2644, lat: 23.1, speedKmh: 0 });
const WAIT = { timeout: 30_000, interval: 20 };

let fixture: TestReports;
let [first, last] = ['', ''];
let [own, branch, foreign] = [0, 0, 0];

beforeAll(async () => {
  fixture = await startTestReports();
  [own, branch, foreign] = fixture.cars;
  [first, last] = [dayBefore(fixture.clock.now, 3), dayBefore(fixture.clock.now, 2)];
  // the stored rows of the days are wrong: 999 km each
  for (const day of [first, last]) {
    await fixture.partitions(day);
    for (const [vehicle, department] of [
      [own, fixture.company],
      [branch, fixture.branch],
      [foreign, fixture.foreign],
    ] as const) {
      await fixture.db.run(sql`
        insert into vehicle_day (vehicle_id, department_id, day, point_total, point_valid, gnss_km)
        values (${vehicle}, ${department}, ${day}::date, 1, 1, 999)`);
      for (let n = 0; n < 60; n++)
        await fixture.add(
          'position',
          position(vehicle, new Date(timeOf(day, '10:00:00').getTime() + n * 10_000), { lat: 23 + n * 0.0015 }),
        );
    }
  }
  // the live stream is behind them: it was heard an hour ago, and what is stored of the days is all of them
  for (const vehicle of [own, branch]) {
    const state = emptyState();
    const heardAt = fixture.clock.now - HOUR_MS;
    onLocation(
      state,
      { ...HEARD, vehicleId: vehicle, deviceAt: heardAt, receivedAt: heardAt },
      { timeZone: ZONE, mileageSource: 0 },
    );
    await fixture.add('vehicle_latest', {
      vehicle_id: vehicle,
      gnss_at: new Date(heardAt),
      received_at: new Date(heardAt),
      lng: 113,
      lat: 23,
      altitude_m: 0,
      speed_kmh: 0,
      heading: 0,
      alarm_bits: 0,
      status_bits: 3,
      status: 0,
      status_since: new Date(heardAt),
      engine: json(state),
    });
  }
});
afterAll(() => fixture.stop());

const conditions = () => ({ staticDate: `${first},${last}` });
const kilometres = async () => (await fixture.ask(RUNNING, conditions())).list.map(({ cells }) => cells['mileage'] as number);
const unsure = async (more: Record<string, string> = {}) =>
  ((await fixture.ask(RUNNING, { ...conditions(), ...more })) as unknown as { incomplete: string[] }).incomplete;

it('a report shows the old values of its days until their recalculation is complete', async () => {
  expect(await kilometres()).toEqual([999, 999, 999, 999]);
  const lock = await fixture.db.connect();
  // it cannot write the last of what belongs to the days
  await lock.query('begin; lock table position_gap in exclusive mode');
  const rebuilding = rebuildDays(fixture.db, { from: first, to: last, timeZone: ZONE, vehicleIds: [own, branch] });
  try {
    const waiting = async () =>
      (
        await fixture.db.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query ilike '%position_gap%'`,
        )
      ).length;
    // one of its two lanes, or both
    await expect.poll(waiting, WAIT).toBeGreaterThan(0);
    expect(await kilometres()).toEqual([999, 999, 999, 999]);
  } finally {
    await lock.query('rollback');
    lock.release();
  }
  expect(await rebuilding).toEqual({ vehicles: 2, days: 2 });
  // 59 steps of 167 m each day, and the way back between them by its share of each
  const kms = (await kilometres()).toSorted((a, b) => a - b);
  expect(kms.map((km) => Math.round(km))).toEqual([14, 14, 16, 16]);
  expect(kms.reduce((sum, km) => sum + km, 0)).toBeCloseTo(2 * 3 * 59 * 0.1668, 0);
});

it('a report shows days with a requested recalculation, only to users who see those days', async () => {
  expect(await unsure()).toEqual([]);
  const clerk = async (name: string, department: number) => {
    await fixture.account(name, department, ['2', '40102', permission.editSettings]);
    const authorization = await fixture.signIn(name);
    return (data: object) => fixture.call('POST', 'report/rebuildReportDays', data, { authorization });
  };
  const [ofBranch, ofForeign] = [await clerk('branch', fixture.branch), await clerk('foreign', fixture.foreign)];
  // recalculations for others do not affect ours
  expect((await ofForeign({ from: first, to: last })).body.code).toBe('0');
  expect(await unsure()).toEqual([]);
  const before = dayBefore(parseDayKey(first).startAt, 5);
  expect((await ofBranch({ from: before, to: first })).body.code).toBe('0');
  expect(await unsure()).toEqual([first]);
  expect(await unsure({ deptId: String(fixture.branch) })).toEqual([first]);
  expect(await unsure({ deptId: String(fixture.company), deptOnly: '1' })).toEqual([]);
  fixture.jobs.start();
  await expect.poll(() => unsure(), WAIT).toEqual([]);
});

it('a report shows which days late positions change, except today and days that only wait for more', async () => {
  const today = businessDay(fixture.clock.now, ZONE).key;
  const late = (day: string, waitsAt: string | null) =>
    fixture.db.run(sql`
      insert into late_day (vehicle_id, day, last_at, waits_at) values (${own}, ${day}::date, now(), ${waitsAt}::timestamptz)
      on conflict (vehicle_id, day) do update set waits_at = excluded.waits_at`);
  await late(first, null);
  await late(today, null);
  expect(await unsure({ staticDate: `${first},${today}` })).toEqual([first]);
  await late(first, `${first}T10:00:00Z`);
  expect(await unsure({ staticDate: `${first},${today}` })).toEqual([]);
  await fixture.db.run('delete from late_day');
});

it.each([
  ['days with the end before the start', { from: '2026-02-02', to: '2026-02-01' }],
  ['future days', { from: '2026-02-02', to: '2999-01-01' }],
  ['dates that do not exist', { from: '2026-02-30', to: '2026-03-01' }],
  ['five years', { from: '2021-01-01', to: '2025-12-31' }],
  ['empty dates', { from: '', to: '' }],
])('%s are not recalculated', async (_what, wish) => {
  await fixture.account(`a${wish.from}${wish.to}`, fixture.company, ['2', permission.editSettings]);
  const authorization = await fixture.signIn(`a${wish.from}${wish.to}`);
  expect((await fixture.call('POST', 'report/rebuildReportDays', wish, { authorization })).body.code).toBe('4001');
});
