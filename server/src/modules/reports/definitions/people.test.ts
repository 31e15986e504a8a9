import { DAY_MS } from '@fleetwarden/domain/durations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addAlarm } from '../../../../test/support/alarms.ts';
import { inEveryOrder, type ReportFixture, shanghai, startReports } from '../../../../test/support/reports/report-facts.ts';
import { addVehicle } from '../../../../test/support/test-fleet.ts';
import { at, json, sql } from '../../../platform/db/database.ts';

let fixture: ReportFixture;
let [mate, stranger, car] = [0, 0, 0];
const HOUR_S = 3_600;

beforeAll(async () => {
  fixture = await startReports();
  const { server, east, west } = fixture;
  mate = await server.account('mate', east);
  stranger = await server.account('stranger', west);
  car = await addVehicle(server, { plate: '粤B10001', departmentId: east });
});
afterAll(() => fixture.server.stop());

const driver = async (name: string, departmentId: number, expires: string | null, state = 1): Promise<number> =>
  (await fixture.server.db.first<{ id: number }>(sql`
    insert into driver (department_id, name, phone, qual_no, licence_class, qual_to, state)
    values (${departmentId}, ${name}, '13912345678', 'Q1', 'A1', ${expires}::date, ${state}) returning id`))!.id;

let sessions = 0;
/** A session; without an end it is open, or was left when it was last seen. */
const session = (accountId: number, from: number, seen: number, end: { at: number; reason: string } | null) =>
  fixture.server.db.run(sql`
    insert into session (prefix, secret_hash, account_id, created_at, seen_at, expires_at, ended_at, end_reason, peer_ip)
    values (${`s${++sessions}`}, '', ${accountId}, ${at(from)}, ${at(seen)}, ${at(seen + DAY_MS)}, ${at(end?.at ?? null)},
      ${end?.reason ?? null}, '10.0.0.8')`);
const login = (name: string, accountId: number, time: number, ok = true, peerIp = '10.0.0.8') =>
  fixture.server.db.run(sql`
    insert into login_log (at, login_name, account_id, ok, reason, peer_ip)
    values (${at(time)}, ${name}, ${accountId}, ${ok}, ${ok ? null : 'badCredentials'}, ${peerIp})`);

describe('401017, drivers', () => {
  it('lists drivers who have not left, with the remaining days of the certificate', async () => {
    const wang = await driver('王芳', fixture.east, '2026-03-28');
    await driver('李静', fixture.east, '2026-03-01');
    await driver('赵敏', fixture.east, null);
    await driver('周强', fixture.east, '2026-04-18');
    await driver('离职', fixture.east, '2026-03-28', 2);
    const foreign = await driver('外人', fixture.west, '2026-03-28');
    await fixture.server.db.run(sql`update vehicle set driver_id = ${wang} where id = ${car}`);
    const columns = ['driverName', 'driverMobile', 'driverCert', 'licType', 'certExpiry', 'leftDays', 'expState', 'carNo'];
    const rest = ['139****5678', 'Q1', 'A1'];
    const rows = [
      ['周强', ...rest, '2026-04-18', 31, 'normal', null],
      ['李静', ...rest, '2026-03-01', -17, 'expired', null],
      ['王芳', ...rest, '2026-03-28', 10, 'due', '粤B10001'],
      ['赵敏', ...rest, null, null, null, null],
    ];
    expect((await fixture.cells(401017, {}, columns)).sort()).toEqual([...rows].sort());
    expect(await fixture.cells(401017, { expState: 'due' }, ['driverName'])).toEqual([['王芳']]);
    expect(await fixture.cells(401017, { driverIds: `${wang},${foreign}` }, ['driverName'])).toEqual([['王芳']]);
    await inEveryOrder(fixture, 401017, {});
  });
});

describe('401021, logins', () => {
  const range = { timeRange: '2026-03-17 00:00:00,2026-03-17 23:59:59' };

  it('lists each login with its duration of use, and failed logins', async () => {
    const [nine, ten] = [shanghai('2026-03-17 09:00'), shanghai('2026-03-17 10:00')];
    await login('clerk', fixture.clerk, nine + 100);
    await session(fixture.clerk, nine, nine + 1_800_000, { at: nine + 2_700_000, reason: 'logout' });
    await login('clerk', fixture.clerk, ten, false, '10.9.9.9');
    await login('mate', mate, ten + 100);
    // it ran out long after it was used
    await session(mate, ten, ten + 600_000, { at: ten + 8_000_000, reason: 'expired' });
    await login('stranger', stranger, nine);
    await login('clerk', fixture.clerk, shanghai('2026-03-16 23:59'));
    const columns = ['loginName', 'roleName', 'clientType', 'logIp', 'loginTime', 'logoutTime', 'sessSec', 'opResult'];
    expect(await fixture.cells(401021, {}, columns)).toEqual([
      ['mate', 'role of mate', 4, '10.0.0.8', ten + 100, ten + 8_000_000, 600, 1],
      ['clerk', 'role of clerk', 4, '10.9.9.9', ten, null, null, 0],
      ['clerk', 'role of clerk', 4, '10.0.0.8', nine + 100, nine + 2_700_000, 2_700, 1],
    ]);
    expect((await fixture.page(401021, range)).sums).toEqual({ sessSec: 3_300 });
    expect(await fixture.cells(401021, { ...range, logIp: '9.9' }, ['opResult'])).toEqual([[0]]);
    expect(await fixture.cells(401021, { ...range, userIds: String(mate) }, ['loginName'])).toEqual([['mate']]);
    expect(await fixture.cells(401021, { ...range, userIds: String(stranger) }, ['loginName'])).toEqual([]);
    await inEveryOrder(fixture, 401021, range);
  });
});

