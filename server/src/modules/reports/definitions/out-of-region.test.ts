import { afterAll, beforeAll, expect, it } from 'vitest';
import { dayBefore, startTestReports, type TestReports, timeOf } from '../../../../test/support/reports/report-server.ts';
import { FIRST_CITY } from '../../../engine/visits/geofence-snapshot.ts';
import { sql } from '../../../platform/db/database.ts';

let server: TestReports;
let day = '';
let [own, branch, foreign] = [0, 0, 0];
const ms = (clock: string) => timeOf(day, clock).getTime();
const city = (vehicle: number, code: number, from: string, to: string, km: number, continued = false) =>
  server.add('area_visit', {
    vehicle_id: vehicle,
    place_id: FIRST_CITY + code,
    enter_at: timeOf(day, from),
    leave_at: timeOf(day, to),
    distance_km: km,
    max_speed: 60,
    continued,
    ended: true,
  });
const [GUANGZHOU, SHENZHEN, CHANGSHA, YUEYANG] = [440100, 440300, 430100, 430600];

beforeAll(async () => {
  server = await startTestReports();
  [own, branch, foreign] = server.cars;
  day = dayBefore(server.clock.now, 1);
  await server.db.run(sql`update vehicle set native_place = '440100', industry = 3 where id = ${own}`);
  await server.db.run(sql`update vehicle set native_place = '440000' where id = ${branch}`);
  await server.db.run(sql`update vehicle set native_place = '440100' where id = ${foreign}`);
  for (const vehicle of [own, branch]) {
    await city(vehicle, GUANGZHOU, '00:00:00', '06:00:00', 10, true);
    await city(vehicle, SHENZHEN, '06:00:00', '08:00:00', 100);
    await city(vehicle, GUANGZHOU, '08:00:00', '09:00:00', 50);
    await city(vehicle, CHANGSHA, '09:00:00', '12:00:00', 200);
    await city(vehicle, YUEYANG, '12:00:00', '13:00:00', 70);
    await city(vehicle, GUANGZHOU, '20:00:00', '22:00:00', 5);
  }
  await city(foreign, CHANGSHA, '09:00:00', '12:00:00', 200);
});
afterAll(() => server.stop());
const onDay = () => ({ staticDate: `${day},${day}` });

it('shows vehicles outside their city or province of registration, with count and duration', async () => {
  const { list, sums } = await server.ask(405014, onDay());
  expect(list.map(({ cells }) => cells)).toEqual([
    expect.objectContaining({
      carNo: '粤B10001',
      regionName: '广州市',
      outTimes: 2,
      outSec: 6 * 3600,
      outRegions: '长沙市, 岳阳市, 深圳市',
      startTime: ms('06:00:00'),
      endTime: ms('20:00:00'),
      mileage: 370,
    }),
    // within the province it is at home
    expect.objectContaining({
      carNo: '粤B10002',
      regionName: '广东省',
      outTimes: 1,
      outSec: 4 * 3600,
      outRegions: '长沙市, 岳阳市',
      startTime: ms('09:00:00'),
      mileage: 270,
    }),
  ]);
  expect(sums).toEqual({ outTimes: 3, outSec: 10 * 3600 });
});

it('is filtered by place of registration, industry and duration', async () => {
  const of = async (more: Record<string, string>) =>
    (await server.ask(405014, { ...onDay(), ...more })).list.map(({ cells }) => cells['carNo']);
  expect(await of({ adcode: '440100' })).toEqual(['粤B10001']);
  expect(await of({ adcode: '440000' })).toEqual(['粤B10001', '粤B10002']);
  expect(await of({ adcode: '430000' })).toEqual([]);
  expect(await of({ industries: '3' })).toEqual(['粤B10001']);
  expect(await of({ outDays: '0.2' })).toEqual(['粤B10001']);
  await expect(server.ask(405014, { ...onDay(), adcode: '44' })).rejects.toThrow('4001');
});
