import { MINUTE_MS } from '@fleetwarden/domain/durations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inEveryOrder, NOW, type ReportFixture, shanghai, startReports } from '../../../../test/support/reports/report-facts.ts';
import { addVehicle } from '../../../../test/support/test-fleet.ts';
import { at, sql } from '../../../platform/db/database.ts';

let fixture: ReportFixture;
let [moving, parked, silent, foreign] = [0, 0, 0, 0];
const BEIDOU = 1 << 19;

beforeAll(async () => {
  fixture = await startReports();
  const { server, east, west } = fixture;
  const { db } = server;
  moving = await addVehicle(server, { plate: '粤B10001', departmentId: east, phone: '13800000001', driver: '王芳' });
  parked = await addVehicle(server, { plate: '粤B10002', departmentId: east, phone: '13800000002', vehicleType: 12 });
  silent = await addVehicle(server, { plate: '粤B10003', departmentId: east });
  foreign = await addVehicle(server, { plate: '川A90001', departmentId: west, phone: '13800000009' });
  await db.run(sql`update vehicle set created_at = ${at(shanghai('2026-01-01 08:00'))}`);
  await db.run(sql`update vehicle set created_at = ${at(shanghai('2026-03-16 00:30'))} where id = ${silent}`);
  await db.run(sql`
    update vehicle set owner_name = '张三', owner_phone = '13812345678', vin = 'LVBV3PBB0AE000001', seats = 45, tonnage = 1.5,
      service_to = '2027-01-31', trans_cert_to = '2026-12-31' where id = ${parked}`);
  await db.run(sql`
    update terminal set iccid = '89860000000000000002', model = 'GT-8', maker = '70001', install_date = '2025-12-30',
      protocol_version = 2013 where vehicle_id = ${parked}`);
  await stay(moving, shanghai('2026-03-18 08:00'), NOW - MINUTE_MS, null);
  await stay(parked, shanghai('2026-03-01 08:00'), shanghai('2026-03-10 09:00'), 'logged out');
  await stay(parked, shanghai('2026-03-15 10:00'), shanghai('2026-03-16 11:00'), 'idle');
  await stay(foreign, shanghai('2026-03-01 08:00'), shanghai('2026-03-02 08:00'), 'idle');
  await latest(moving, NOW - MINUTE_MS, { status: 2, statusBits: 3 | BEIDOU, alarmBits: 2 ** 2 });
  await latest(parked, shanghai('2026-03-16 10:59'), { status: 0, statusBits: 0, alarmBits: 0 });
  await latest(foreign, shanghai('2026-03-02 07:59'), { status: 0, statusBits: 0, alarmBits: 0 });
  for (const [vehicleId, day, points] of [
    [moving, '2026-02-28', 0],
    [moving, '2026-03-01', 3],
    ...['2026-03-15', '2026-03-16', '2026-03-17'].map((each) => [moving, each, 10] as const),
    [parked, '2026-03-15', 0],
    [parked, '2026-03-16', 5],
    [foreign, '2026-03-16', 5],
  ] as const)
    await db.run(sql`insert into vehicle_day (vehicle_id, day, department_id, point_total, point_valid)
      values (${vehicleId}, ${day}, ${vehicleId === foreign ? west : east}, 10, ${points})`);
});
afterAll(() => fixture.server.stop());

const stay = (vehicleId: number, from: number, to: number, end: string | null) =>
  fixture.server.db.run(sql`
    insert into online_session (vehicle_id, login_at, last_msg_at, logout_at, end_reason, transport)
    values (${vehicleId}, ${at(from)}, ${at(to)}, ${end === null ? null : at(to)}, ${end}, 'tcp')`);
const latest = (vehicleId: number, time: number, more: { status: number; statusBits: number; alarmBits: number }) =>
  fixture.server.db.run(sql`
    insert into vehicle_latest (vehicle_id, gnss_at, received_at, lng, lat, altitude_m, speed_kmh, heading, alarm_bits, status_bits,
      odometer_km, status, status_since)
    values (${vehicleId}, ${at(time)}, ${at(time)}, 113.5, 22.25, 30, 61.5, 90, ${more.alarmBits}, ${more.statusBits}, 1234.5,
      ${more.status}, ${at(time)})`);

