import { businessDay, dayKey } from '@fleetwarden/domain/business-day';
import { DAY_MS } from '@fleetwarden/domain/durations';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import { sql } from '../../platform/db/database.ts';

let server: TestServer;
let [root, east, west] = [0, 0, 0];
let tokens: Record<'boss' | 'clerk' | 'stranger', string>;
const CODES = ['20701', '619', '61901', '61902', '61903', '61904', '61910', '61911'];
const [LICENCE, QUALIFICATION, BUSINESS_LICENCE] = [11, 12, 15];

beforeAll(async () => {
  server = await startTestServer();
  root = await server.department('集团');
  east = await server.department('华东', root);
  west = await server.department('华西', root);
  await server.account('boss', root, CODES);
  await server.account('clerk', east, CODES);
  await server.account('stranger', west, CODES);
  tokens = {
    boss: await server.signIn('boss'),
    clerk: await server.signIn('clerk'),
    stranger: await server.signIn('stranger'),
  };
});
afterAll(() => server.stop());
beforeEach(async () => {
  for (const table of ['driver', 'expiry_handling', 'expiry_rule', 'notice']) await server.db.run(`delete from ${table}`);
  await server.db.run('update department set license_to = null');
});

type Who = keyof typeof tokens;
const call = async (who: Who, path: string, data: object = {}, language = 'zh') =>
  (await server.call('POST', path, data, { authorization: tokens[who], cookie: `language=${language}` })).body;
const inDays = (days: number) => dayKey(server.clock.now + days * DAY_MS, 'Asia/Shanghai');
const driver = (name: string, licence: string | null, more: { departmentId?: number; qual?: string; state?: number } = {}) =>
  server.db.run(sql`
    insert into driver (department_id, name, licence_to, qual_to, state)
    values (${more.departmentId ?? east}, ${name}, ${licence}::date, ${more.qual ?? null}::date, ${more.state ?? 1})`);
const list = async (who: Who = 'boss', data: object = {}) => (await call(who, 'expiry/listExpiry', data)).data.list;
const rule = (more: object = {}) =>
  call('boss', 'expiry/addRule', {
    values: { kind: LICENCE, deptId: String(root), leadDays: '7,30', repeatDays: 0, state: 1, ...more },
  });
const notices = async (who: Who, language = 'zh') =>
  (await call(who, 'notice/listByUserIdAndDeptId', {}, language)).data.list.map(
    (each: { noticeTitle: string; noticeContent: string }) => [each.noticeTitle, each.noticeContent],
  );

describe('the list of due items', () => {
  it('shows every kind ordered by date, with the days left', async () => {
    await driver('王芳', inDays(7), { qual: inDays(-3) });
    await driver('李静', inDays(366));
    await driver('离职', inDays(1), { state: 2 });
    await server.db.run(sql`update department set license_to = ${inDays(30)}::date where id = ${west}`);
    const rows = (await list()).map(({ object, kind, deptName, dueDate, daysLeft, state }: Record<string, unknown>) => [
      object,
      kind,
      deptName,
      dueDate,
      daysLeft,
      state,
    ]);
    expect(rows).toEqual([
      ['王芳', QUALIFICATION, '华东', inDays(-3), -3, 1],
      ['王芳', LICENCE, '华东', inDays(7), 7, 1],
      ['华西', BUSINESS_LICENCE, '华西', inDays(30), 30, 1],
    ]);
    expect((await list('clerk')).length).toBe(2);
    expect(await list('boss', { kind: LICENCE, object: '王', dueDateTo: inDays(7) })).toHaveLength(1);
    expect(await list('boss', { inDept: String(west) })).toHaveLength(1);
  });

  it('stores the handling per due date: a new date is open again', async () => {
    await driver('王芳', inDays(5));
    const [{ id }] = await list();
    const handle = { ids: [id], state: 2, note: '已通知本人' };
    expect((await call('stranger', 'expiry/handleExpiry', handle)).code).toBe('4004');
    expect((await call('clerk', 'expiry/handleExpiry', handle)).data).toEqual({ handled: 1 });
    expect((await list('boss', { state: 2 }))[0]).toMatchObject({ state: 2, note: '已通知本人', handledBy: 'clerk' });
    expect(await list('boss', { state: 1 })).toEqual([]);
    await server.db.run(sql`update driver set licence_to = ${inDays(200)}::date`);
    expect((await list())[0]).toMatchObject({ id, state: 1, note: null, daysLeft: 200 });
    await call('clerk', 'expiry/handleExpiry', { ids: [id], state: 4 });
    await call('clerk', 'expiry/handleExpiry', { ids: [id], state: 1 });
    expect((await list())[0].state).toBe(1);
  });
});

describe('rules', () => {
  it('store lead days as a short list, one rule per kind and department', async () => {
    expect((await rule({ leadDays: '7,30,7' })).code).toBe('0');
    expect((await call('boss', 'expiry/listRule')).data.list[0]).toMatchObject({ kind: LICENCE, leadDays: '30,7' });
    expect((await rule()).data.fields[0]).toMatchObject({ path: 'values.kind', message: '已存在' });
    for (const leadDays of ['', '7;30', '400', '1,2,3,4,5', '-1'])
      expect((await rule({ kind: QUALIFICATION, leadDays })).data.fields[0].path).toBe('values.leadDays');
  });
});

