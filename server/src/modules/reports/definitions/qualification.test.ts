import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayBefore, startTestReports, type TestReports, timeOf } from '../../../../test/support/reports/report-server.ts';
import { sql } from '../../../platform/db/database.ts';

let server: TestReports;
let [first, second] = ['', ''];
let [own, branch, foreign] = [0, 0, 0];
const range = () => ({ staticDate: `${first},${second}` });
const rowOf = async (plate: string) => {
  const { list } = await server.ask(408012, range());
  return list.find(({ cells }) => cells['carNo'] === plate)!.cells;
};
const dayOfVehicle = (vehicle: number, day: string, department: number, figures: object) =>
  server.add('vehicle_day', { vehicle_id: vehicle, day, department_id: department, ...figures });
const alarmDay = (vehicle: number, type: number, department: number, needed: number, handled: number) =>
  server.add('alarm_day', {
    vehicle_id: vehicle,
    day: first,
    type_id: type,
    level: 2,
    department_id: department,
    cnt: needed,
    dur_s: 0,
    needed,
    handled,
    timely: 0,
    false_cnt: 0,
    auto_cnt: 0,
    message_cnt: 0,
    phone_cnt: 0,
    handle_s: 0,
    hours: Array.from({ length: 24 }, () => 0),
  });

beforeAll(async () => {
  server = await startTestReports();
  [own, branch, foreign] = server.cars;
  [first, second] = [dayBefore(server.clock.now, 2), dayBefore(server.clock.now, 1)];
  await server.db.run(sql`update vehicle set created_at = ${timeOf(first, '00:00:00')}`);
  const good = { point_total: 100, point_valid: 80, track_ok_km: 70, track_gap_km: 30, drift_count: 2 };
  await dayOfVehicle(own, first, server.company, good);
  await dayOfVehicle(own, second, server.company, good);
  await dayOfVehicle(branch, first, server.branch, {
    ...good,
    point_valid: 79,
    track_ok_km: 69,
    track_gap_km: 31,
    drift_count: 3,
  });
  await dayOfVehicle(foreign, first, server.foreign, good);
  await server.add('online_day', {
    vehicle_id: own,
    day: first,
    department_id: server.company,
    online_s: 43_200,
    login_count: 1,
    logout_count: 1,
    first_online_at: timeOf(first, '00:00:00'),
    last_online_at: timeOf(first, '12:00:00'),
  });
  await alarmDay(own, 1, server.company, 9, 9);
  await alarmDay(own, 2, server.company, 1, 0);
  await alarmDay(branch, 1, server.branch, 100, 89);
}, 120_000);
afterAll(() => server.stop());

describe('qualification of a vehicle', () => {
  it('passes if each figure just reaches its minimum', async () => {
    expect(await rowOf('粤B10001')).toMatchObject({
      deptName: '集团',
      joinDate: first,
      onlineDays: 2,
      onlineTimeRate: 25,
      validRate: 80,
      trackRate: 70,
      isDrift: false,
      overCount: 9,
      fatigueCount: 1,
      handleRate: 90,
      qualOk: 1,
      qualNote: null,
    });
  });

  it('fails if figures are too low, and names each of them', async () => {
    expect(await rowOf('粤B10002')).toMatchObject({
      onlineDays: 1,
      validRate: 79,
      trackRate: 69,
      isDrift: true,
      handleRate: 89,
      qualOk: 2,
      qualNote: '数据合格率, 轨迹完整率, 是否漂移车辆, 报警处理率',
    });
  });

  it('fails if the vehicle was never heard of, without failing for figures that do not exist', async () => {
    await server.db.run(sql`delete from vehicle_day where vehicle_id = ${branch}`);
    await server.db.run(sql`delete from alarm_day where vehicle_id = ${branch}`);
    expect(await rowOf('粤B10002')).toMatchObject({
      joinDate: null,
      onlineDays: 0,
      onlineTimeRate: null,
      validRate: null,
      trackRate: null,
      isDrift: false,
      handleRate: null,
      overCount: 0,
      qualOk: 2,
      qualNote: '入网日期, 上线天数',
    });
  });

  it('lists the requested vehicles, failing ones last', async () => {
    const { list, total } = await server.ask(408012, range());
    expect([total, list.map(({ cells }) => cells['carNo'])]).toEqual([2, ['粤B10001', '粤B10002']]);
    const failing = await server.ask(408012, range(), { orderBy: 'qualOk', direction: 'desc' });
    expect(failing.list.map(({ cells }) => cells['carNo'])).toEqual(['粤B10002', '粤B10001']);
    expect((await server.ask(408012, { ...range(), carIds: String(own) })).total).toBe(1);
    expect((await server.draw(408012, range())).series).toEqual([{ colEName: 'count', values: [1, 1] }]);
    const there = (await server.follow(408012, list[1]!, 'qualNote', range()))[402003];
    expect(there).toEqual({ deptId: String(server.branch), carIds: String(branch) });
  });
});