describe('401004, vehicles that are offline', () => {
  const columns = ['carNo', 'ownerMobile', 'terminalNo', 'offlineSec', 'offlineDays', 'endReason', 'lastOnline'];
  const row = ['粤B10002', '138****5678', '13800000002', 49 * 3600, 2, 3, shanghai('2026-03-16 11:00')];

  it('lists vehicles offline longer than the limit, without online ones and ones never seen', async () => {
    expect(await fixture.cells(401004, {}, columns)).toEqual([row]);
    expect(await fixture.cells(401004, { offlineHours: '49' }, columns)).toEqual([row]);
    expect(await fixture.cells(401004, { offlineHours: '50' }, columns)).toEqual([]);
    expect((await fixture.page(401004)).sums).toEqual({ offlineDays: 2 });
    expect(await fixture.chart(401004)).toEqual({ x: ['0'], values: [1] });
  });

  it('omits vehicles out of service unless they are requested', async () => {
    await fixture.server.db.run(sql`update vehicle set run_state = 2 where id = ${parked}`);
    expect(await fixture.cells(401004, {}, columns)).toEqual([]);
    expect(await fixture.cells(401004, { withExempt: '1' }, columns)).toEqual([row]);
    await fixture.server.db.run(sql`update vehicle set run_state = 1 where id = ${parked}`);
  });

  it('links to the day when the vehicle was last online', async () => {
    const [first] = (await fixture.page(401004)).list;
    expect(fixture.drill(401004, {}, first!, 'carNo')).toEqual({
      401003: { carIds: String(parked), timeRange: '2026-03-16 00:00:00,2026-03-16 23:59:59' },
    });
    expect(fixture.drill(401004, {}, first!, 'lastPos')).toEqual({ 401009: { carIds: String(parked) } });
    await inEveryOrder(fixture, 401004, {});
  });
});

describe('401005, vehicles without positions', () => {
  const range = { staticDate: '2026-03-14,2026-03-17' };

  it('counts days without a qualified position since the vehicle was created', async () => {
    expect(await fixture.cells(401005, range, ['carNo', 'joinDate', 'onlineDays', 'offlineDays'])).toEqual([
      ['粤B10002', '2026-03-16', 1, 3],
      ['粤B10003', null, 0, 2],
      ['粤B10001', '2026-03-01', 3, 1],
    ]);
    expect(await fixture.cells(401005, { ...range, minDays: '2' }, ['carNo'])).toEqual([['粤B10002'], ['粤B10003']]);
    expect(await fixture.cells(401005, { staticDate: '2026-03-16,2026-03-16' }, ['carNo'])).toEqual([['粤B10003']]);
    expect(await fixture.cells(401005, { ...range, carTypes: '12' }, ['carNo'])).toEqual([['粤B10002']]);
    await inEveryOrder(fixture, 401005, range);
  });
});

describe('401009, latest positions of vehicles', () => {
  it('shows state and alarms in the language of the reader', async () => {
    const columns = ['carNo', 'driverName', 'carState', 'accState', 'fixState', 'statusText', 'alarmText', 'speed', 'lng'];
    expect(await fixture.cells(401009, {}, columns)).toEqual([
      ['粤B10001', '王芳', 1, 1, 1, 'ACC开, 已定位, 北斗', '疲劳驾驶报警', 61.5, 113.5],
      ['粤B10002', null, 4, 0, 0, 'ACC关, 未定位', null, 61.5, 113.5],
    ]);
    expect((await fixture.cells(401009, { carState: '1' }, ['statusText'], 'en'))[0]).toEqual(['ACC on, Fixed, BeiDou']);
    expect((await fixture.chart(401009)).x.sort()).toEqual(['1', '4']);
  });

  it('is filtered by state, and shows all vehicles if the filter is empty', async () => {
    expect(await fixture.cells(401009, { carState: '4' }, ['carNo'])).toEqual([['粤B10002']]);
    expect((await fixture.page(401009, { carState: '' })).list).toHaveLength(2);
    expect((await fixture.call('advanceSearchJson', { reportId: 401009, conditions: { carState: 'x' } })).code).not.toBe('0');
    const [first] = (await fixture.page(401009)).list;
    expect(fixture.drill(401009, {}, first!, 'gpsTime')).toEqual({
      401010: { carId: String(moving), timeRange: '2026-03-18 11:54:00,2026-03-18 12:00:00' },
    });
    await inEveryOrder(fixture, 401009, {});
  });
});

