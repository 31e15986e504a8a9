import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../platform/db/database.ts';
import { encryptPassword, PASSWORD, startTestServer, type TestServer } from '../testing/test-server.ts';
import { MAX_FAILURES, SESSION_IDLE_MS, SESSION_MAX_MS } from './limits.ts';

let server: TestServer;
let root: number;
beforeAll(async () => {
  server = await startTestServer();
  root = await server.department('Head office');
});
afterAll(() => server.stop());

let made = 0;
const newAccount = async (codes?: readonly string[]) => {
  const name = `user${++made}`;
  return { name, id: await server.account(name, root, codes) };
};
const login = async (account: string, password: string, headers = {}) =>
  server.call('POST', 'user/login', { account, vPasswd: await server.vPasswd(password) }, headers);
const whoAmI = (token: string) => server.call('POST', 'user/getLoginInfo', {}, { authorization: token });

describe('login', () => {
  it('answers with token, user and rights', async () => {
    const { name, id } = await newAccount(['2', '20206']);
    const { body } = await login(name.toUpperCase(), PASSWORD);
    expect(body).toMatchObject({ code: '0', msg: '' });
    expect(body.data.token).toMatch(/^[0-9a-f]{16}\.[A-Za-z0-9_-]{43}$/);
    expect(body.data.rights).toEqual(['2', '20206']);
    expect(body.data.userInfo).toEqual({
      userId: String(id),
      deptId: String(root),
      deptName: 'Head office',
      account: name,
      username: name,
      clientType: 4,
      configList: [
        { typeID: 1, content: '116.3964|39.9093' },
        { typeID: 2, content: '12' },
        { typeID: 3, content: 'BaiduMap' },
        { typeID: 4, content: '30' },
      ],
      storageUrl: '',
      settings: { treesetting: '1,2,3,4', refreshsetting: '3', carwindowcustomsetting: '3,4,5,6,7,8,12,19' },
    });
    expect((await whoAmI(body.data.token)).body.data).toEqual({ userInfo: body.data.userInfo, rights: body.data.rights });
    expect((await whoAmI(`Bearer ${body.data.token}`)).body.code).toBe('0');
  });

  it('keeps only a hash of the secret, and neither password nor token in the log', async () => {
    const { name } = await newAccount();
    const token = await server.login(name);
    const [prefix, secret] = token.split('.') as [string, string];
    const row = await server.db.first<{ secret_hash: Buffer }>(sql`select secret_hash from session where prefix = ${prefix}`);
    expect(row?.secret_hash).toHaveLength(32);
    expect(row?.secret_hash.toString('latin1')).not.toContain(secret);
    expect(server.logged.join()).not.toContain(PASSWORD);
    expect(server.logged.join()).not.toContain(secret);
  });

  it('answers alike for a wrong password, an unknown account, a used nonce and no sense at all', async () => {
    const { name } = await newAccount();
    const vPasswd = await server.vPasswd(PASSWORD);
    expect((await server.call('POST', 'user/login', { account: name, vPasswd })).body.code).toBe('0');
    const { publicKey } = (await server.call('GET', 'user/publicKey')).body.data;
    const replies = [
      await login(name, 'wrong'),
      await login('nobody', PASSWORD),
      await server.call('POST', 'user/login', { account: name, vPasswd }),
      await server.call('POST', 'user/login', { account: name, vPasswd: 'bm8=' }),
      await server.call('POST', 'user/login', { account: name, vPasswd: encryptPassword(publicKey, PASSWORD) }),
    ];
    for (const { body } of replies) expect(body).toEqual({ code: '4001', msg: 'Wrong account or password', data: null });
  });

  it('forgets a nonce after five minutes', async () => {
    const { name } = await newAccount();
    const vPasswd = await server.vPasswd(PASSWORD);
    server.clock.now += 5 * 60_000 + 1;
    expect((await server.call('POST', 'user/login', { account: name, vPasswd })).body.code).toBe('4001');
  });

  it('tells only those who know the password that the account is disabled or expired', async () => {
    const { name, id } = await newAccount();
    await server.db.run(sql`update account set enabled = false where id = ${id}`);
    expect((await login(name, 'wrong')).body.code).toBe('4001');
    expect((await login(name, PASSWORD)).body.code).toBe('4003');
    await server.db.run(sql`update account set enabled = true, expires_at = now() - interval '1 day' where id = ${id}`);
    expect((await login(name, PASSWORD)).body.code).toBe('4003');
  });

  it('is locked for a while after five failures, and writes all of it down', async () => {
    const { name, id } = await newAccount();
    for (let i = 0; i < MAX_FAILURES; i++) expect((await login(name, 'wrong')).body.code).toBe('4001');
    expect((await login(name, PASSWORD)).body.code).toBe('4029');
    const other = await newAccount();
    expect((await login(other.name, PASSWORD)).body.code).toBe('0');
    server.clock.now += 15 * 60_000 + 1;
    expect((await login(name, PASSWORD)).body.code).toBe('0');
    const rows = await server.db.query(
      sql`select ok, reason, account_id, peer_ip from login_log where login_name = ${name} order by id`,
    );
    expect(rows.map((row) => row['reason'])).toEqual([...Array(MAX_FAILURES).fill('badCredentials'), 'tooMany', null]);
    expect(rows.at(-1)).toMatchObject({ ok: true, account_id: id, peer_ip: '127.0.0.1' });
  });

  it('counts attempts that come all at once', async () => {
    const { name } = await newAccount();
    const sealed = await Promise.all(Array.from({ length: 12 }, () => server.vPasswd('wrong')));
    const replies = await Promise.all(sealed.map((vPasswd) => server.call('POST', 'user/login', { account: name, vPasswd })));
    const codes = replies.map((reply) => reply.body.code);
    expect(codes.filter((code) => code === '4001')).toHaveLength(MAX_FAILURES);
    expect(codes.filter((code) => code === '4029')).toHaveLength(12 - MAX_FAILURES);
  });
});

