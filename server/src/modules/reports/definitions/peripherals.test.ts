import { afterAll, beforeAll, expect, it } from 'vitest';
import { alarm, dayBefore, startTestReports, type TestReports, timeOf } from '../../../../test/support/reports/report-server.ts';
import { json } from '../../../platform/db/database.ts';

let server: TestReports;
let day = '';
const range = () => ({ timeRange: `${day} 00:00:00,${day} 23:59:59` });
/** Too high, too low, too hot, and something else. */
const [HIGH, LOW, HOT, OTHER] = [90, 91, 92, 1] as const;

beforeAll(async () => {
  server = await startTestReports();
  const [own, branch, foreign] = server.cars;
  day = dayBefore(server.clock.now, 1);
  const add = (vehicle: number, clock: string, type: number, values: object = {}) =>
    server.add('alarm', alarm(vehicle, timeOf(day, clock), type, { ...values }));
  await add(own, '08:00:00', HIGH, { value: 1_050, info: json({ wheels: [1, 4] }) });
  await add(own, '09:00:00', HOT, { value: 95, info: json({ wheels: [3] }) });
  // from a terminal without wheel numbers
  await add(branch, '10:00:00', LOW, { value: 310, info: json({ wheels: 'all' }) });
  await add(branch, '11:00:00', LOW, { info: null });
  await add(own, '12:00:00', OTHER);
  await add(foreign, '08:00:00', HIGH, { value: 1_000 });
}, 120_000);
afterAll(() => server.stop());

it('tyre alarms show the wheels, and the pressure or temperature with the largest deviation', async () => {
  const { list, sums } = await server.ask(407011, range());
  const columns = ['carNo', 'tyrePos', 'tyreState', 'tyreKpa', 'tyreTemp'];
  expect(list.map(({ cells }) => columns.map((key) => cells[key]))).toEqual([
    ['粤B10002', null, '2', null, null],
    ['粤B10002', null, '2', 310, null],
    ['粤B10001', '3', '3', null, 95],
    ['粤B10001', '1, 4', '1', 1_050, null],
  ]);
  expect(Object.keys(sums)).toEqual(['duration']);
});

it('tyre alarms are filtered by tyre state, and the chart groups by it', async () => {
  const some = await server.ask(407011, { ...range(), tyreStates: '1,3' });
  expect(some.list.map(({ cells }) => cells['tyreState'])).toEqual(['3', '1']);
  expect(await server.draw(407011, range())).toMatchObject({ x: ['2', '1', '3'], series: [{ values: [2, 1, 1] }] });
  await expect(server.ask(407011, { ...range(), tyreStates: '8' })).rejects.toThrow();
});
