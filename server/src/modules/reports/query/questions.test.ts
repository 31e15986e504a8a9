import { dayKey } from '@fleetwarden/domain/business-day';
import { DAY_MS } from '@fleetwarden/domain/durations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ReportFixture, shanghai, startReports } from '../../../../test/support/reports/report-facts.ts';
import { addVehicle } from '../../../../test/support/test-fleet.ts';
import { at, sql } from '../../../platform/db/database.ts';

let fixture: ReportFixture;
let [car, other, foreign] = [0, 0, 0];
let noRights = '';

beforeAll(async () => {
  fixture = await startReports();
  const { server, east, west } = fixture;
  car = await addVehicle(server, { plate: '粤B10001', departmentId: east });
  other = await addVehicle(server, { plate: '粤B10002', departmentId: east });
  foreign = await addVehicle(server, { plate: '川A90001', departmentId: west });
  await server.account('noRights', east, ['2', '40107']);
  noRights = await server.signIn('noRights');
  for (const [id, day, type, cnt] of [
    [car, '2026-03-10', 1, 3],
    [car, '2026-03-10', 2, 1],
    [car, '2026-03-12', 1, 4],
    [other, '2026-03-12', 1, 10],
    [foreign, '2026-03-12', 1, 100],
  ] as const)
    await server.db.run(sql`
      insert into alarm_day (vehicle_id, day, type_id, level, department_id, cnt, dur_s, needed, handled, timely, false_cnt, auto_cnt,
        message_cnt, phone_cnt, handle_s, hours)
      values (${id}, ${day}, ${type}, 1, ${id === foreign ? west : east}, ${cnt}, 0, 0, 0, 0, 0, 0, 0, 0, 0, ${new Array(24).fill(0)}::smallint[])`);
  for (const [id, day, km] of [
    [car, '2026-02-01', 10],
    [car, '2026-02-28', 20],
    [car, '2026-03-10', 400],
    [other, '2026-02-28', 5],
    [foreign, '2026-02-28', 99],
  ] as const)
    await server.db.run(sql`
      insert into vehicle_day (vehicle_id, day, department_id, point_total, point_valid, gnss_km, odo_km)
      values (${id}, ${day}, ${id === foreign ? west : east}, 1, 1, ${km}, 0)`);
  const driver = await server.db.first<{ id: number }>(sql`
    insert into driver (department_id, name) values (${east}, '李强') returning id`);
  for (const day of ['2026-03-10', '2026-03-11', '2026-03-13'])
    await server.db.run(sql`
      insert into driver_day (driver_id, day, vehicle_id, department_id, km, drive_s, night_drive_s, longest_drive_s)
      values (${day === '2026-03-11' ? driver!.id : 0}, ${day}, ${car}, ${east}, 90, 5400, 0, 5000)`);
  for (const id of [car, foreign])
    await server.db.run(sql`
      insert into online_session (vehicle_id, login_at, last_msg_at, logout_at, end_reason, transport)
      values (${id}, ${at(shanghai('2026-03-17 08:00'))}, ${at(shanghai('2026-03-17 09:00'))}, ${at(shanghai('2026-03-17 09:05'))}, 'idle', 'tcp')`);
});
afterAll(() => fixture.server.stop());

/**
 * Figures of the single row of each. 400 km of one vehicle: 7 overspeeds, 1.75 per 100 km of a limit of 6; one fatigue, 0.25 of 3;
 * the company's other vehicle did not drive.
 */
const FIGURES: Readonly<Record<number, object>> = {
  170501: { carNo: '粤B10001', mileage: 400, speedIdx: 29.2, fatigueIdx: 8.3, distractIdx: 0, riskScore: 9.4, riskLevel: 0 },
  170502: { deptName: '华东', mileage: 400, alarmPer100: 4.5, speedIdx: 29.2, fatigueIdx: 8.3, riskScore: 9.4 },
  408009: { statMonth: '2026-02', deptName: '华东', mileage: 35, overCount: 0, riskScore: null },
  408010: { statDate: '2026-03-11', driverName: '李强', carNo: '粤B10001', driverKm: 90, driverSec: 5400, longestSec: 5000 },
};

const ask = async (path: string, data: object, authorization = fixture.authorization) => {
  const body = { data, pageModel: { page: 1, limit: 10 } };
  return (await fixture.server.post(path, body, { authorization, cookie: 'language=zh' })).body;
};

describe('the totals of a report', () => {
  it('show the same sums as the pages, and the number of rows', async () => {
    const conditions = { month: '2026-02' };
    const { sums } = await fixture.page(401008, conditions);
    const { data } = await ask('report/foot', { reportId: 401008, conditions });
    expect(data).toMatchObject({ sums, count: 2, incomplete: [] });
    expect(data.sums).toMatchObject({ mileage: 35, d01: 10, d28: 25 });
  });
  it('need the permission of the report, and known filters', async () => {
    expect((await ask('report/foot', { reportId: 401008 }, noRights)).code).toBe('4003');
    expect((await ask('report/foot', { reportId: 401008, conditions: { nonsense: '1' } })).code).toBe('4001');
    expect((await ask('report/foot', { reportId: 999_999 })).code).toBe('4004');
  });
});

