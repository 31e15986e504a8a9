import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { alarm, dayBefore, startTestReports, type TestReports, timeOf } from '../../../../test/support/reports/report-server.ts';

let server: TestReports;
let day = '';
let [own, branch, foreign, colleague] = [0, 0, 0, 0];
const onDay = () => ({ staticDate: `${day},${day}` });
const ms = (clock: string) => timeOf(day, clock).getTime();

/** An alarm of a vehicle, and what became of it. */
async function addAlarm(
  vehicle: number,
  clock: string,
  state: number,
  dealt: { by: number; at: string } | null = null,
  type = 1,
) {
  const row = alarm(vehicle, timeOf(day, clock), type);
  await server.add('alarm', row);
  await server.add('alarm_case', {
    gid: row['gid'],
    vehicle_id: vehicle,
    type_id: type,
    level: 1,
    start_at: row['start_at'],
    state,
    ...(dealt ? { dealt_by: dealt.by, dealt_at: timeOf(day, dealt.at) } : {}),
  });
}

beforeAll(async () => {
  server = await startTestReports();
  [own, branch, foreign] = server.cars;
  day = dayBefore(server.clock.now, 2);
  colleague = await server.account('colleague', server.company);
  const stranger = await server.account('stranger', server.foreign);
  const shift = (account_id: number, from: string, to: string | null, more: object = {}) =>
    server.add('duty_shift', {
      account_id,
      started_at: timeOf(day, from),
      ended_at: to === null ? null : timeOf(day, to),
      ...more,
    });
  await shift(server.boss, '06:00:00', '09:00:00', {
    note: '钥匙在抽屉',
    handed_to: colleague,
    shift: '早班',
    confirmed_at: timeOf(day, '09:05:00'),
  });
  await shift(server.boss, '18:00:00', '22:00:00', { shift: '晚班' });
  await shift(colleague, '09:00:00', '18:00:00');
  await shift(stranger, '06:00:00', '22:00:00');
  const boss = { by: server.boss };
  await addAlarm(own, '07:00:00', 2, { ...boss, at: '07:10:00' });
  await addAlarm(branch, '08:00:00', 0);
  await addAlarm(branch, '08:30:00', 1);
  // device alarms need no handling
  await addAlarm(own, '08:40:00', 0, null, 4);
  await addAlarm(foreign, '07:00:00', 0);
  await addAlarm(own, '12:00:00', 3, { by: colleague, at: '17:59:59' });
  await addAlarm(own, '19:00:00', 2, { ...boss, at: '19:30:00' });
  for (const [vehicle, from, to] of [
    [own, '05:00:00', '06:30:00'],
    [own, '07:00:00', '07:30:00'],
    [branch, '08:59:59', '20:00:00'],
    [foreign, '06:00:00', '20:00:00'],
  ] as const)
    await server.add('online_session', {
      vehicle_id: vehicle,
      login_at: timeOf(day, from),
      last_msg_at: timeOf(day, to),
      logout_at: timeOf(day, to),
      peer_ip: '10.0.0.9',
      transport: 'tcp',
      protocol_version: 2019,
      end_reason: 'closed',
    });
}, 120_000);
afterAll(() => server.stop());

describe('the register of shifts', () => {
  it('shows the events of each shift, latest first', async () => {
    const { list, sums } = await server.ask(408004, onDay());
    const columns = ['dutyUser', 'dutyStart', 'dutyEnd', 'onlineCount', 'alarmCount', 'handledCount', 'unhandledCount'];
    expect(list.map(({ cells }) => columns.map((key) => cells[key]))).toEqual([
      ['boss', ms('18:00:00'), ms('22:00:00'), 1, 1, 1, 0],
      ['colleague', ms('09:00:00'), ms('18:00:00'), 1, 1, 1, 0],
      ['boss', ms('06:00:00'), ms('09:00:00'), 2, 4, 1, 2],
    ]);
    expect(list.at(-1)!.cells).toMatchObject({ statDate: day, deptName: '集团', handItems: '钥匙在抽屉', nextUser: 'colleague' });
    expect(list.map(({ cells }) => [cells['shiftName'], cells['handConfirm']])).toEqual([
      ['晚班', null],
      [null, null],
      ['早班', ms('09:05:00')],
    ]);
    expect(Object.keys(list[0]!.cells)).not.toContain('dutyOnline');
    expect(sums).toEqual({ alarmCount: 6, handledCount: 3 });
    const there = (await server.follow(408004, list.at(-1)!, 'alarmCount', onDay()))[404001]!;
    expect(there['timeRange']).toBe(`${day} 06:00:00,${day} 08:59:59`);
    const mine = await server.ask(408004, { ...onDay(), userIds: String(colleague) });
    expect(mine.list.map(({ cells }) => cells['dutyUser'])).toEqual(['colleague']);
  });
});

