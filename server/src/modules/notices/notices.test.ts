import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import { at, sql } from '../../platform/db/database.ts';
import type { NewNotice } from './store.ts';

let server: TestServer;
let root: number;
let company: number;
let branch: number;
let other: number;
let clerkId: number;
let tokens: Record<'boss' | 'clerk' | 'stranger', string>;

beforeAll(async () => {
  server = await startTestServer();
  root = await server.department('集团');
  company = await server.department('甲公司', root);
  branch = await server.department('甲一队', company);
  other = await server.department('乙公司', root);
  await server.account('boss', root, ['20701']);
  clerkId = await server.account('clerk', branch, ['20701']);
  await server.account('stranger', other, ['20701']);
  tokens = {
    boss: await server.signIn('boss'),
    clerk: await server.signIn('clerk'),
    stranger: await server.signIn('stranger'),
  };
});
afterAll(() => server.stop());
afterEach(() => server.db.run('delete from notice'));

type Who = keyof typeof tokens;
const publish = (more: Partial<NewNotice> = {}) =>
  server.notices.publish({
    departmentId: company,
    title: '通知',
    content: '第一行\n第二行',
    publishedAt: server.clock.now,
    expiresAt: null,
    createdBy: null,
    ...more,
  });
const list = async (who: Who = 'clerk', data: object = {}) =>
  (await server.call('POST', 'notice/listByUserIdAndDeptId', data, { authorization: tokens[who] })).body;
const read = async (noticeId: number | string, who: Who = 'clerk') =>
  (await server.call('GET', 'notice/read', { noticeId: String(noticeId) }, { authorization: tokens[who] })).body.code;
const titles = async (who?: Who) => (await list(who)).data.list.map((notice: { noticeTitle: string }) => notice.noticeTitle);

describe('the list of notices', () => {
  it('contains those of the caller’s department and its superior departments', async () => {
    await publish({ departmentId: root, title: '集团' });
    await publish({ departmentId: company, title: '公司' });
    await publish({ departmentId: branch, title: '车队' });
    expect(await titles('clerk')).toEqual(['车队', '公司', '集团']);
    expect(await titles('boss')).toEqual(['集团']);
    expect(await titles('stranger')).toEqual(['集团']);
  });

  it('shows title, content, time and read status', async () => {
    const id = await publish();
    expect((await list()).data.list).toEqual([
      {
        noticeId: String(id),
        noticeTitle: '通知',
        noticeContent: '第一行\n第二行',
        updateTime: server.clock.now,
        readStatus: 0,
      },
    ]);
  });

  it('omits notices that are not yet published, expired or revoked', async () => {
    const { now } = server.clock;
    await publish({ title: '未来', publishedAt: now + 1 });
    await publish({ title: '过期', expiresAt: now });
    await publish({ title: '有效', expiresAt: now + 1 });
    const revoked = await publish({ title: '撤回' });
    await server.db.run(sql`update notice set revoked_at = ${at(now)} where id = ${revoked}`);
    expect(await titles()).toEqual(['有效']);
    expect(await read(revoked)).toBe('4004');
  });

  it('contains the 200 newest, newest first', async () => {
    await server.db.run(sql`
      insert into notice (department_id, title, content, published_at)
      select ${company}, n::text, '', ${at(server.clock.now - 10_000)}::timestamptz + n * interval '1 millisecond'
      from generate_series(1, 201) n`);
    const found = await titles();
    expect([found.length, found[0], found.at(-1)]).toEqual([200, '201', '2']);
  });

  it('is only for the caller: ids of other users return the same error as unknown ids', async () => {
    expect((await list('clerk', { userId: String(clerkId), deptId: String(branch) })).code).toBe('0');
    for (const data of [{ userId: String(clerkId + 1) }, { deptId: String(company) }, { userId: '999999' }])
      expect((await list('clerk', data)).code).toBe('4004');
  });
});

describe('reading a notice', () => {
  it('changes readStatus from 0 to 1 for that account, permanently', async () => {
    const id = await publish({ departmentId: root });
    expect([await read(id), await read(id)]).toEqual(['0', '0']);
    expect((await list('clerk')).data.list[0].readStatus).toBe(1);
    expect((await list('boss')).data.list[0].readStatus).toBe(0);
  });

  it('returns the same error for a notice to others as for an unknown one', async () => {
    const id = await publish({ departmentId: branch });
    for (const unknown of [id + 1_000, '999999999999999']) expect(await read(unknown)).toBe('4004');
    expect(await read(id, 'stranger')).toBe('4004');
    expect(await server.db.query('select from notice_read')).toEqual([]);
  });
});

describe('publishing', () => {
  it('notifies the open consoles in its scope, and no others', async () => {
    const port = await server.http.listen({ host: '127.0.0.1', port: 0 });
    const heard: Record<Who, string[]> = { boss: [], clerk: [], stranger: [] };
    const sockets = (Object.keys(heard) as Who[]).map((who) => {
      const [prefix] = tokens[who].split('.');
      const socket = new WebSocket(`ws://127.0.0.1:${port}/websocket/commonmsg/${prefix}`, {
        headers: { authorization: tokens[who] },
      });
      socket.on('message', (data) => heard[who].push(String(data)));
      return socket;
    });
    await vi.waitFor(() => expect(server.monitor.sockets.count('commonmsg')).toBe(3));
    const id = await publish({ departmentId: company });
    await vi.waitFor(() => expect(heard.clerk).toEqual([JSON.stringify({ type: 'notice', data: { noticeId: String(id) } })]));
    const toAll = await publish({ departmentId: root });
    await vi.waitFor(() => {
      for (const texts of Object.values(heard)) expect(texts.at(-1)).toContain(`"${toAll}"`);
    });
    expect([heard.boss.length, heard.clerk.length, heard.stranger.length]).toEqual([1, 2, 1]);
    for (const socket of sockets) socket.terminate();
  });
});
