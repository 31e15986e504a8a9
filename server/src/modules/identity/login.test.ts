import { user } from '@fleetwarden/contract/identity/user-resource';
import { DAY_MS, MINUTE_MS } from '@fleetwarden/domain/durations';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { encryptPassword, PASSWORD } from '../../../test/support/test-calls.ts';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import { sql } from '../../platform/db/database.ts';
import { MAX_FAILURES_OF_ADDRESS } from './limits.ts';

let server: TestServer;
let root: number;
beforeAll(async () => {
  server = await startTestServer({ trustProxy: true, timeZone: 'America/New_York' });
  root = await server.department('Head office');
});
afterAll(() => server.stop());

let made = 0;
const newAccount = async (codes?: readonly string[]) => {
  const name = `user${++made}`;
  return { name, id: await server.account(name, root, codes) };
};
/** Each test uses its own addresses, because they are rate-limited too. */
let address = 0;
let home: string;
const nextAddress = () => `10.0.${Math.floor(++address / 250)}.${address % 250}`;
beforeEach(() => {
  home = nextAddress();
});
const login = async (account: string, password: string, more = {}, from = home) =>
  server.call('POST', 'user/login', { account, vPasswd: await server.vPasswd(password), ...more }, { 'x-forwarded-for': from });
const whoAmI = (token: string) => server.call('POST', 'user/getLoginInfo', {}, { authorization: token });

describe('login', () => {
  it('returns token, user and rights, and the rights include their parent groups', async () => {
    const { name, id } = await newAccount(['2', '20206', '987654']);
    const { body } = await login(name.toUpperCase(), PASSWORD);
    expect(body).toMatchObject({ code: '0', msg: '' });
    expect(body.data.token).toMatch(/^[0-9a-f]{16}\.[A-Za-z0-9_-]{43}$/);
    expect(body.data.rights.sort()).toEqual(['2', '202', '20206']);
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
      helpUrl: '',
      watermark: false,
      bellSounds: true,
      timeZone: 'America/New_York',
      settings: {
        map: { treesetting: '1,2,3,4', refreshsetting: '3', carwindowcustomsetting: '3,4,5,6,7,8,12,19' },
        ui: expect.objectContaining({ mode: 'system', size: 'medium' }),
        mapTools: { tails: false, areas: true },
        markers: { click: 1, layout: 1, labels: true, clusters: true, smooth: true },
        alarms: { mute: false, volume: 60, levels: [2, 3], desktop: false },
        videoWall: { layout: 4, keepsRetrying: false, rotationSeconds: 30, videoOnly: false },
        popupAlarms: null,
        tables: {},
        quickLinks: [],
      },
      mustChangePassword: false,
      inspection: null,
    });
    expect((await whoAmI(body.data.token)).body.data).toMatchObject({ userInfo: body.data.userInfo });
    expect((await whoAmI(`Bearer ${body.data.token}`)).body.code).toBe('0');
  });

  it('has the rights of all enabled roles of the account', async () => {
    const { name, id } = await newAccount(['20206']);
    const roles = await server.db.query<{ id: number }>(sql`
      insert into role (name, codes, enabled) values ('second', ${['10301']}, true), ('off', ${['60102']}, false) returning id`);
    await server.db.run(sql`
      insert into account_role (account_id, role_id) select ${id}, unnest(${roles.map((role) => role.id)}::integer[])`);
    expect((await login(name, PASSWORD)).body.data.rights.sort()).toEqual(['1', '103', '10301', '2', '202', '20206']);
  });

  it('stores only a hash of the secret, and logs neither password nor token', async () => {
    const { name } = await newAccount();
    const token = await server.login(name);
    const [prefix, secret] = token.split('.') as [string, string];
    const row = await server.db.first<{ secret_hash: Buffer }>(sql`select secret_hash from session where prefix = ${prefix}`);
    expect(row?.secret_hash).toHaveLength(32);
    expect(row?.secret_hash.toString('latin1')).not.toContain(secret);
    expect(server.logged.join()).not.toContain(PASSWORD);
    expect(server.logged.join()).not.toContain(secret);
  });

  it('gives the same reply for a wrong password, an unknown account, a used nonce and invalid data', async () => {
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
    for (const { body } of replies) expect(body).toEqual({ code: '4001', msg: 'Incorrect account or password', data: null });
  });

  it('forgets a nonce after five minutes', async () => {
    const { name } = await newAccount();
    const vPasswd = await server.vPasswd(PASSWORD);
    server.clock.now += 5 * MINUTE_MS + 1;
    expect((await server.call('POST', 'user/login', { account: name, vPasswd })).body.code).toBe('4001');
  });

  it('reports a disabled, expired or wrong-console account only if the password is correct', async () => {
    const { name, id } = await newAccount();
    const cases = [
      { set: sql`enabled = false`, clientType: 4, msg: 'This account is disabled or has expired' },
      { set: sql`enabled = true, expires_at = now() - interval '1 day'`, msg: 'This account is disabled or has expired' },
      { set: sql`expires_at = null`, clientType: 7, msg: 'This account cannot sign in on this page' },
      { set: sql`client_type = 7`, clientType: 4, msg: 'This account cannot sign in on this page' },
    ];
    for (const { set, msg, ...more } of cases) {
      await server.db.run(sql`update account set ${set} where id = ${id}`);
      expect((await login(name, 'wrong', more)).body).toMatchObject({ code: '4001', msg: 'Incorrect account or password' });
      expect((await login(name, PASSWORD, more)).body).toEqual({ code: '4003', msg, data: null });
    }
    expect((await login(name, PASSWORD, { clientType: 7 })).body.data.userInfo.clientType).toBe(7);
    expect((await login(name, PASSWORD)).body.code).toBe('0');
  });
});