describe('a report with its own call', () => {
  it('has the same rows as by its number', async () => {
    const conditions = { timeRange: '2026-03-17 00:00:00,2026-03-17 23:59:59' };
    const { list } = await fixture.page(401003, conditions);
    const named = await ask('report/getOnAndOffDetail', { conditions, orderBy: 'loginTime', direction: 'asc' });
    expect(list).toHaveLength(1);
    expect([named.data.list, named.pageModel.total]).toEqual([list, 1]);
  });
  it.each([
    ['safetyAna/vehicleRiskProfile', 170501, () => ({ carId: String(car), staticDate: '2026-03-01,2026-03-17' })],
    ['safetyAna/deptRiskProfile', 170502, () => ({ staticDate: '2026-03-01,2026-03-17' })],
    ['report/safetyAnaForla', 408009, () => ({ month: '2026-02' })],
    ['report/getDrvDetailsStatsForhz', 408010, () => ({ staticDate: '2026-03-10,2026-03-12' })],
  ] as const)('%s is report %d, with its figures', async (path, reportId, asked) => {
    const conditions = asked();
    const { list, sums } = await fixture.page(reportId, conditions);
    expect(list).toHaveLength(1);
    const { data, pageModel } = await ask(path, { conditions });
    expect([data.list, data.sums, pageModel.total]).toEqual([list, sums, 1]);
    expect(list[0]!.cells).toMatchObject(FIGURES[reportId]!);
  });
  it('covers yesterday if no days are given', async () => {
    const { server } = fixture;
    const driver = await server.db.first<{ id: number }>(sql`select id from driver where name = '李强'`);
    const today = dayKey(server.clock.now);
    for (const back of [0, 1, 2])
      await server.db.run(sql`
        insert into driver_day (driver_id, day, vehicle_id, department_id, km, drive_s, night_drive_s, longest_drive_s)
        select ${driver!.id}, ${today}::date - ${back}::integer, ${car}, department_id, 7, 60, 0, 60 from vehicle where id = ${car}`);
    const days = async (conditions: object) =>
      (await ask('report/getDrvDetailsStatsForhz', { conditions })).data.list.map(
        ({ cells }: { cells: Record<string, unknown> }) => cells['statDate'],
      );
    const yesterday = dayKey(server.clock.now - DAY_MS);
    expect([await days({}), await days({ staticDate: '' })]).toEqual([[yesterday], [yesterday]]);
    expect(await days({ staticDate: `${yesterday},${today}` })).toHaveLength(2);
  });
  it('refuses vehicles outside the scope, and needs the permission of the report', async () => {
    const conditions = { carIds: String(foreign), staticDate: '2026-03-01,2026-03-17' };
    expect((await ask('safetyAna/vehicleAlarmTrend', { conditions })).code).toBe('4004');
    for (const path of [
      'report/getOnAndOffDetail',
      'report/safetyAnaForla',
      'report/getDrvDetailsStatsForhz',
      'safetyAna/vehicleRiskProfile',
      'safetyAna/deptRiskProfile',
      'safetyAna/deptAlarmDis',
      'safetyAna/vehicleAlarmDis',
      'safetyAna/deptAlarmTrend',
      'activeSafety/listPrevention',
      'activeSafety/listAlarmStat',
      'activeSafety/listAlarmCross',
      'activeSafety/listAttachmentFailed',
    ])
      expect([path, (await ask(path, { conditions: {} }, noRights)).code]).toEqual([path, '4003']);
  });
});

describe('alarms of a vehicle and of a company', () => {
  const staticDate = '2026-03-01,2026-03-17';
  it('are counted by type, most frequent first', async () => {
    const { data } = await ask('safetyAna/vehicleAlarmDis', { conditions: { carIds: String(car), staticDate } });
    expect(data).toEqual({ x: ['1', '2'], series: [{ colEName: 'alarmCount', values: [7, 1] }] });
    expect((await ask('safetyAna/deptAlarmDis', { conditions: { staticDate } })).data.series[0].values).toEqual([17, 1]);
  });
  it('are counted by day', async () => {
    const trend = async (path: string, conditions: object) =>
      (await ask(path, { conditions: { staticDate, ...conditions } })).data;
    const days = ['2026-03-10', '2026-03-12'];
    const line = (...values: number[]) => ({ x: days, series: [{ colEName: 'alarmCount', values }] });
    expect(await trend('safetyAna/vehicleAlarmTrend', { carIds: String(car) })).toEqual(line(4, 4));
    expect(await trend('safetyAna/deptAlarmTrend', {})).toEqual(line(4, 14));
    expect(await trend('safetyAna/deptAlarmTrend', { alarmTypes: '1' })).toEqual(line(3, 14));
  });
});
