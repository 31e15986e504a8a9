import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  dayBefore,
  position,
  startTestReports,
  type TestReports,
  timeOf,
} from '../../../../test/support/reports/report-server.ts';
import { sql } from '../../../platform/db/database.ts';

let server: TestReports;
let day = '';
const range = () => ({ timeRange: `${day} 00:00:00,${day} 23:59:59` });
const ms = (clock: string) => timeOf(day, clock).getTime();

beforeAll(async () => {
  server = await startTestReports();
  const [own, branch, foreign] = server.cars;
  day = dayBefore(server.clock.now, 1);
  const add = (vehicle: number, clock: string, number: string | null, text: string, of = day) =>
    server.add('waybill', { vehicle_id: vehicle, received_at: timeOf(of, clock), number, text });
  await add(own, '08:00:00', 'YD_100%', '运单号：YD_100%；货物：钢材');
  await add(own, '14:00:00', 'YD2002', '运单号：YD2002；货物：水泥');
  await add(branch, '09:30:00', null, '京津普货');
  await add(foreign, '10:00:00', 'YD2003', '运单号：YD2003');
  await add(own, '23:59:00', 'YD1999', '运单号：YD1999', dayBefore(server.clock.now, 2));
  // another driver signed in by the afternoon
  const relief = await server.add('driver', { department_id: server.company, name: '王建国' });
  const signedIn = { vehicle_id: own, start_at: timeOf(day, '12:00:00'), end_at: timeOf(day, '18:00:00'), driver_id: relief };
  await server.add('driver_duty', { ...signedIn, source: 1 });
}, 120_000);
afterAll(() => server.stop());

const columns = ['recvTime', 'deptName', 'carNo', 'driverName', 'waybillNo', 'waybillText'];
const rows = async (conditions: Record<string, string> = {}) =>
  (await server.ask(405018, { ...range(), ...conditions })).list.map(({ cells }) => columns.map((key) => cells[key]));

it('waybills are listed with receipt time, company, driver, and the number from their text', async () => {
  expect(await rows()).toEqual([
    [ms('14:00:00'), '集团', '粤B10001', '王建国', 'YD2002', '运单号：YD2002；货物：水泥'],
    [ms('09:30:00'), '分公司', '粤B10002', null, null, '京津普货'],
    [ms('08:00:00'), '集团', '粤B10001', '李强', 'YD_100%', '运单号：YD_100%；货物：钢材'],
  ]);
});

it('passengers are counted by period, with the number on board, driver and position', async () => {
  const [own, branch, foreign] = server.cars;
  await server.db.run(sql`update vehicle set seats = 20 where id = ${own}`);
  const add = (vehicle: number, from: string, to: string, on: number, off: number, of = day) =>
    server.add('passenger_flow', {
      vehicle_id: vehicle,
      start_at: timeOf(of, from),
      end_at: timeOf(of, to),
      on_count: on,
      off_count: off,
      received_at: timeOf(of, to),
    });
  await add(own, '22:00:00', '23:00:00', 9, 0, dayBefore(server.clock.now, 2));
  // those of the day before are not counted
  await add(own, '08:00:00', '09:00:00', 0, 4);
  await add(own, '10:00:00', '11:00:00', 25, 3);
  await add(own, '12:00:00', '13:00:00', 1, 9);
  await add(branch, '08:00:00', '09:00:00', 5, 0);
  await add(foreign, '08:00:00', '09:00:00', 50, 0);
  await server.partitions(day);
  await server.add('position', position(own, timeOf(day, '10:59:00')));
  const asked = { staticDate: `${day},${day}` };
  const { list, sums } = await server.ask(405016, asked);
  const figures = ['carNo', 'driverName', 'startTime', 'onPsg', 'offPsg', 'loadPsg', 'seats', 'loadRate'];
  expect(list.map(({ cells }) => figures.map((key) => cells[key]))).toEqual([
    ['粤B10001', '李强', ms('08:00:00'), 0, 4, 0, 20, 0],
    ['粤B10001', '李强', ms('10:00:00'), 25, 3, 22, 20, 110],
    ['粤B10001', '王建国', ms('12:00:00'), 1, 9, 14, 20, 70],
    ['粤B10002', null, ms('08:00:00'), 5, 0, 5, null, null],
  ]);
  expect(list.map(({ cells }) => cells['position'] !== null)).toEqual([false, true, true, false]);
  expect(sums).toEqual({ onPsg: 31, offPsg: 16, loadPsg: 22 });
  expect((await server.ask(405016, { ...asked, carIds: String(branch) })).total).toBe(1);
});

it('waybills are searched by a literal part of their number, and by vehicle', async () => {
  const numbers = async (conditions: Record<string, string>) => (await rows(conditions)).map((row) => row[4]);
  expect(await numbers({ waybillNo: 'YD' })).toEqual(['YD2002', 'YD_100%']);
  expect(await numbers({ waybillNo: '200' })).toEqual(['YD2002']);
  expect(await numbers({ waybillNo: '_1' })).toEqual(['YD_100%']);
  expect(await numbers({ waybillNo: '%' })).toEqual(['YD_100%']);
  expect(await numbers({ carIds: String(server.cars[1]) })).toEqual([null]);
});

it('waybills are deleted with their vehicle', async () => {
  await server.db.run(sql`delete from terminal where vehicle_id = ${server.cars[2]}`);
  await server.db.run(sql`delete from vehicle where id = ${server.cars[2]}`);
  expect(await server.db.query(sql`select from waybill where number = 'YD2003'`)).toEqual([]);
});
