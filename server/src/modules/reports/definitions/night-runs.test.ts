import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { alarm, position, startTestReports, type TestReports, timeOf } from '../../../../test/support/reports/report-server.ts';
import { json, sql } from '../../../platform/db/database.ts';

const [DAY, NEXT] = ['2026-03-10', '2026-03-11'];
const RANGE = { timeRange: `${DAY} 00:00:00,${NEXT} 23:59:59` };
const COLUMNS = ['carNo', 'startTime', 'endTime', 'duration', 'alarmKm', 'maxSpeed', 'startPos', 'handleState'] as const;
let server: TestReports;
let [own, branch, foreign] = [0, 0, 0];

beforeAll(async () => {
  server = await startTestReports();
  [own, branch, foreign] = server.cars;
  await server.partitions(DAY);
  await server.partitions(NEXT);
  const trip = (vehicle: number, from: Date, to: Date, km: number) =>
    server.add('trip', {
      vehicle_id: vehicle,
      start_at: from,
      end_at: to,
      start_lng: 113,
      start_lat: 23,
      end_lng: 114,
      end_lat: 24,
      distance_km: km,
      max_speed_kmh: 90,
      points: 100,
    });
  await trip(own, timeOf(DAY, '22:30:00'), timeOf(DAY, '23:30:00'), 50);
  await trip(own, timeOf(NEXT, '01:30:00'), timeOf(NEXT, '02:30:00'), 60);
  await trip(own, timeOf(NEXT, '02:59:30'), timeOf(NEXT, '06:00:00'), 180);
  await trip(branch, timeOf(NEXT, '04:30:00'), timeOf(NEXT, '05:30:00'), 40);
  await trip(foreign, timeOf(NEXT, '02:00:00'), timeOf(NEXT, '04:00:00'), 100);
  for (const [clock, lng, kmh] of [
    ['22:59:00', 113.1, 88],
    ['23:00:10', 113.2, 60],
    ['23:29:00', 113.3, 70],
  ] as const)
    await server.add('position', position(own, timeOf(DAY, clock), { lng, lat: 23.5, speed_kmh: kmh }));
  const end = timeOf(NEXT, '02:30:00');
  const banned = alarm(own, timeOf(NEXT, '02:01:00'), 108, { end_at: end, last_at: end, distance_km: 28, max_kmh: 81 });
  await server.add('alarm', banned);
  await server.add('alarm_case', {
    gid: banned['gid'],
    vehicle_id: own,
    type_id: 108,
    level: 2,
    start_at: banned['start_at'],
    state: 0,
  });
  // the scheme of another company exempts only its vehicle
  for (const [department, exempt] of [
    [server.company, branch],
    [server.foreign, foreign],
  ] as const)
    await server.db.run(sql`
      insert into warn_scheme (department_id, kind, name, time_zone, weekdays, params, level, valid_from)
      values (${department}, '130104', ${`night ${department}`}, 'Asia/Shanghai', '{1,2,3,4,5,6,7}',
        ${json({ banStart: '02:00', banEnd: '05:00', exempt: [String(exempt)] })}::jsonb, 2, ${DAY})`);
}, 60_000);
afterAll(() => server.stop());

const rows = async (conditions: Record<string, string> = {}) => {
  const { list } = await server.ask(404013, { ...RANGE, ...conditions });
  return list.map(({ cells }) => COLUMNS.map((key) => cells[key]));
};
const ALARM = [
  '粤B10001',
  timeOf(NEXT, '02:01:00').getTime(),
  timeOf(NEXT, '02:30:00').getTime(),
  1_740,
  28,
  81,
  '广东省佛山市',
  0,
];

describe('driving in banned hours', () => {
  it('matches the alarms within the banned hours', async () => {
    expect(await rows()).toEqual([ALARM]);
  });

  it('is calculated from trips if other hours are requested, cut at their limits', async () => {
    const found = await rows({ timeWindow: '23:00-03:00' });
    expect(found).toEqual([
      // half a minute of the third trip is too short
      ['粤B10001', timeOf(NEXT, '01:30:00').getTime(), timeOf(NEXT, '02:30:00').getTime(), 3_600, 60, 90, '广东省佛山市', 4],
      ['粤B10001', timeOf(DAY, '23:00:00').getTime(), timeOf(DAY, '23:30:00').getTime(), 1_800, 25, 70, '广东省广州市', 4],
    ]);
    expect(await rows({ timeWindow: '23:00-03:00', durationMin: '0' })).toHaveLength(3);
    const { sums } = await server.ask(404013, { ...RANGE, timeWindow: '23:00-03:00' });
    expect(sums).toEqual({ duration: 5_400, alarmKm: 85, maxSpeed: 90 });
  });

  it('omits exempt vehicles unless they are requested', async () => {
    const exempt = ['粤B10002', timeOf(NEXT, '04:30:00').getTime(), timeOf(NEXT, '05:00:00').getTime(), 1_800, 20];
    const shown = await rows({ withExempt: '1' });
    expect(shown.map((row) => row.slice(0, 5))).toEqual([exempt, ALARM.slice(0, 5)]);
    const other = { timeWindow: '04:00-05:00' };
    expect((await rows(other)).map(([plate]) => plate)).toEqual(['粤B10001']);
    expect((await rows({ ...other, withExempt: '1' })).map(([plate]) => plate)).toEqual(['粤B10002', '粤B10001']);
  });

  it('refuses invalid hours', async () => {
    for (const timeWindow of ['25:00-03:00', '02:00', '2-5'])
      await expect(server.ask(404013, { ...RANGE, timeWindow })).rejects.toThrow('timeWindow');
  });
});