describe('the allowed IP addresses of an account', () => {
  it('are the only ones for its login; if empty, every address is allowed', async () => {
    const { name, id } = await newAccount();
    const other = nextAddress();
    await server.db.run(sql`update account set ip_allow = ${`${home}; 192.0.2.7`} where id = ${id}`);
    expect((await login(name, PASSWORD)).body.code).toBe('0');
    expect((await login(name, PASSWORD, {}, `::ffff:${home}`)).body.code).toBe('0');
    expect((await login(name, PASSWORD, {}, other)).body).toMatchObject({ code: '4003', msg: expect.stringMatching(/IP/) });
    expect((await login(name, PASSWORD, {}, '2001:db8::7')).body.code).toBe('4003');
    // only to who knows the password
    expect((await login(name, 'Wrong_pass1', {}, other)).body.code).toBe('4001');
    await server.db.run(sql`update account set ip_allow = '' where id = ${id}`);
    expect((await login(name, PASSWORD, {}, other)).body.code).toBe('0');
  });

  it('are refused if they are invalid', async () => {
    const { check } = user.fields.ipAllow.rule!;
    expect([check('10.0.0.1, 10.0.0.2'), check('10.0.0.256')]).toEqual([null, { key: 'rule.ip' }]);
  });
});

describe('the lock', () => {
  it('blocks a name from an address after five failures in fifteen minutes, and logs every attempt', async () => {
    const { name, id } = await newAccount();
    for (let i = 0; i < 5; i++) expect((await login(name, 'wrong')).body.code).toBe('4001');
    server.clock.now += 30_000;
    expect((await login(name.toUpperCase(), PASSWORD)).body).toEqual({
      code: '4029',
      msg: 'Too many failed sign-ins. Try again in 15 min',
      data: null,
    });
    server.clock.now += 5 * MINUTE_MS;
    expect((await login(name, PASSWORD)).body.msg).toBe('Too many failed sign-ins. Try again in 10 min');
    expect((await login((await newAccount()).name, PASSWORD)).body.code).toBe('0');
    server.clock.now += 10 * MINUTE_MS;
    expect((await login(name, PASSWORD)).body.code).toBe('0');
    const rows = await server.db.query(
      sql`select ok, reason, account_id, peer_ip from login_log where login_name ilike ${name} order by id`,
    );
    expect(rows.map((row) => row['reason'])).toEqual([...Array(5).fill('badCredentials'), 'locked', 'locked', null]);
    expect(rows.at(-1)).toMatchObject({ ok: true, account_id: id, peer_ip: home });
  });

  it('does not reveal whether an account exists', async () => {
    const { name } = await newAccount();
    const tries = async (account: string) => {
      const replies = [];
      for (let i = 0; i < 7; i++) replies.push((await login(account, 'wrong')).body);
      return replies;
    };
    expect(await tries(name)).toEqual(await tries('nobody-of-that-name'));
  });

  it('does not block other networks until twenty failures from unknown ones; these then wait a minute', async () => {
    const { name } = await newAccount();
    const others = [home, nextAddress(), nextAddress(), nextAddress()];
    for (const from of others.slice(0, 3)) for (let i = 0; i < 5; i++) await login(name, 'wrong', {}, from);
    expect((await login(name, PASSWORD)).body.code).toBe('4029');
    for (let i = 0; i < 4; i++) expect((await login(name, 'wrong', {}, others[3])).body.code).toBe('4001');
    // one more is the twentieth
    expect((await login(name, 'wrong', {}, nextAddress())).body.code).toBe('4001');
    expect((await login(name, PASSWORD, {}, nextAddress())).body).toMatchObject({
      code: '4029',
      msg: 'Too many failed sign-ins. Try again in 1 min',
    });
    server.clock.now += MINUTE_MS;
    expect((await login(name, 'wrong', {}, nextAddress())).body.code).toBe('4001');
    expect((await login(name, PASSWORD, {}, nextAddress())).body.code).toBe('4029');
    server.clock.now += MINUTE_MS;
    expect((await login(name, PASSWORD, {}, nextAddress())).body.code).toBe('0');
  });

  it('never blocks an account from a network of an earlier login because of failures elsewhere', async () => {
    const { name } = await newAccount();
    expect((await login(name, PASSWORD)).body.code).toBe('0');
    for (let from = 0; from < 5; from++) {
      const address = nextAddress();
      for (let i = 0; i < 5; i++) await login(name, 'wrong', {}, address);
    }
    expect((await login(name, PASSWORD, {}, nextAddress())).body.code).toBe('4029');
    expect((await login(name, PASSWORD)).body.code).toBe('0');
    // its own failures count there, and lock that network alone
    for (let i = 0; i < 5; i++) expect((await login(name, 'wrong')).body.code).toBe('4001');
    expect((await login(name, PASSWORD)).body.code).toBe('4029');
  });

  it('counts the addresses of one IPv6 network as one', async () => {
    const { name } = await newAccount();
    for (let i = 0; i < 5; i++) expect((await login(name, 'wrong', {}, `2001:db8:1:2::${i + 1}`)).body.code).toBe('4001');
    expect((await login(name, PASSWORD, {}, '2001:db8:1:2:ffff::7')).body.code).toBe('4029');
    expect((await login(name, PASSWORD, {}, '2001:db8:1:3::7')).body.code).toBe('0');
    for (let i = 0; i < MAX_FAILURES_OF_ADDRESS; i++)
      expect((await login(`six${i}`, 'wrong', {}, `2001:db8:9:9::${i + 1}`)).body.code).toBe('4001');
    const { name: other } = await newAccount();
    expect((await login(other, PASSWORD, {}, '2001:db8:9:9:1::')).body.code).toBe('4029');
  });

  it('forgets networks without a login for half a year', async () => {
    const { name } = await newAccount();
    await login(name, PASSWORD);
    const known = async () =>
      (await server.db.query(sql`select from login_network where name = ${`user ${name}`} and network = ${home}`)).length;
    await server.identity.cleanups['loginNetworks']!(server.clock.now + 179 * DAY_MS);
    expect(await known()).toBe(1);
    await server.identity.cleanups['loginNetworks']!(server.clock.now + 181 * DAY_MS);
    expect(await known()).toBe(0);
  });

  it('counts concurrent attempts', async () => {
    const { name } = await newAccount();
    const replies = await Promise.all(Array.from({ length: 12 }, () => login(name, 'wrong')));
    const codes = replies.map((reply) => reply.body.code);
    expect(codes.filter((code) => code === '4001')).toHaveLength(5);
    expect(codes.filter((code) => code === '4029')).toHaveLength(7);
  });

  it('does not add up failures over more than fifteen minutes', async () => {
    const { name } = await newAccount();
    for (let i = 0; i < 8; i++) {
      expect((await login(name, 'wrong')).body.code).toBe('4001');
      server.clock.now += 4 * MINUTE_MS;
    }
    expect((await login(name, PASSWORD)).body.code).toBe('0');
  });

  it('follows the settings, and replies in the language of the blocked user', async () => {
    const { name } = await newAccount();
    Object.assign(server.settings, { loginFailures: 2, lockMinutes: 3 });
    try {
      for (let i = 0; i < 2; i++) await login(name, 'wrong');
      const vPasswd = await server.vPasswd(PASSWORD);
      const headers = { 'x-forwarded-for': home, cookie: 'language=zh' };
      const { body } = await server.call('POST', 'user/login', { account: name, vPasswd }, headers);
      expect(body.msg).toBe('登录失败次数过多，请 3 分钟后再试');
    } finally {
      Object.assign(server.settings, { loginFailures: 5, lockMinutes: 15 });
    }
  });

  it('is stored in the database, and its failures are deleted after their retention time', async () => {
    const { name } = await newAccount();
    for (let i = 0; i < 5; i++) await login(name, 'wrong');
    expect(await server.identity.cleanups['loginFailures']!(server.clock.now)).toBe(0);
    expect((await login(name, PASSWORD)).body.code).toBe('4029');
    const { n } = (await server.db.first<{ n: number }>(sql`select count(*) as n from login_failure`))!;
    expect(await server.identity.cleanups['loginFailures']!(server.clock.now + 8 * DAY_MS)).toBe(n);
  });

  it('blocks an address that fails with many different names', async () => {
    for (let i = 0; i < MAX_FAILURES_OF_ADDRESS; i++) expect((await login(`guess${i}`, 'wrong')).body.code).toBe('4001');
    const { name } = await newAccount();
    expect((await login(name, PASSWORD)).body).toMatchObject({ code: '4029', msg: 'Too many attempts. Try again in a moment' });
    expect((await login(name, PASSWORD, {}, nextAddress())).body.code).toBe('0');
  });
});
