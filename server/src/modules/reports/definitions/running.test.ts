import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ReportFixture, shanghai, startReports } from '../../../../test/support/reports/report-facts.ts';
import { addVehicle } from '../../../../test/support/test-fleet.ts';
import { at, sql } from '../../../platform/db/database.ts';

const LORRY = 12;
const FREIGHT = 2;
const week = { staticDate: '2026-03-11,2026-03-17' };
const days = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => `2026-03-${from + i}`);

let fixture: ReportFixture;
const cars = { loaded: 0, late: 0, old: 0, silent: 0 };

beforeAll(async () => {
  fixture = await startReports();
  const { server, east } = fixture;
  const { db } = server;
  cars.loaded = await addVehicle(server, { plate: '粤B10001', departmentId: east });
  cars.late = await addVehicle(server, { plate: '粤B10002', departmentId: east, vehicleType: LORRY });
  cars.old = await addVehicle(server, { plate: '粤B10003', departmentId: east, vehicleType: LORRY });
  cars.silent = await addVehicle(server, { plate: '粤B10004', departmentId: east, vehicleType: LORRY });
  await db.run(sql`update vehicle set industry = ${FREIGHT} where id = any(${[cars.late, cars.old]})`);
  // the others were entered on the 18th, after their positions
  await db.run(sql`update vehicle set created_at = ${at(shanghai('2026-03-18 09:00'))}`);
  const registered = at(shanghai('2026-01-01 09:00'));
  await db.run(sql`update vehicle set created_at = ${registered} where id = any(${[cars.old, cars.silent]})`);
  const driven = [
    ...days(11, 17).map((day) => [cars.loaded, day] as const),
    ...days(14, 15).map((day) => [cars.late, day] as const),
    ...days(11, 12).map((day) => [cars.old, day] as const),
  ];
  for (const [vehicleId, day] of driven)
    await db.run(sql`
      insert into vehicle_day (vehicle_id, day, department_id, gnss_km, point_total, point_valid, drive_s)
      values (${vehicleId}, ${day}::date, ${east}, 100, 10, 10, 3600)`);
  await db.run(sql`
    insert into exempt_day (vehicle_id, day, department_id) values (${cars.old}, '2026-03-11', ${east}), (${cars.old}, '2026-03-13', ${east})`);
  for (const day of days(11, 17))
    await db.run(sql`
      insert into dept_day (department_id, day, vehicle_total, joined, exempt, new_count, left_count)
      values (${east}, ${day}::date, 1, 1, ${day === '2026-03-11' || day === '2026-03-13' ? 1 : 0}, 0, 0)`);
});
afterAll(() => fixture.server.stop());

describe('401013, use of vehicles', () => {
  it('is relative to the days on which a vehicle existed or sent positions', async () => {
    expect(await fixture.cells(401013, week, ['carNo', 'runDays', 'useRate'])).toEqual([
      ['粤B10003', 2, 28.57],
      ['粤B10002', 2, 50],
      ['粤B10001', 7, 100],
    ]);
    expect(await fixture.cells(401013, { ...week, rateBelow: 60 }, ['carNo'])).toEqual([['粤B10003'], ['粤B10002']]);
  });

  it('links to the days of the month, once the month is over', async () => {
    const [row] = (await fixture.page(401013, week)).list;
    expect(fixture.drill(401013, week, row!, 'runDays')[401008]).toEqual({ carIds: String(cars.old), month: '2026-03' });
  });
});