describe('monitoring staff of a day', () => {
  beforeAll(async () => {
    const platform = (name: string, departmentId: number, port: number) =>
      server.add('superior_platform', {
        department_id: departmentId,
        name,
        standard: 0,
        ip: '10.0.0.1',
        port: 9000,
        user_id: '1',
        password: '',
        access_code: '1',
        local_ip: '10.0.0.2',
        local_port: port,
        m1: '',
        ia1: '',
        ic1: '',
      });
    const [superior, elsewhere] = [await platform('省平台', server.company, 9001), await platform('别家', server.foreign, 9002)];
    const check = (superior_id: number | undefined, serial: number, repliedBy: number | null, at: string) =>
      server.add('post_check', {
        superior_id,
        serial,
        info_id: serial,
        object_type: 2,
        object_id: '4401',
        question: '在吗',
        reply: '在',
        received_at: timeOf(day, '10:00:00'),
        deadline_at: timeOf(day, '10:10:00'),
        replied_by: repliedBy,
        replied_at: repliedBy === null ? null : timeOf(day, at),
      });
    await check(superior, 1, colleague, '10:05:00');
    await check(superior, 2, colleague, '10:20:00');
    await check(superior, 3, null, '');
    await check(elsewhere, 4, colleague, '10:05:00');
    const traffic = (superior_id: number | undefined, message: number, messages: number, down = false) =>
      server.add('link_traffic', { superior_id, hour: timeOf(day, '10:00:00'), down, message_id: message, messages, bytes: 1 });
    await traffic(superior, 0x1403, 5);
    await traffic(superior, 0x1402, 7);
    await traffic(elsewhere, 0x1403, 9);
    await server.add('dept_day', {
      department_id: server.company,
      day,
      vehicle_total: 201,
      joined: 201,
      exempt: 0,
      new_count: 0,
      left_count: 0,
    });
    for (const [from, to] of [
      ['07:00:00', '08:00:00'],
      ['17:00:00', '19:00:00'],
    ] as const)
      await server.add('session', {
        prefix: `watch ${from}`,
        secret_hash: Buffer.from(from),
        account_id: server.boss,
        created_at: timeOf(day, from),
        seen_at: timeOf(day, to),
        ended_at: timeOf(day, to),
        expires_at: timeOf(day, '23:00:00'),
      });
  });

  it('are listed with their work, and uploads of their company are counted once', async () => {
    const { list, sums } = await server.ask(408011, onDay());
    expect(list.map(({ cells }) => cells)).toEqual([
      {
        statDate: day,
        deptName: '集团',
        staffCount: 2,
        staffNeed: 3,
        userName: 'boss',
        shiftName: '早班, 晚班',
        dutyStart: ms('06:00:00'),
        dutyEnd: ms('22:00:00'),
        dutyOnline: 7_200,
        handledCount: 2,
        chkCount: 0,
        chkOk: 0,
        fwdDeal: 5,
      },
      {
        statDate: day,
        deptName: '集团',
        staffCount: 2,
        staffNeed: 3,
        userName: 'colleague',
        shiftName: null,
        dutyStart: ms('09:00:00'),
        dutyEnd: ms('18:00:00'),
        dutyOnline: 0,
        handledCount: 1,
        chkCount: 2,
        chkOk: 1,
        fwdDeal: null,
      },
    ]);
    expect(sums).toEqual({ handledCount: 3, chkCount: 2, chkOk: 1, fwdDeal: 5 });
    const [mine] = (await server.ask(408011, { ...onDay(), userIds: String(colleague) })).list;
    expect(mine!.cells).toMatchObject({ userName: 'colleague', fwdDeal: 5 });
    const there = (await server.follow(408011, list[0]!, 'handledCount', onDay()))[404007]!;
    expect((await server.ask(404007, there)).total).toBe(2);
  });
});
