import { MINUTE_MS } from '@fleetwarden/domain/durations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inEveryOrder, type ReportFixture, shanghai, startReports } from '../../../../test/support/reports/report-facts.ts';
import { addVehicle } from '../../../../test/support/test-fleet.ts';
import { at, json, sql } from '../../../platform/db/database.ts';

let fixture: ReportFixture;
let car = 0;
const range = { timeRange: '2026-03-17 00:00:00,2026-03-17 23:59:59' };
const TEXT = { channels: [4, 8], text: '请减速' };
const NINE = shanghai('2026-03-17 09:00');

type Sent = {
  readonly state: number;
  readonly code?: number;
  readonly params?: object;
  readonly cmd?: string;
  readonly by?: number | null;
};
/** A command in each minute from nine on; sent a second later, and answered after another two and a half. */
const SENT: readonly Sent[] = [
  { state: 0, params: TEXT },
  { state: 1, params: TEXT },
  { state: 2, code: 0, params: TEXT },
  { state: 3, code: 4020, params: { channels: [16], text: '停车' } },
  { state: 3, code: 2, cmd: '8202', params: { interval: 10, validMinutes: 5 } },
  { state: 3, code: 4023, cmd: '8202', params: {} },
  { state: 3, code: 5000, cmd: '8202', params: {} },
  { state: 4, params: TEXT },
  { state: 5, params: TEXT },
  { state: 6, code: 0, cmd: '8201', params: {}, by: null },
];

beforeAll(async () => {
  fixture = await startReports();
  const { server, east, west } = fixture;
  car = await addVehicle(server, { plate: '粤B10001', departmentId: east, phone: '13800000001', driver: '王芳' });
  const foreign = await addVehicle(server, { plate: '川A90001', departmentId: west });
  for (const [index, sent] of SENT.entries()) await send(car, NINE + index * MINUTE_MS, sent);
  await send(foreign, NINE, { state: 2, params: TEXT });
  await send(car, shanghai('2026-03-16 23:59:59'), { state: 2, params: TEXT });
});
afterAll(() => fixture.server.stop());

const send = (vehicleId: number, time: number, { state, code, params = {}, cmd = '8300', by = fixture.clerk }: Sent) =>
  fixture.server.db.run(sql`
    insert into command (vehicle_id, account_id, cmd_code, message_id, params, resends, limit_ms, state, result_code, created_at, sent_at,
      answered_at, expire_at)
    values (${vehicleId}, ${by}, ${cmd}, ${Number.parseInt(cmd, 16)}, ${json(params)}::jsonb, 0, 20000, ${state}, ${code ?? null}, ${at(time)},
      ${state === 0 ? null : at(time + 1_000)}, ${state < 2 ? null : at(time + 3_500)}, ${at(time + MINUTE_MS)})`);

describe('401024, commands', () => {
  it('shows the result of each', async () => {
    expect((await fixture.cells(401024, range, ['cmdResult'])).flat().reverse()).toEqual([6, 8, 0, 5, 2, 3, 1, 4, 7, 0]);
    expect((await fixture.chart(401024, range)).values.reduce((sum, value) => sum! + value!, 0)).toBe(SENT.length);
    const columns = ['sendTime', 'terminalNo', 'cmdName', 'cmdCode', 'cmdParam', 'userName', 'ackTime', 'ackSec'];
    expect(await fixture.cells(401024, { ...range, cmdResults: '2,6' }, columns)).toEqual([
      [
        NINE + 4 * MINUTE_MS + 1_000,
        '13800000001',
        '临时位置跟踪',
        '0x8202',
        '间隔: 10; 有效期: 5',
        'clerk',
        NINE + 4 * MINUTE_MS + 3_500,
        2.5,
      ],
      [NINE, '13800000001', '文本信息下发', '0x8300', '文本内容: 请减速; 下发方式: [4,8]', 'clerk', null, null],
    ]);
  });

  it('is filtered by its name in any language, and by its sender', async () => {
    for (const cmdName of ['点名', 'query position'])
      expect(await fixture.cells(401024, { ...range, cmdName }, ['cmdName', 'userName'])).toEqual([['位置查询（点名）', null]]);
    expect(await fixture.cells(401024, { ...range, userIds: String(fixture.clerk) }, ['carNo'])).toHaveLength(SENT.length - 1);
    await inEveryOrder(fixture, 401024, range);
  });

  it('hides secrets in parameters', async () => {
    const time = shanghai('2026-03-15 09:00');
    await send(car, time, {
      state: 2,
      cmd: '8105',
      params: { authCode: 'secret', sealedPassword: 'secret', server: '10.1.1.1' },
    });
    const day = { timeRange: '2026-03-15 00:00:00,2026-03-15 23:59:59' };
    expect(await fixture.cells(401024, day, ['cmdParam'])).toEqual([['server: 10.1.1.1']]);
  });
});

describe('401025, texts', () => {
  const columns = ['carNo', 'driverName', 'msgForm', 'msgText', 'msgState', 'msgFail'];
  const [display, failed] = ['终端显示, TTS语音', 'LED广告屏'];

  it('shows the display form and delivery result of each', async () => {
    const first = ['粤B10001', '王芳', display, '请减速'];
    expect(await fixture.cells(401025, range, columns)).toEqual([
      [...first, 3, '已取消'],
      [...first, 3, '超时未应答'],
      ['粤B10001', '王芳', failed, '停车', 3, '终端离线'],
      [...first, 2, null],
      [...first, 1, null],
      [...first, 0, null],
    ]);
    expect(await fixture.cells(401025, { ...range, msgForms: '16' }, ['msgText'])).toEqual([['停车']]);
    expect(await fixture.cells(401025, { ...range, msgState: '2' }, ['msgText'])).toEqual([['请减速']]);
    await inEveryOrder(fixture, 401025, range);
  });

  it('names the alarm scheme or the user that sent each', async () => {
    const time = shanghai('2026-03-14 09:00');
    await send(car, time, { state: 2, params: TEXT });
    await send(car, time + 1_000, { state: 2, params: TEXT, by: null });
    await fixture.server.db.run(sql`
      with scheme as (
        insert into warn_scheme (department_id, kind, name, time_zone, weekdays, params, level)
        values (${fixture.east}, '130105', '超速播报', 'Asia/Shanghai', '{1}', '{}', 2) returning id)
      insert into warn_effect (scheme_id, vehicle_id, subject, at, command_id)
      select s.id, ${car}, 'alarm.1', ${at(time)}, c.id from scheme s, command c where c.created_at = ${at(time + 1_000)}`);
    const day = { timeRange: '2026-03-14 00:00:00,2026-03-14 23:59:59' };
    expect((await fixture.cells(401025, day, ['smsRule'])).flat()).toEqual(['超速播报', '手动']);
    await inEveryOrder(fixture, 401025, day);
  });
});