describe('401001, online rate of companies', () => {
  it('counts an online vehicle as due, even before its registration or out of service', async () => {
    const { list, sums } = await fixture.page(401001, week);
    for (const { cells } of list) {
      expect(cells['onlineRate'], String(cells['statDate'])).toBeLessThanOrEqual(100);
      expect(cells['offlineCount']).toBe((cells['shouldOnline'] as number) - (cells['onlineCount'] as number));
    }
    expect(sums['onlineRate']).toBeLessThanOrEqual(100);
    const columns = ['statDate', 'shouldOnline', 'onlineCount', 'onlineRate'];
    expect((await fixture.cells(401001, week, columns)).at(-1)).toEqual(['2026-03-11', 2, 2, 100]);
  });

  it('omits companies without vehicles of their own', async () => {
    const { server, east } = fixture;
    const empty = await server.department('空壳', east);
    await server.db.run(sql`
      insert into dept_day (department_id, day, vehicle_total, joined, exempt, new_count, left_count)
      values (${empty}, '2026-03-14', 0, 0, 0, 0, 0)`);
    const names = (await fixture.cells(401001, week, ['deptName'])).flat();
    expect(names.length).toBeGreaterThan(0);
    expect(names).not.toContain('空壳');
  });

  it('counts all vehicles of a chosen type or industry, and no others', async () => {
    const columns = ['statDate', 'carTotal', 'joinedCount', 'exemptCount', 'shouldOnline', 'onlineCount'];
    const rows = await fixture.cells(401001, { ...week, carTypes: String(LORRY) }, columns);
    // on the 14th: one just heard, one known, one never heard
    expect(rows.find(([day]) => day === '2026-03-14')).toEqual(['2026-03-14', 3, 2, 0, 2, 1]);
    expect(rows.find(([day]) => day === '2026-03-13')).toEqual(['2026-03-13', 2, 1, 1, 0, 0]);
    const freight = await fixture.cells(401001, { ...week, industries: String(FREIGHT) }, columns);
    expect(freight.find(([day]) => day === '2026-03-14')).toEqual(['2026-03-14', 2, 2, 0, 2, 1]);
    const joins = await fixture.cells(401018, { ...week, industries: String(FREIGHT) }, ['statDate', 'carTotal', 'joinedCount']);
    expect(joins.find(([day]) => day === '2026-03-14')).toEqual(['2026-03-14', 2, 2]);
    expect(await fixture.cells(401006, { ...week, carTypes: String(LORRY) }, ['carTotal', 'runCount'])).toEqual([[3, 2]]);
  });

  it('passes the chosen types and industries to the linked report', async () => {
    const chosen = { ...week, carTypes: String(LORRY), industries: String(FREIGHT) };
    const [row] = (await fixture.page(401001, chosen)).list;
    expect(fixture.drill(401001, chosen, row!, 'onlineCount')[401002]).toMatchObject({ carTypes: String(LORRY) });
    expect(fixture.drill(401001, chosen, row!, 'offlineCount')[401005]).toMatchObject({
      carTypes: String(LORRY),
      industries: String(FREIGHT),
    });
  });
});

describe('a column of names', () => {
  it('is sorted by pinyin', async () => {
    const { server, east } = fixture;
    for (const name of ['张家口', '白云', '阿坝'])
      await server.db.run(sql`insert into driver (department_id, name) values (${east}, ${name})`);
    const names = async (direction: string) => {
      const { data } = await fixture.call('advanceSearchJson', { reportId: 401017, orderBy: 'driverName', direction });
      return (data as { list: { cells: { driverName: string } }[] }).list.map(({ cells }) => cells.driverName);
    };
    expect(await names('asc')).toEqual(['阿坝', '白云', '张家口']);
    expect(await names('desc')).toEqual(['张家口', '白云', '阿坝']);
  });
});

describe('a required filter', () => {
  it.each([
    [170505, 'carIds'],
    [405011, 'areaIds'],
    [402006, 'deptIds'],
  ])('of %d is enforced: %s', async (reportId, name) => {
    expect((await fixture.call('advanceSearchJson', { reportId, conditions: {} })).code, name).not.toBe('0');
    expect((await fixture.call('advanceSearchJson', { reportId, conditions: { [name]: '' } })).code, name).not.toBe('0');
  });
});

describe('401003, connections', () => {
  it('show their traffic in megabytes, if it was counted', async () => {
    const [from, to] = [at(shanghai('2026-03-11 09:00')), at(shanghai('2026-03-11 10:00'))];
    for (const [vehicleId, bytes] of [
      [cars.loaded, 3 * 1_048_576],
      [cars.late, null],
    ] as const)
      await fixture.server.db.run(sql`
        insert into online_session (vehicle_id, login_at, last_msg_at, logout_at, transport, up_bytes, down_bytes)
        values (${vehicleId}, ${from}, ${to}, ${to}, 'tcp', ${bytes}, ${bytes === null ? null : bytes / 2})`);
    const range = { timeRange: '2026-03-11 00:00:00,2026-03-11 23:59:59' };
    const { list, sums } = await fixture.page(401003, range);
    const traffic = list.map(({ cells }) => [cells['carNo'], cells['upBytes'], cells['downBytes']]);
    expect(traffic.toSorted()).toEqual([
      ['粤B10001', 3, 1.5],
      ['粤B10002', null, null],
    ]);
    expect(sums).toMatchObject({ upBytes: 3, downBytes: 1.5 });
  });
});