describe('401022, online time of users', () => {
  const range = { staticDate: '2026-03-13,2026-03-14' };

  it('counts overlapping sessions once, and splits sessions at midnight', async () => {
    const { clerk } = fixture;
    const time = (text: string) => shanghai(`2026-03-${text}`);
    await session(clerk, time('13 22:00'), time('14 01:59'), { at: time('14 02:00'), reason: 'logout' });
    await session(clerk, time('14 01:00'), time('14 03:00'), null);
    await session(clerk, time('14 09:00'), time('14 09:10'), { at: time('14 12:00'), reason: 'expired' });
    await session(stranger, time('14 09:00'), time('14 10:00'), null);
    await decided(clerk, time('14 09:05'));
    await decided(clerk, time('12 09:05'));
    await decided(mate, time('13 09:05'), true);
    await answered(mate, time('13 18:00'));
    await answered(stranger, time('13 18:00'));
    const columns = ['statDate', 'loginName', 'sessCount', 'sessSec', 'handledCount', 'chkCount'];
    expect(await fixture.cells(401022, range, columns)).toEqual([
      ['2026-03-14', 'clerk', 2, 3 * HOUR_S + 600, 1, 0],
      ['2026-03-13', 'clerk', 1, 2 * HOUR_S, 0, 0],
      ['2026-03-13', 'mate', 0, 0, 0, 1],
    ]);
    const { list, sums } = await fixture.page(401022, { ...range, userIds: String(clerk) });
    expect(sums).toEqual({ sessCount: 3, sessSec: 5 * HOUR_S + 600, handledCount: 1, chkCount: 0 });
    expect(await fixture.chart(401022, range)).toEqual({ x: ['clerk', 'mate'], values: [5 * HOUR_S + 600, 0] });
    expect(fixture.drill(401022, range, list[0]!, 'sessCount')).toEqual({
      401021: { userIds: String(clerk), timeRange: '2026-03-14 00:00:00,2026-03-14 23:59:59' },
    });
    await inEveryOrder(fixture, 401022, range);
  });

  const decided = async (accountId: number, time: number, automatic = false) => {
    const gid = await addAlarm(fixture.server.db, { vehicleId: car, startAt: time - 60_000 });
    await fixture.server.db.run(sql`
      update alarm_case set state = 2, deal_type = 5, dealt_by = ${accountId}, dealt_at = ${at(time)}, automatic = ${automatic}
      where gid = ${gid}`);
  };
  let superior: number | undefined;
  let serial = 0;
  const answered = async (accountId: number, time: number) => {
    const { db } = fixture.server;
    superior ??= (await db.first<{ id: number }>(sql`
      insert into superior_platform (department_id, name, standard, ip, port, user_id, password, access_code, local_ip, local_port, m1, ia1, ic1)
      values (${fixture.east}, '省平台', 1, '10.1.1.1', 8000, '1', 'x', '1', '0.0.0.0', 8001, '1', '1', '1') returning id`))!.id;
    await db.run(sql`
      insert into post_check (superior_id, serial, info_id, object_type, object_id, question, received_at, deadline_at, reply, replied_by, replied_at)
      values (${superior}, ${++serial}, ${serial}, 1, '1', '?', ${at(time - 60_000)}, ${at(time + 60_000)}, '!', ${accountId}, ${at(time)})`);
  };
});

describe('401023, user operations', () => {
  const range = { timeRange: '2026-03-17 00:00:00,2026-03-17 23:59:59' };
  const did = (
    time: string,
    departmentId: number,
    area: string,
    action: string,
    more: { object?: string; before?: object; after?: object; result?: string },
  ) =>
    fixture.server.db.run(sql`
      insert into audit_log (at, account_id, account, department_id, peer_ip, area, action, object, before, after, result)
      values (${at(shanghai(`2026-03-17 ${time}`))}, ${mate}, 'mate', ${departmentId}, '10.0.0.8', ${area}, ${action},
        ${more.object ?? null}, ${more.before ? json(more.before) : null}::jsonb, ${more.after ? json(more.after) : null}::jsonb,
        ${more.result ?? '0'})`);

  it('names module, action and changes in the language of the reader', async () => {
    await did('09:00', fixture.east, 'driver', 'editDriver', {
      object: '王芳',
      before: { driverName: '王方', phone: '1' },
      after: { driverName: '王芳', phone: '1' },
    });
    await did('10:00', fixture.east, 'commands', 'sendCommand', {
      object: '粤B10001',
      after: { cmdCode: '8300' },
      result: '4020',
    });
    await did('11:00', fixture.west, 'driver', 'addDriver', { object: '外人' });
    const columns = ['userName', 'opModule', 'opAction', 'opObject', 'opDetail', 'opResult'];
    expect(await fixture.cells(401023, range, columns)).toEqual([
      ['mate', '终端指令', '下发指令', '粤B10001', 'cmdCode: 8300', 0],
      [
        'mate',
        expect.stringContaining('驾驶员'),
        expect.stringMatching(/修改|编辑/),
        '王芳',
        expect.stringMatching(/王方 → 王芳$/),
        1,
      ],
    ]);
    const [[, module, action]] = (await fixture.cells(401023, { ...range, opObject: '王' }, columns, 'en')) as [string[]];
    expect(`${module} ${action}`).toMatch(/^[A-Za-z ]+$/);
    expect(await fixture.cells(401023, { ...range, opModule: '指令' }, ['opObject'])).toEqual([['粤B10001']]);
    // by its name in any language
    expect(await fixture.cells(401023, { ...range, opModule: 'Command' }, ['opObject'])).toEqual([['粤B10001']]);
    expect(await fixture.cells(401023, { ...range, opModule: 'nothing of the kind' }, ['opObject'])).toEqual([]);
    await inEveryOrder(fixture, 401023, range);
  });
});
