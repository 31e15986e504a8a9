import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import { sql } from '../../platform/db/database.ts';

let server: TestServer;
let [company, branch, other] = [0, 0, 0];
let tokens: Record<'boss' | 'clerk' | 'stranger', string>;
const CODES = ['20701', '618', '61801', '61802', '61803', '61804', '61810', '61811', '61812'];

beforeAll(async () => {
  server = await startTestServer();
  const root = await server.department('集团');
  company = await server.department('甲公司', root);
  branch = await server.department('甲一队', company);
  other = await server.department('乙公司', root);
  await server.account('boss', company, CODES);
  await server.account('clerk', branch, ['20701']);
  await server.account('deaf', branch, ['2']);
  await server.account('stranger', other, CODES);
  tokens = {
    boss: await server.signIn('boss'),
    clerk: await server.signIn('clerk'),
    stranger: await server.signIn('stranger'),
  };
});
afterAll(() => server.stop());
beforeEach(() => server.db.run('delete from notice'));

type Who = keyof typeof tokens;
const call = async (who: Who, path: string, data: object = {}) =>
  (await server.call('POST', path, data, { authorization: tokens[who], cookie: 'language=zh' })).body;
const values = (more: object = {}) => ({
  noticeTitle: '停运通知',
  deptId: String(company),
  scope: 1,
  kind: 1,
  level: 2,
  noticeContent: '第一行\n<b>第二行</b>',
  ...more,
});
const add = async (more: object = {}): Promise<string> =>
  (await call('boss', 'notice/addNotice', { values: values(more) })).data.id;
const get = async (id: string) => (await call('boss', 'notice/getNotice', { id })).data;
const seen = async (who: Who = 'clerk') =>
  (await call(who, 'notice/listByUserIdAndDeptId')).data.list.map((each: { noticeTitle: string }) => each.noticeTitle);
const publish = (...ids: string[]) => call('boss', 'notice/publishNotice', { ids });

