import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD } from '../../../test/support/test-calls.ts';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import { sql } from '../../platform/db/database.ts';
import { MAX_SESSIONS, SESSION_MAX_MS } from './limits.ts';

const IDLE_MS = 720 * 60_000;

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
const whoAmI = async (token: string) => (await server.call('POST', 'user/getLoginInfo', {}, { authorization: token })).body;

describe('session', () => {
  it('ends when the account signs in elsewhere', async () => {
    const { name } = await newAccount();
    const ended: unknown[] = [];
    const unsubscribe = server.bus.subscribe('session.ended', (event) => void ended.push(event));
    const first = await server.login(name);
    const second = await server.login(name);
    unsubscribe();
    expect(await whoAmI(first)).toEqual({ code: '9001', msg: 'Your account signed in somewhere else', data: null });
    expect((await whoAmI(second)).code).toBe('0');
    expect(ended).toEqual([{ prefix: first.split('.')[0], reason: 'elsewhere' }]);
  });

  it('leaves only one session after concurrent logins', async () => {
    const { name } = await newAccount();
    const tokens = await Promise.all([server.login(name), server.login(name), server.login(name)]);
    const codes = await Promise.all(tokens.map(async (token) => (await whoAmI(token)).code));
    expect(codes.sort()).toEqual(['0', '9001', '9001']);
  });

  it('is limited to ten per account if the setting allows more than one', async () => {
    const { name } = await newAccount();
    server.settings.oneSession = false;
    try {
      const tokens: string[] = [];
      for (let i = 0; i <= MAX_SESSIONS; i++) {
        server.clock.now += 1_000;
        tokens.push(await server.login(name));
      }
      const codes = await Promise.all(tokens.map(async (token) => (await whoAmI(token)).code));
      expect(codes).toEqual(['9001', ...Array(10).fill('0')]);
    } finally {
      server.settings.oneSession = true;
    }
  });

  it('is not authenticated by its prefix alone', async () => {
    const { name } = await newAccount();
    const token = await server.login(name);
    const forged = `${token.split('.')[0]}.${'A'.repeat(43)}`;
    for (const wrong of [forged, token.slice(0, -1), `${token}x`, '', 'Bearer', "' or 1=1", 'x'.repeat(10_000)])
      expect((await whoAmI(wrong)).code).toBe('4007');
  });

  it('is extended for 720 minutes by each request, and ends after thirty days', async () => {
    const { name } = await newAccount();
    const token = await server.login(name);
    const began = server.clock.now;
    while (server.clock.now - began < SESSION_MAX_MS - IDLE_MS) {
      server.clock.now += IDLE_MS - 60_000;
      expect((await whoAmI(token)).code).toBe('0');
    }
    server.clock.now = began + SESSION_MAX_MS;
    expect((await whoAmI(token)).code).toBe('4007');

    const idle = await server.login(name);
    server.clock.now += IDLE_MS;
    expect((await whoAmI(idle)).code).toBe('4007');
  });

  it('has the idle timeout of the setting', async () => {
    const { name } = await newAccount();
    server.settings.sessionMinutes = 5;
    try {
      const token = await server.login(name);
      for (let i = 0; i < 3; i++) {
        server.clock.now += 4 * 60_000;
        expect((await whoAmI(token)).code).toBe('0');
      }
      server.clock.now += 5 * 60_000;
      expect((await whoAmI(token)).code).toBe('4007');
    } finally {
      server.settings.sessionMinutes = 720;
    }
  });

  it('ends when the account is disabled', async () => {
    const { name, id } = await newAccount();
    const token = await server.login(name);
    await server.db.run(sql`update account set enabled = false where id = ${id}`);
    expect((await whoAmI(token)).code).toBe('4007');
  });

  it('answers 9001 if another user ended it', async () => {
    const { name } = await newAccount();
    const token = await server.login(name);
    await server.db.run(sql`update session set ended_at = now(), end_reason = 'forced' where prefix = ${token.split('.')[0]}`);
    expect((await whoAmI(token)).code).toBe('9001');
  });

  it('loses a right with the next request after the role is removed, changed or disabled', async () => {
    const { name, id } = await newAccount(['20101']);
    const token = await server.login(name);
    const allowed = async () =>
      (await server.call('POST', 'mainPage/countByStatus', {}, { authorization: token })).body.code !== '4003';
    const role = sql`(select role_id from account_role where account_id = ${id})`;
    expect(await allowed()).toBe(true);
    await server.db.run(sql`update role set enabled = false where id = ${role}`);
    expect(await allowed()).toBe(false);
    await server.db.run(sql`update role set enabled = true where id = ${role}`);
    expect(await allowed()).toBe(true);
    await server.db.run(sql`update role set codes = '{3}' where id = ${role}`);
    expect(await allowed()).toBe(false);
    await server.db.run(sql`update role set codes = '{20101}' where id = ${role}`);
    expect(await allowed()).toBe(true);
    await server.db.run(sql`delete from account_role where account_id = ${id}`);
    expect(await allowed()).toBe(false);
    expect((await whoAmI(token)).data.rights).toEqual([]);
  });

  it('ends at logout, which saves the map state; until then the department settings apply', async () => {
    const { name } = await newAccount();
    Object.assign(server.settings, { mapCentre: '104.06|30.67', mapLevel: 9, mapProvider: 'TenxunMap', alarmPollSeconds: 10 });
    const token = await server.login(name);
    expect((await whoAmI(token)).data.userInfo.configList.map((item: { content: string }) => item.content)).toEqual([
      '104.06|30.67',
      '9',
      'TenxunMap',
      '10',
    ]);
    const state = { level: 11, center: '113.27|23.13', mapType: 2 };
    const out = await server.call('POST', 'user/loginOut', state, { authorization: token });
    expect(out.body).toEqual({ code: '0', msg: '', data: {} });
    expect((await whoAmI(token)).code).toBe('4007');
    expect((await whoAmI(await server.login(name))).data.userInfo.configList).toEqual([
      { typeID: 1, content: '113.27|23.13' },
      { typeID: 2, content: '11' },
      { typeID: 3, content: 'GaodeMap' },
      { typeID: 4, content: '10' },
    ]);
  });

  it('is listed for its user with the previous ones, at most twenty, newest first', async () => {
    const { name } = await newAccount();
    let token = '';
    for (let i = 0; i < 21; i++) {
      server.clock.now += 1_000;
      token = await server.login(name, PASSWORD);
    }
    const reply = await server.call('POST', 'user/listOwnSession', {}, { authorization: token });
    const { list } = reply.body.data;
    expect(list).toHaveLength(20);
    expect(list[0]).toEqual({
      prefix: token.split('.')[0],
      account: name,
      username: name,
      deptName: 'Head office',
      clientType: 4,
      peerIp: '127.0.0.1',
      userAgent: 'lightMyRequest',
      createdAt: server.clock.now,
      seenAt: server.clock.now,
      endedAt: null,
      endReason: null,
      current: true,
    });
    expect(list[1]).toMatchObject({ createdAt: server.clock.now - 1_000, endReason: 'elsewhere', current: false });
  });
});