describe('reminders', () => {
  it('are sent once per lead time to users who see the due item, in their language', async () => {
    await driver('王芳', inDays(20));
    await driver('李静', inDays(-2), { departmentId: west });
    await driver('远期', inDays(31));
    await rule();
    expect(await server.expiry.reminders.daily()).toBe(3);
    expect(await notices('clerk')).toEqual([['到期提醒：1 项', `王芳 驾驶证：${inDays(20)} 到期，剩余 20 天`]]);
    expect(await notices('stranger', 'en')).toEqual([
      ['Due dates: 1', `李静, Driving licence: was due ${inDays(-2)}, days overdue: 2`],
    ]);
    expect((await notices('boss'))[0][0]).toBe('到期提醒：2 项');
    expect(await server.expiry.reminders.daily()).toBe(0);
    expect((await list('clerk'))[0].remindedAt).toBe(server.clock.now);
    // the list operators keep has no reminders
    await server.account('editor', root, ['618', '61801']);
    const authorization = await server.signIn('editor');
    expect((await server.call('POST', 'notice/listNotice', {}, { authorization })).body.data.list).toEqual([]);
  });

  it('are sent again when the next lead time begins, even if its day was missed', async () => {
    await driver('王芳', inDays(20));
    await rule();
    await server.expiry.reminders.daily();
    const { now } = server.clock;
    server.clock.now = now + 12 * DAY_MS;
    expect(await server.expiry.reminders.daily()).toBe(0);
    server.clock.now = now + 15 * DAY_MS;
    expect(await server.expiry.reminders.daily()).toBe(2);
    expect(await server.expiry.reminders.daily()).toBe(0);
    server.clock.now = now;
  });

  it('repeat as often as the rule says, until the item is handled', async () => {
    await driver('王芳', inDays(2));
    await rule({ repeatDays: 3 });
    await server.expiry.reminders.daily();
    const { now } = server.clock;
    server.clock.now = now + 2 * DAY_MS;
    expect(await server.expiry.reminders.daily()).toBe(0);
    server.clock.now = now + 3 * DAY_MS;
    expect(await server.expiry.reminders.daily()).toBe(2);
    server.clock.now = now;
    const [{ id }] = await list();
    await call('clerk', 'expiry/handleExpiry', { ids: [id], state: 4 });
    server.clock.now = now + 6 * DAY_MS;
    expect(await server.expiry.reminders.daily()).toBe(0);
    server.clock.now = now;
  });

  it('are sent to the accounts and roles in a rule, as far as they see the item', async () => {
    await driver('王芳', inDays(5));
    const id = (name: string) =>
      server.db.first<{ id: number; role: number }>(sql`
      select a.id, r.role_id as role from account a join account_role r on r.account_id = a.id where a.login_name = ${name}`);
    const [clerk, stranger] = [(await id('clerk'))!, (await id('stranger'))!];
    const added = await rule({ users: [String(stranger.id)], roles: [String(clerk.role)] });
    expect((await call('boss', 'expiry/getRule', { id: added.data.id })).data).toMatchObject({
      users: [String(stranger.id)],
      userNames: ['stranger'],
      roles: [String(clerk.role)],
      roleNames: ['role of clerk'],
    });
    expect(await server.expiry.reminders.daily()).toBe(1);
    expect(await notices('boss')).toEqual([]);
    expect(await notices('stranger')).toEqual([]);
    expect(await notices('clerk')).toHaveLength(1);
    const outside = { kind: QUALIFICATION, deptId: String(east), leadDays: '7', repeatDays: 0, state: 1 };
    const foreign = await call('clerk', 'expiry/addRule', { values: { ...outside, users: [String(stranger.id)] } });
    expect(foreign.data.fields).toMatchObject([{ path: 'values.users' }]);
  });

  it('start at the beginning of the day in the business time zone', async () => {
    const { now } = server.clock;
    await driver('王芳', inDays(10));
    await rule({ leadDays: '7' });
    const { startAt } = businessDay(now + 3 * DAY_MS, 'Asia/Shanghai');
    server.clock.now = startAt - 1;
    expect(await server.expiry.reminders.daily()).toBe(0);
    server.clock.now = startAt;
    expect(await server.expiry.reminders.daily()).toBe(2);
    server.clock.now = now;
  });

  it('are not sent for rules that are disabled, of other departments or of other kinds', async () => {
    await driver('王芳', inDays(5));
    await rule({ state: 0 });
    await rule({ deptId: String(west) });
    await rule({ kind: QUALIFICATION });
    expect(await server.expiry.reminders.daily()).toBe(0);
  });

  it('can be sent immediately, with or without a rule', async () => {
    await driver('王芳', inDays(100));
    const [{ id }] = await list();
    expect((await call('stranger', 'expiry/sendRemind', { ids: [id] })).code).toBe('4004');
    expect((await call('clerk', 'expiry/sendRemind', { ids: [id] })).data).toEqual({ told: 2 });
    expect(await notices('stranger')).toEqual([]);
    expect(await notices('clerk')).toHaveLength(1);
  });
});
