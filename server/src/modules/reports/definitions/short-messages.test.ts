import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inEveryOrder, type ReportFixture, shanghai, startReports } from '../../../../test/support/reports/report-facts.ts';
import { addVehicle } from '../../../../test/support/test-fleet.ts';
import { at, sql } from '../../../platform/db/database.ts';

let fixture: ReportFixture;
let car = 0;
const range = { staticDate: '2026-03-16,2026-03-17' };
const times = { timeRange: '2026-03-17 00:00:00,2026-03-17 23:59:59' };

beforeAll(async () => {
  fixture = await startReports();
  const { server, east, west } = fixture;
  car = await addVehicle(server, { plate: '粤B10001', departmentId: east, phone: '13800000001', driver: '王芳' });
  const foreign = await addVehicle(server, { plate: '川A90001', departmentId: west });
  await send(car, east, '2026-03-17 09:00', { state: 2, segments: 2, receipt: '2026-03-17 09:01' });
  await send(car, east, '2026-03-17 10:00', { state: 3, sent: false, reason: '短信余额不足' });
  await send(car, east, '2026-03-17 11:00', { state: 1 });
  await send(car, east, '2026-03-17 12:00', { state: 4, sent: false });
  await send(car, east, '2026-03-17 13:00', { state: 2, kind: 2, rule: null });
  await send(car, east, '2026-03-16 23:59', { state: 2, kind: 3, rule: null });
  await send(foreign, west, '2026-03-17 09:00', { state: 2 });
});
afterAll(() => fixture.server.stop());

type Sent = {
  readonly state: number;
  readonly segments?: number;
  readonly sent?: boolean;
  readonly receipt?: string;
  readonly reason?: string;
  readonly kind?: number;
  readonly rule?: string | null;
};
const send = (vehicleId: number, departmentId: number, time: string, sent: Sent) =>
  fixture.server.db.run(sql`
    insert into sms_message (department_id, vehicle_id, driver_name, template_name, rule_name, kind, mobile, content, params, segments,
      state, due_at, sent_at, receipt_at, fail_reason)
    values (${departmentId}, ${vehicleId}, '王芳', '报警提醒', ${sent.rule === undefined ? '超速通知' : sent.rule}, ${sent.kind ?? 1},
      '13800001234', '请减速', '{}', ${sent.segments ?? 1}, ${sent.state}, ${at(shanghai(time))},
      ${sent.sent === false ? null : at(shanghai(time))}, ${sent.receipt ? at(shanghai(sent.receipt)) : null}, ${sent.reason ?? null})`);

describe('420001, messages by company, day and rule', () => {
  const columns = ['statDate', 'deptName', 'smsRule', 'smsTotal', 'smsOk', 'smsFail', 'smsRate', 'smsBill'];
  it('counts what was sent, delivered, failed and billed', async () => {
    const rows = await fixture.cells(420001, range, columns);
    expect(rows.toSorted((a, b) => String(b).localeCompare(String(a)))).toEqual(
      [
        ['2026-03-17', '华东', '超速通知', 3, 1, 1, 33.33, 3],
        ['2026-03-17', '华东', '手动', 1, 1, 0, 100, 1],
        ['2026-03-16', '华东', '安全教育', 1, 1, 0, 100, 1],
      ].toSorted((a, b) => String(b).localeCompare(String(a))),
    );
    await inEveryOrder(fixture, 420001, range);
  });

  it('is filtered by a part of the rule name, or by the word for messages without a rule', async () => {
    expect(await fixture.cells(420001, { ...range, smsRule: '超速' }, ['smsTotal'])).toEqual([[3]]);
    for (const smsRule of ['手动', 'manual'])
      expect(await fixture.cells(420001, { ...range, smsRule }, ['smsTotal'])).toEqual([[1]]);
  });
});

describe('420002, messages with their receipts', () => {
  it('names recipient, rule, text, state and reason; numbers are masked', async () => {
    const columns = [
      'sendTime',
      'carNo',
      'receiver',
      'driverName',
      'smsRule',
      'tplName',
      'msgText',
      'smsBill',
      'msgState',
      'ackTime',
      'msgFail',
    ];
    const of = ['粤B10001', '138****1234', '王芳'] as const;
    const text = ['报警提醒', '请减速'] as const;
    expect(await fixture.cells(420002, times, columns)).toEqual([
      [shanghai('2026-03-17 13:00'), ...of, '手动', ...text, 1, 2, null, null],
      [shanghai('2026-03-17 11:00'), ...of, '超速通知', ...text, 1, 1, null, null],
      [shanghai('2026-03-17 10:00'), ...of, '超速通知', ...text, 0, 3, null, '短信余额不足'],
      [shanghai('2026-03-17 09:00'), ...of, '超速通知', ...text, 2, 2, shanghai('2026-03-17 09:01'), null],
    ]);
    await inEveryOrder(fixture, 420002, times);
  });

  it('is filtered by vehicle, number and state', async () => {
    expect(await fixture.cells(420002, { ...times, carIds: String(car), receiver: '0000' }, ['smsBill'])).toEqual([]);
    expect(await fixture.cells(420002, { ...times, receiver: '13800001234' }, ['smsBill'])).toHaveLength(4);
    expect(await fixture.cells(420002, { ...times, receiver: '1234', msgState: '3' }, ['msgState'])).toEqual([[3]]);
  });
});
