import { afterAll, beforeAll, expect, it } from 'vitest';
import { dayBefore, startTestReports, type TestReports, timeOf } from '../../../../test/support/reports/report-server.ts';
import { json, sql } from '../../../platform/db/database.ts';

let server: TestReports;
let day = '';
const range = () => ({ timeRange: `${day} 00:00:00,${day} 23:59:59` });
const ms = (clock: string) => timeOf(day, clock).getTime();
const [DONE, FAILED, SENT] = [6, 3, 1] as const;

beforeAll(async () => {
  server = await startTestReports();
  const [own, branch, foreign] = server.cars;
  day = dayBefore(server.clock.now, 1);
  const add = (vehicle: number, clock: string, command: number, values: object = {}, params: object = {}) =>
    server.add('command', {
      vehicle_id: vehicle,
      cmd_code: '8700',
      message_id: 0x8700,
      params: json({ command, ...params }),
      resends: 0,
      limit_ms: 10_000,
      state: DONE,
      created_at: timeOf(day, clock),
      expire_at: timeOf(day, '23:59:59'),
      answered_at: timeOf(day, clock),
      ...values,
    });
  const said = (of: object) => ({ result_data: json({ command: 0, block: '557a', said: of }) });
  const driver = (await server.db.first<{ driver_id: number }>(sql`select driver_id from vehicle where id = ${own}`))!.driver_id;
  await server.db.run(sql`update driver set qual_no = '4401001' where id = ${driver}`);
  await server.add('driver_duty', {
    vehicle_id: own,
    driver_id: driver,
    start_at: timeOf(day, '07:30:00'),
    end_at: timeOf(day, '09:30:00'),
    source: 1,
  });
  // a driver with an unknown card
  await server.add('driver_duty', { vehicle_id: own, driver_id: null, start_at: timeOf(day, '12:30:00'), source: 1 });
  await add(own, '09:00:00', 0x00, said({ standard: 2012, revision: 1 }));
  await add(own, '10:00:00', 0x08, said({ blocks: 2, from: ms('08:00:00'), to: ms('08:01:00'), maxKmh: 87 }), {
    start: ms('07:00:00'),
    end: ms('08:30:00'),
  });
  await add(branch, '11:00:00', 0x03, said({ clockAt: ms('11:00:00'), installedAt: null, odometerKm: 12_345.6 }));
  // of a vendor's unknown type
  await add(
    branch,
    '12:00:00',
    0x15,
    { result_data: json({ command: 21, block: '00' }) },
    { start: ms('01:00:00'), end: ms('02:00:00') },
  );
  await add(own, '13:00:00', 0x05, { state: FAILED, result_code: 3 });
  await add(own, '14:00:00', 0x02, { state: SENT, answered_at: null, sent_at: timeOf(day, '14:00:01') });
  await add(foreign, '09:00:00', 0x00, said({ standard: 2012, revision: 0 }));
  await add(own, '15:00:00', 0x00, { cmd_code: '8104', message_id: 0x8104 });
}, 120_000);
afterAll(() => server.stop());

it('recorder data are listed with their time, and as text if they could be decoded', async () => {
  const { list } = await server.ask(405017, range());
  const columns = ['carNo', 'recCmd', 'startTime', 'endTime', 'driverCert', 'maxSpeed', 'recText', 'cmdResult'];
  expect(list.map(({ cells }) => columns.map((key) => cells[key]))).toEqual([
    ['粤B10001', '02H', ms('14:00:01'), null, null, null, null, 8],
    ['粤B10001', '05H', ms('13:00:00'), null, null, null, null, 3],
    ['粤B10002', '03H', ms('11:00:00'), null, null, null, `${day} 11:00:00, 累计里程 12345.6 km`, 0],
    ['粤B10001', '00H', ms('09:00:00'), null, '4401001', null, 'GB/T 19056-2012 (1)', 0],
    [
      '粤B10001',
      '08H',
      ms('08:00:00'),
      ms('08:01:00'),
      '4401001',
      87,
      `2 × (${day} 08:00:00 ~ ${day} 08:01:00), 最高速度 87 km/h`,
      0,
    ],
    ['粤B10002', '15H', ms('01:00:00'), ms('02:00:00'), null, null, null, 0],
  ]);
});

it('recorder data are filtered by command', async () => {
  const { list } = await server.ask(405017, { ...range(), recCmd: '08H' });
  expect(list.map(({ cells }) => cells['recCmd'])).toEqual(['08H']);
  await expect(server.ask(405017, { ...range(), recCmd: '99H' })).rejects.toThrow();
});
