import { createHmac } from 'node:crypto';
import { DAY_MS } from '@fleetwarden/domain/durations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SIGNING_KEY, startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import { sql } from '../../platform/db/database.ts';

let server: TestServer;
let root: number;
beforeAll(async () => {
  server = await startTestServer();
  root = await server.department('Head office');
});
afterAll(() => server.stop());

let made = 0;
const newUser = async (codes?: readonly string[]) => {
  const name = `user${++made}`;
  const id = await server.account(name, root, codes);
  return { name, id, token: await server.login(name) };
};
const call = async (path: string, data: object, authorization?: string, headers = {}) =>
  (await server.call('POST', path, data, { ...(authorization ? { authorization } : {}), ...headers })).body;

describe('the user’s own profile', () => {
  it('is read with built-in roles in the caller’s language, and all but the login name can be changed', async () => {
    const { id, name, token } = await newUser();
    await server.db.run(sql`
      insert into role (key, name) values ('monitor', '监控员');
      `);
    await server.db.run(sql`insert into account_role select ${id}, id from role where key = 'monitor'`);
    const change = { id: String(id), loginName: 'another', userName: ' 张三 ', mobile: '13800138000' };
    expect(await call('user/updateUserDetail', change, token)).toEqual({ resCode: 1, message: '' });
    expect((await call('user/getUserDetail', { id: String(id) }, token)).data).toEqual({
      id: String(id),
      loginName: name,
      userName: '张三',
      mobile: '13800138000',
      deptName: 'Head office',
      roles: [`role of ${name}`, 'Monitoring operator'],
    });
    const zh = await call('user/getUserDetail', {}, token, { cookie: 'language=zh' });
    expect(zh.data.roles).toEqual([`role of ${name}`, '监控员']);
    expect((await call('user/getLoginInfo', {}, token)).data.userInfo).toMatchObject({ account: name, username: '张三' });
  });

  it('of another user returns the same error as an unknown id', async () => {
    const [mine, other] = [await newUser(), await newUser()];
    for (const id of [other.id, 987_654, '999999999999999']) {
      expect((await call('user/getUserDetail', { id: String(id) }, mine.token)).code).toBe('4004');
      const change = { id: String(id), userName: 'x', mobile: '13800138000' };
      expect((await call('user/updateUserDetail', change, mine.token)).resCode).toBe(4004);
    }
    expect((await call('user/getUserDetail', {}, other.token)).data.userName).toBe(other.name);
  });

  it('requires a name and a mobile number of eleven digits, and refuses values that are too long', async () => {
    const { id, token } = await newUser();
    const good = { id: String(id), userName: 'x', mobile: '13800138000' };
    for (const bad of [
      { userName: '' },
      { userName: '   ' },
      { userName: 'x'.repeat(10_000) },
      { mobile: '' },
      { mobile: '2380013800' },
      { mobile: '1'.repeat(10_000) },
      { loginName: 'x'.repeat(10_000) },
    ])
      expect((await call('user/updateUserDetail', { ...good, ...bad }, token)).resCode).toBe(4001);
  });

  it('stores HTML in a name as plain text', async () => {
    const { id, token } = await newUser();
    const userName = '<b onload=x>&amp;</b>';
    await call('user/updateUserDetail', { id: String(id), userName: userName.slice(0, 20), mobile: '13800138000' }, token);
    expect((await call('user/getUserDetail', {}, token)).data.userName).toBe(userName.slice(0, 20));
    const reply = await server.call('POST', 'user/getUserDetail', {}, { authorization: token });
    expect(reply.headers['content-type']).toMatch(/^application\/json/);
    expect(reply.headers['x-content-type-options']).toBe('nosniff');
  });
});

describe('a ticket', () => {
  const ticketOf = async (token: string) => (await call('user/exchangeTicket', {}, token)).data;

  it('signs in as the account once, and is stored as a hash', async () => {
    const { name, token } = await newUser();
    const { ticket, expiresAt } = await ticketOf(token);
    expect(expiresAt).toBe(server.clock.now + 60_000);
    const row = await server.db.first<{ hash: Buffer }>(sql`select hash from login_ticket where used_at is null limit 1`);
    expect(row!.hash).toHaveLength(32);
    const { data } = await call('user/loginProxy', { ticket });
    expect(data.userInfo.account).toBe(name);
    expect((await call('user/getLoginInfo', {}, data.token)).code).toBe('0');
    // the last login of an account wins
    expect((await call('user/getLoginInfo', {}, token)).code).toBe('9001');
    expect(await call('user/loginProxy', { ticket })).toEqual({
      code: '4001',
      msg: 'The ticket is invalid or has expired',
      data: null,
    });
  });

  it('is used by only one of several concurrent requests', async () => {
    const { ticket } = await ticketOf((await newUser()).token);
    const replies = await Promise.all([1, 2, 3].map(() => call('user/loginProxy', { ticket })));
    expect(replies.map(({ code }) => code).sort()).toEqual(['0', '4001', '4001']);
  });

  it('is valid for sixty seconds, and is deleted later', async () => {
    const { token } = await newUser();
    const [late, next] = [await ticketOf(token), await ticketOf(token)];
    server.clock.now += 59_999;
    expect((await call('user/loginProxy', { ticket: next.ticket })).code).toBe('0');
    server.clock.now += 1;
    expect((await call('user/loginProxy', { ticket: late.ticket })).code).toBe('4001');
    expect(await server.identity.cleanups['tickets']!(server.clock.now + 2 * DAY_MS)).toBeGreaterThan(1);
  });

  it('is refused for a disabled account, and if it is forged', async () => {
    const { id, token } = await newUser();
    const { ticket } = await ticketOf(token);
    await server.db.run(sql`update account set enabled = false where id = ${id}`);
    expect((await call('user/loginProxy', { ticket })).code).toBe('4003');
    for (const forged of ['x', ticket.slice(1), 'x'.repeat(128)])
      expect((await call('user/loginProxy', { ticket: forged })).code).toBe('4001');
  });
});

describe('the certificate', () => {
  it('needs permission 20601', async () => {
    expect((await call('user/getCertificateUrl', {}, (await newUser(['20602'])).token)).code).toBe('4003');
  });

  it('has a URL only if one is configured', async () => {
    const { token } = await newUser(['20601']);
    expect(await call('user/getCertificateUrl', {}, token)).toEqual({
      code: '4004',
      msg: 'No certificate address is configured',
      data: null,
    });
  });

  it('has a URL with the user, the expiry time, and a signature over both', async () => {
    const { id, name, token } = await newUser(['20601']);
    await call('user/updateUserDetail', { id: String(id), userName: '李四&co', mobile: '13800138000' }, token);
    server.settings.certificateUrl = 'https://certificates.example/show?kind=net';
    const url = new URL((await call('user/getCertificateUrl', {}, token)).data.url);
    const { auth, ...asked } = Object.fromEntries(url.searchParams);
    const expires = String(server.clock.now + 600_000);
    expect(`${url.origin}${url.pathname}`).toBe('https://certificates.example/show');
    expect(asked).toEqual({ kind: 'net', userID: String(id), account: name, userName: '李四&co', expires });
    expect(auth).toBe(createHmac('sha256', SIGNING_KEY).update(`${id}|${name}|李四&co|${expires}`).digest('hex'));
  });
});
