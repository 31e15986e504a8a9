import type { SessionRow } from '@fleetwarden/contract/identity/schemas';
import { HOUR_MS } from '@fleetwarden/domain/durations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import { sql } from '../../platform/db/database.ts';

const SESSION_IDLE_MS = 12 * HOUR_MS;

let server: TestServer;
let company: number;
let branch: number;
let chief: string;
let clerk: string;
let stranger: string;

beforeAll(async () => {
  server = await startTestServer();
  const root = await server.department('集团');
  company = await server.department('甲公司', root);
  branch = await server.department('甲一队', company);
  const other = await server.department('乙公司', root);
  await server.account('chief', company, ['62501', '62510', '20101', '20102']);
  await server.account('clerk', branch);
  await server.account('stranger', other, ['62501']);
  chief = await server.login('chief');
  server.clock.now += 1_000;
  clerk = await server.login('clerk');
  server.clock.now += 1_000;
  stranger = await server.login('stranger');
});
afterAll(() => server.stop());

const prefixOf = (token: string) => token.split('.')[0]!;
const list = async (data: object = {}, token = chief, pageModel?: object) => {
  const body = { data, ...(pageModel ? { pageModel } : {}) };
  const reply = (await server.post('user/listSession', body, { authorization: token })).body;
  expect(reply.code).toBe('0');
  return { list: reply.data.list as SessionRow[], total: reply.pageModel.total as number };
};
const end = async (prefixes: readonly string[], token = chief) =>
  (await server.call('POST', 'user/endSession', { prefixes }, { authorization: token })).body.data;
const accounts = async (data: object) => (await list(data)).list.map(({ account }) => account).join();

describe('the list of sign-ins', () => {
  it('shows those of the caller’s departments, last seen first, and marks the caller’s own', async () => {
    const { list: rows, total } = await list();
    expect(total).toBe(2);
    expect(rows).toEqual([
      {
        prefix: prefixOf(clerk),
        account: 'clerk',
        username: 'clerk',
        deptName: '甲一队',
        clientType: 4,
        peerIp: '127.0.0.1',
        userAgent: 'lightMyRequest',
        createdAt: server.clock.now - 1_000,
        seenAt: server.clock.now - 1_000,
        endedAt: null,
        endReason: null,
        current: false,
      },
      expect.objectContaining({ account: 'chief', current: true }),
    ]);
    expect((await list({}, stranger)).list.map(({ account }) => account)).toEqual(['stranger']);
  });

  it('filters, sorts and pages', async () => {
    expect(await accounts({ account: 'CLE' })).toBe('clerk');
    expect(await accounts({ peerIp: '127.0' })).toBe('clerk,chief');
    expect(await accounts({ peerIp: '10.' })).toBe('');
    expect(await accounts({ sort: 'account', order: 'asc' })).toBe('chief,clerk');
    expect(await accounts({ sort: 'username', order: 'desc' })).toBe('clerk,chief');
    expect(await accounts({ sort: 'deptName', order: 'asc' })).toMatch(/^(clerk,chief|chief,clerk)$/);
    expect(await accounts({ sort: 'peerIp' })).toMatch(/chief/);
    expect(await accounts({ sort: 'createdAt', order: 'asc' })).toBe('chief,clerk');
    expect(await accounts({ startTime: server.clock.now - 1_000 })).toBe('clerk');
    expect(await accounts({ endTime: server.clock.now - 2_000 })).toBe('chief');
    const second = await list({}, chief, { page: 2, limit: 1 });
    expect([second.list.map(({ account }) => account), second.total]).toEqual([['chief'], 2]);
  });

  it('counts an idle session past its timeout as ended, even if no event ended it', async () => {
    await server.db.run(sql`
      insert into session (prefix, secret_hash, account_id, created_at, seen_at, expires_at)
      select 'ffffffffffffffff', '\\x00', id, to_timestamp(1000), to_timestamp(2000), now() + interval '30 days'
      from account where login_name = 'clerk'`);
    expect((await list({ state: 'ended' })).list).toMatchObject([
      { prefix: 'ffffffffffffffff', endedAt: 2_000_000 + SESSION_IDLE_MS, endReason: 'expired' },
    ]);
    expect(await accounts({ state: 'open' })).toBe('clerk,chief');
    expect((await list()).total).toBe(3);
  });
});

describe('ending sign-ins', () => {
  it('ends open ones in scope; foreign, unknown and ended ones are silently not counted', async () => {
    const told: unknown[] = [];
    const unsubscribe = server.bus.subscribe('session.ended', (event) => void told.push(event));
    const prefixes = [prefixOf(clerk), prefixOf(stranger), '0000000000000000', 'ffffffffffffffff'];
    expect(await end(prefixes)).toEqual({ ended: 1 });
    expect(told).toEqual([{ prefix: prefixOf(clerk), reason: 'elsewhere' }]);
    const logged = await server.db.query(
      sql`select account, action, object, after, result from audit_log order by id desc limit 1`,
    );
    expect(logged).toEqual([
      { account: 'chief', action: 'endSession', object: 'clerk', after: { asked: 4, ended: 1 }, result: '0' },
    ]);
    expect((await list({ account: 'clerk', state: 'ended', sort: 'createdAt' })).list[0]).toMatchObject({
      endedAt: server.clock.now,
      endReason: 'kicked',
    });

    const next = async (authorization: string) =>
      (await server.call('POST', 'user/getLoginInfo', {}, { authorization })).body.code;
    expect(await next(clerk)).toBe('9001');
    expect(await next(stranger)).toBe('0');
    expect(await end(prefixes)).toEqual({ ended: 0 });
    unsubscribe();
  });
});