describe('records of notices', () => {
  it('are visible to readers only while they are published', async () => {
    const id = await add();
    expect(await get(id)).toMatchObject({ state: 1, publishedAt: null, deptName: '甲公司' });
    expect(await seen()).toEqual([]);
    expect((await publish(id)).data).toEqual({ published: 1 });
    expect(await get(id)).toMatchObject({ state: 2, publishedAt: server.clock.now });
    expect(await seen()).toEqual(['停运通知']);
    expect(await seen('stranger')).toEqual([]);
    expect((await call('boss', 'notice/revokeNotice', { ids: [id] })).data).toEqual({ revoked: 1 });
    expect(await seen()).toEqual([]);
    expect((await get(id)).state).toBe(3);
  });

  it('can be changed only while they are not published', async () => {
    const id = await add();
    await publish(id);
    const { version } = await get(id);
    const refused = await call('boss', 'notice/editNotice', { id, version, values: values({ noticeTitle: '改' }) });
    expect(refused.data.fields).toEqual([{ path: 'values.noticeTitle', message: '已发布的公告请先撤回' }]);
    expect((await publish(id)).data.fields[0].message).toBe('已发布的公告请先撤回');
    await call('boss', 'notice/revokeNotice', { ids: [id] });
    expect((await call('boss', 'notice/revokeNotice', { ids: [id] })).code).toBe('4001');
    const edit = { id, version: (await get(id)).version, values: values({ noticeTitle: '改' }) };
    expect((await call('boss', 'notice/editNotice', edit)).code).toBe('0');
    await publish(id);
    expect(await seen()).toEqual(['改']);
  });

  it('are unread again when they are republished', async () => {
    const id = await add();
    await publish(id);
    await server.call('GET', 'notice/read', { noticeId: id }, { authorization: tokens.clerk });
    await call('boss', 'notice/revokeNotice', { ids: [id] });
    await publish(id);
    expect((await call('clerk', 'notice/listByUserIdAndDeptId')).data.list[0].readStatus).toBe(0);
  });

  it('are not published if they would already be expired', async () => {
    const id = await add({ expireAt: server.clock.now - 1 });
    expect((await publish(id)).data.fields).toEqual([{ path: 'ids', message: '失效时间已过，请先修改' }]);
    const { code, data } = await call('boss', 'notice/addNotice', { values: values({ publishAt: 2_000, expireAt: 1_000 }) });
    expect([code, data.fields[0].path]).toEqual(['4001', 'values.expireAt']);
  });

  it('outside the scope can be neither seen nor published', async () => {
    const id = await add();
    for (const path of ['notice/publishNotice', 'notice/revokeNotice', 'notice/delNotice'])
      expect((await call('stranger', path, { ids: [id] })).code).toBe('4004');
    expect((await call('stranger', 'notice/listReadState', { noticeId: id })).code).toBe('4004');
    expect((await call('stranger', 'notice/listNotice')).data.list).toEqual([]);
    expect((await call('clerk', 'notice/publishNotice', { ids: [id] })).code).toBe('4003');
  });

  it('reach their target users in the department: some departments, roles or people', async () => {
    const idOf = async (table: 'account' | 'role', name: string) =>
      (await server.db.first<{ id: number }>(
        table === 'account'
          ? sql`select id from account where login_name = ${name}`
          : sql`select id from role where name = ${`role of ${name}`}`,
      ))!.id;
    const of = async (who: Who, more: object) => {
      const { data } = await call('boss', 'notice/addNotice', { values: values(more) });
      await publish(data.id);
      const titles = await seen(who);
      const reached = (await call('boss', 'notice/listReadState', { noticeId: data.id })).data.reached;
      const read = (await server.call('GET', 'notice/read', { noticeId: data.id }, { authorization: tokens[who] })).body.code;
      await server.db.run('delete from notice');
      return [titles.length, reached, read];
    };
    const branchOnly = { scope: 2, departments: [String(branch)] };
    expect(await of('clerk', branchOnly)).toEqual([1, 1, '0']);
    expect(await of('boss', branchOnly)).toEqual([0, 1, '4004']);
    expect(await of('clerk', { scope: 2, departments: [String(company)] })).toEqual([1, 2, '0']);
    const byRole = { scope: 3, roles: [String(await idOf('role', 'boss'))] };
    expect(await of('boss', byRole)).toEqual([1, 1, '0']);
    expect(await of('clerk', byRole)).toEqual([0, 1, '4004']);
    const byName = { scope: 4, users: [String(await idOf('account', 'clerk'))] };
    expect(await of('clerk', byName)).toEqual([1, 1, '0']);
    expect(await of('boss', byName)).toEqual([0, 1, '4004']);
  });

  it.each([
    [2, 'departments'],
    [3, 'roles'],
    [4, 'users'],
  ])('of scope %i require %s', async (scope, field) => {
    const { code, data } = await call('boss', 'notice/addNotice', { values: values({ scope }) });
    expect([code, data.fields[0].path]).toEqual(['4001', `values.${field}`]);
  });

  it('show which of their target users have read them', async () => {
    const id = await add();
    await publish(id);
    const state = async (read?: boolean) => (await call('boss', 'notice/listReadState', { noticeId: id, read })).data;
    expect(await state()).toMatchObject({ readers: 0, reached: 2 });
    await server.call('GET', 'notice/read', { noticeId: id }, { authorization: tokens.clerk });
    expect(await state(true)).toMatchObject({
      readers: 1,
      reached: 2,
      list: [{ userName: 'clerk', deptName: '甲一队', readAt: server.clock.now }],
    });
    expect((await state(false)).list.map(({ userName }: { userName: string }) => userName)).toEqual(['boss']);
    expect((await get(id)).reads).toBe(1);
  });
});

describe('consoles', () => {
  it('are notified of a notice when it is published, revoked and due', async () => {
    const { now } = server.clock;
    const heard = vi.spyOn(server.monitor.hub, 'publish');
    const told = () => heard.mock.calls.map(([, message]) => (message.data as { noticeId: string }).noticeId);
    const [today, later] = [await add(), await add({ noticeTitle: '稍后', publishAt: now + 60_000 })];
    await publish(today, later);
    expect(told()).toEqual([today]);
    expect(await seen()).toEqual(['停运通知']);
    await server.notices.tellDue();
    expect(told()).toEqual([today]);
    server.clock.now = now + 60_000;
    await server.notices.tellDue();
    await server.notices.tellDue();
    expect(told()).toEqual([today, later]);
    expect(await seen()).toEqual(['稍后', '停运通知']);
    await call('boss', 'notice/revokeNotice', { ids: [today] });
    await call('boss', 'notice/delNotice', { ids: [later] });
    await vi.waitFor(() => expect(told()).toEqual([today, later, today, later]));
    server.clock.now = now;
    heard.mockRestore();
  });
});