describe('session', () => {
  it('ends when the account signs in elsewhere', async () => {
    const { name } = await newAccount();
    const ended: unknown[] = [];
    const unsubscribe = server.bus.subscribe('session.ended', (event) => void ended.push(event));
    const first = await server.login(name);
    const second = await server.login(name);
    unsubscribe();
    expect((await whoAmI(first)).body).toEqual({ code: '9001', msg: 'Your account signed in somewhere else', data: null });
    expect((await whoAmI(second)).body.code).toBe('0');
    expect(ended).toEqual([{ prefix: first.split('.')[0], reason: 'elsewhere' }]);
  });

  it('leaves one session when two logins race', async () => {
    const { name } = await newAccount();
    const tokens = await Promise.all([server.login(name), server.login(name), server.login(name)]);
    const codes = await Promise.all(tokens.map(async (token) => (await whoAmI(token)).body.code));
    expect(codes.sort()).toEqual(['0', '9001', '9001']);
  });

  it('is not proven by its prefix', async () => {
    const { name } = await newAccount();
    const token = await server.login(name);
    const forged = `${token.split('.')[0]}.${'A'.repeat(43)}`;
    for (const wrong of [forged, token.slice(0, -1), `${token}x`, '', 'Bearer', "' or 1=1"])
      expect((await whoAmI(wrong)).body.code).toBe('4007');
  });

  it('slides for twelve hours and ends after thirty days', async () => {
    const { name } = await newAccount();
    const token = await server.login(name);
    const began = server.clock.now;
    while (server.clock.now - began < SESSION_MAX_MS - SESSION_IDLE_MS) {
      server.clock.now += SESSION_IDLE_MS - 60_000;
      expect((await whoAmI(token)).body.code).toBe('0');
    }
    server.clock.now = began + SESSION_MAX_MS;
    expect((await whoAmI(token)).body.code).toBe('4007');

    const idle = await server.login(name);
    server.clock.now += SESSION_IDLE_MS;
    expect((await whoAmI(idle)).body.code).toBe('4007');
  });

  it('ends when the account is disabled', async () => {
    const { name, id } = await newAccount();
    const token = await server.login(name);
    await server.db.run(sql`update account set enabled = false where id = ${id}`);
    expect((await whoAmI(token)).body.code).toBe('4007');
  });

  it('ends at logout, which saves the map state', async () => {
    const { name } = await newAccount();
    const token = await server.login(name);
    const state = { level: 9, center: '113.27|23.13', mapType: 2 };
    expect((await server.call('POST', 'user/loginOut', state, { authorization: token })).body).toEqual({
      code: '0',
      msg: '',
      data: {},
    });
    expect((await whoAmI(token)).body.code).toBe('4007');
    const { configList } = (await login(name, PASSWORD)).body.data.userInfo;
    expect(configList.slice(0, 3)).toEqual([
      { typeID: 1, content: '113.27|23.13' },
      { typeID: 2, content: '9' },
      { typeID: 3, content: 'GaodeMap' },
    ]);
  });
});
