import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayBefore, startTestReports, type TestReports } from '../../../../test/support/reports/report-server.ts';
import { sql } from '../../../platform/db/database.ts';
import { previousMonthKey } from '../model/months.ts';

let server: TestReports;
let [yard, day, lastMonth] = [0, '', ''];
const place = (id: number, code: string | null) =>
  server.db.run(sql`update department set admin_code = ${code}::text where id = ${id}`);

beforeAll(async () => {
  server = await startTestReports();
  yard = await server.department('车场', server.branch);
  day = dayBefore(server.clock.now, 1);
  lastMonth = previousMonthKey(dayBefore(server.clock.now, 0).slice(0, 7));
  await server.add('vehicle', { plate: '粤B10009', plate_colour: 2, vehicle_type: 21, department_id: yard });
  for (const department of [server.company, server.branch, server.foreign, yard])
    await server.add('dept_day', {
      department_id: department,
      day,
      vehicle_total: 4,
      joined: 2,
      exempt: 0,
      new_count: 1,
      left_count: 0,
    });
  await place(server.company, '440000');
  await place(server.branch, '440305');
  await place(server.foreign, '440305');
}, 120_000);
afterAll(() => server.stop());

const rows = async (id: number, columns: readonly string[], conditions: Record<string, string> = {}) =>
  (await server.ask(id, conditions)).list.map(({ cells }) => columns.map((key) => cells[key])).toSorted();

describe('the region of a company', () => {
  it('is its own, or else that of the nearest ancestor, and also applies to its vehicles', async () => {
    expect(await rows(401015, ['carNo', 'regionName'])).toEqual([
      ['粤B10001', '广东省'],
      ['粤B10002', '南山区'],
      ['粤B10009', '南山区'],
    ]);
    const asked = { staticDate: `${day},${day}` };
    const expected = [
      ['分公司', '南山区', 50],
      ['车场', '南山区', 50],
      ['集团', '广东省', 50],
    ];
    expect(await rows(401018, ['deptName', 'regionName', 'joinRate'], asked)).toEqual(expected.toSorted());
  });

  it('filters vehicles by province, city or district', async () => {
    const cars = async (adcode: string, more: Record<string, string> = {}) =>
      (await rows(401015, ['carNo'], { adcode, ...more })).flat();
    expect(await cars('440000')).toEqual(['粤B10001', '粤B10002', '粤B10009']);
    expect(await cars('440300')).toEqual(['粤B10002', '粤B10009']);
    expect(await cars('440305')).toEqual(['粤B10002', '粤B10009']);
    expect(await cars('440306')).toEqual([]);
    expect(await cars('110000')).toEqual([]);
    // within the company that is chosen, and of vehicles that are
    expect(await cars('440300', { deptId: String(yard) })).toEqual(['粤B10009']);
    expect(await cars('440300', { carIds: String(server.cars[0]) })).toEqual([]);
    for (const wrong of ['44', '4403051', 'abcdef']) await expect(cars(wrong)).rejects.toThrow('4001');
  });

  it('is empty if no region is set', async () => {
    await place(server.branch, null);
    await place(server.company, null);
    expect(await rows(401015, ['carNo', 'regionName'])).toEqual([
      ['粤B10001', null],
      ['粤B10002', null],
      ['粤B10009', null],
    ]);
    expect(await rows(401015, ['carNo'], { adcode: '440000' })).toEqual([]);
    await place(server.company, '440000');
    await place(server.branch, '440305');
  });

  it('is shown in the rating of companies, and filters it', async () => {
    const [own, branch] = server.cars;
    for (const [vehicle, department] of [
      [own, server.company],
      [branch, server.branch],
    ] as const)
      await server.add('vehicle_day', {
        vehicle_id: vehicle,
        day: `${lastMonth}-10`,
        department_id: department,
        point_total: 9,
        point_valid: 9,
        gnss_km: 200,
        odo_km: 200,
      });
    expect(await rows(170504, ['deptName', 'regionName', 'safeScore'], { month: lastMonth })).toEqual([
      ['分公司', '南山区', 100],
      ['集团', '广东省', 100],
    ]);
    expect(await rows(170504, ['deptName'], { month: lastMonth, adcode: '440300' })).toEqual([['分公司']]);
  });
});