describe('401015, vehicle records', () => {
  it('lists vehicle, terminal and certificates', async () => {
    const { db } = fixture.server;
    const operator = await db.first<{ id: number }>(sql`
      insert into operator (department_id, name, kind, contact, tel) values (${fixture.west}, '北斗运营', 1, '李', '13800000000') returning id`);
    await db.run(sql`insert into operator_vehicle (operator_id, vehicle_id) values (${operator!.id}, ${parked})`);
    const columns = [
      'carNo',
      'seats',
      'ratedKg',
      'simNo',
      'terminalModel',
      'joinDate',
      'serviceEnd',
      'permitEnd',
      'operatorName',
    ];
    expect(await fixture.cells(401015, { vin: 'lvbv' }, columns)).toEqual([
      ['粤B10002', 45, 1500, '89860000000000000002', 'GT-8', '2026-03-16', '2027-01-31', '2026-12-31', '北斗运营'],
    ]);
    expect(await fixture.cells(401015, {}, ['carNo'])).toEqual([['粤B10001'], ['粤B10002'], ['粤B10003']]);
    await inEveryOrder(fixture, 401015, {});
  });

  it('omits removed vehicles', async () => {
    const gone = await addVehicle(fixture.server, { plate: '粤B10004', departmentId: fixture.east });
    await fixture.server.db.run(sql`update vehicle set deleted_at = now() where id = ${gone}`);
    expect(await fixture.cells(401015, {}, ['carNo'])).toHaveLength(3);
  });
});

describe('401016, terminals', () => {
  it('counts their device faults of the last thirty days', async () => {
    for (const [day, type, count] of [
      ['2026-03-10', 7, 3],
      ['2026-02-17', 8, 1],
      ['2026-02-16', 7, 9],
      ['2026-03-10', 1, 5],
    ] as const)
      await fixture.server.db.run(sql`
        insert into alarm_day (vehicle_id, day, type_id, level, department_id, cnt, dur_s, needed, handled, timely, false_cnt, auto_cnt,
          message_cnt, phone_cnt, handle_s, hours)
        values (${parked}, ${day}, ${type}, 1, ${fixture.east}, ${count}, 0, 0, 0, 0, 0, 0, 0, 0, 0, array_fill(0, array[24]))`);
    const columns = ['carNo', 'terminalNo', 'terminalVendor', 'protocolVer', 'installDate', 'offlineDays', 'deviceCount'];
    expect(await fixture.cells(401016, {}, columns)).toEqual([
      ['粤B10001', '13800000001', null, 2019, null, 0, 0],
      ['粤B10002', '13800000002', '70001', 2013, '2025-12-30', 2, 4],
    ]);
    const { list, sums } = await fixture.page(401016, { protocolVer: '2013', terminalModel: 'gt' });
    expect(sums).toEqual({ deviceCount: 4 });
    expect(fixture.drill(401016, {}, list[0]!, 'deviceCount')[404001]).toMatchObject({
      timeRange: '2026-02-17 00:00:00,2026-03-18 23:59:59',
      alarmTypes: expect.stringMatching(/^4,5,6,7/),
    });
    await inEveryOrder(fixture, 401016, {});
  });
});

describe('foreign vehicles', () => {
  it.each([401004, 401005, 401009, 401015, 401016])('are in no row of %d, and cannot be requested', async (reportId) => {
    const { list } = await fixture.page(reportId, reportId === 401005 ? { staticDate: '2026-03-01,2026-03-17' } : {});
    expect(list.length).toBeGreaterThan(0);
    expect(list.map(({ ids }) => ids['carId'])).not.toContain(String(foreign));
    const conditions = { deptId: String(fixture.west) };
    expect((await fixture.call('advanceSearchJson', { reportId, conditions })).code).toBe('4004');
  });
});
