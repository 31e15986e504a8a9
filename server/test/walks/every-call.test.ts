import { BASE_PATH, type Call, type PermissionCode } from '@fleetwarden/contract/call';
import { callTables } from '@fleetwarden/contract/call-tables';
import { builtInRoles } from '@fleetwarden/contract/identity/built-in-roles';
import { allPermissions, withAncestors } from '@fleetwarden/contract/permission-tree';
import { resources } from '@fleetwarden/contract/resources';
import { resourceCalls } from '@fleetwarden/contract/resources/resource-calls';
import { sign } from '@fleetwarden/contract/sign';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureBuiltInRoles } from '../../src/modules/identity/index.ts';
import { sql } from '../../src/platform/db/database.ts';
import { mapParallel } from '../support/map-parallel.ts';
import { addVehicle } from '../support/test-fleet.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

/** All tables of calls. A served table that is missing here fails below, in the comparison of documents. */
const tables: readonly Readonly<Record<string, Call>>[] = [
  ...Object.values(callTables),
  ...Object.values(resources).map((resource) => resourceCalls(resource)),
];

const calls: [string, Call][] = tables.flatMap((table) => Object.entries(table));
const closed = calls.filter(([, call]) => call.permission !== 'public');

/** A caller, and the permissions that it has. */
type Asker = { readonly headers: Record<string, string>; mayCall(permission: Call['permission']): boolean };

/** The codes that a row names; none for those that are no codes. */
const codesOf = (permission: Call['permission']): PermissionCode[] =>
  [permission].flat().filter((each): each is PermissionCode => /^\d+$/.test(each));

let server: TestServer;
let root: number;
const tokens = new Map<string, string>();
beforeAll(async () => {
  server = await startTestServer();
  root = await server.department('Head office');
  const roles = await ensureBuiltInRoles(server.db);
  for (const { key } of builtInRoles) {
    const id = await server.account(key, root, []);
    await server.db.run(sql`update account_role set role_id = ${roles.get(key)} where account_id = ${id}`);
    tokens.set(key, await server.signIn(key));
  }
  tokens.set('nobody', await accountWith('nobody', []));
  tokens.set('anybody', await accountWith('anybody', allPermissions));
  tokens.set('beginner', await accountWith('beginner', allPermissions));
  await server.db.run(sql`update account set must_change_password = true where login_name = 'beginner'`);
  tokens.set('inspection', await inspection());
});
afterAll(() => server.stop());

async function accountWith(name: string, codes: readonly string[]): Promise<string> {
  await server.account(name, root, codes);
  return server.signIn(name);
}

async function inspection(): Promise<string> {
  const carId = await addVehicle(server, { plate: '粤A00001', departmentId: root });
  const authorization = tokens.get('anybody')!;
  const made = await server.call('POST', 'car/makeInspectPasswd', { carId: `${carId}` }, { authorization });
  const vPasswd = await server.vPasswd(made.body.data.password);
  return (await server.call('POST', 'car/login', { carNo: '粤A00001', color: 2, vPasswd })).body.data.token;
}

const withToken = (name: string) => ({ authorization: tokens.get(name)! });
const holding =
  (codes: Iterable<string>): Asker['mayCall'] =>
  (permission) =>
    permission === 'public' ||
    permission === 'anySession' ||
    permission === 'signedIn' ||
    (permission === 'anyRight'
      ? [...codes].length > 0
      : permission !== 'inspection' && codesOf(permission).some((code) => withAncestors(codes).has(code)));
const users: [string, Asker['mayCall']][] = [
  ...builtInRoles.map(({ key, codes }): [string, Asker['mayCall']] => [key, holding(codes)]),
  ['nobody', holding([])],
  ['anybody', holding(allPermissions)],
  ['beginner', (permission) => permission === 'public' || permission === 'anySession'],
  ['inspection', (permission) => ['public', 'anySession', 'inspection'].includes(String(permission))],
];

/** The body of a reply; signed where that is demanded, so that it is not the sign that is refused. */
const ask = async (call: Call, data: Record<string, unknown>, headers: Record<string, string>) => {
  const reply = call.upload
    ? await server.upload(call.path, { data, ...(call.signed ? { sign: sign(data) } : {}) }, undefined, headers)
    : call.signed
      ? await server.post(call.path, { data, sign: sign(data) }, headers)
      : await server.call(call.method, call.path, data, headers);
  return call.resCode ? { ...reply.body, code: String(reply.body.resCode) } : reply.body;
};
/** The code of a call with an unknown field: 4001 means that the caller was admitted; the call does nothing. */
const admission = async (call: Call, headers: Record<string, string>): Promise<string> =>
  (await ask(call, { unheardOf: '1' }, headers)).code;

/** Beyond smallint, integer and unsigned integer. */
const BEYOND = [40_000, 2_147_483_648, 4_294_967_296, -2_147_483_649];

/** As many as one account may upload. */
const AT_ONCE = 4;

/** Each asker with the code of its answer, in their order; a few ask at a time. */
const together = <Asker>(askers: readonly Asker[], ask: (asker: Asker) => Promise<string>): Promise<[Asker, string][]> =>
  mapParallel(askers, async (asker): Promise<[Asker, string]> => [asker, await ask(asker)], AT_ONCE);

describe('every call', () => {
  it.each(calls)('%s admits each caller according to its row', async (_name, call) => {
    for (const [[name, mayCall], code] of await together(users, ([name]) => admission(call, withToken(name))))
      expect([name, code]).toEqual([name, mayCall(call.permission) ? '4001' : '4003']);
  });

  it.each(calls)(
    '%s is open without a token only if its row says so; a token in a cookie, or a cut, forged or old one is invalid',
    async (_name, call) => {
      const token = tokens.get('anybody')!;
      const [prefix, secret] = token.split('.');
      const noTokens: Record<string, string>[] = [
        {},
        { cookie: `token=${token}` },
        ...['x', prefix!, `${prefix}.${'A'.repeat(43)}`, `.${secret}`, 'x'.repeat(10_000)].map((authorization) => ({
          authorization,
        })),
      ];
      for (const [, code] of await together(noTokens, (headers) => admission(call, headers)))
        expect(code).toBe(call.permission === 'public' ? '4001' : '4007');
    },
  );

  it.each(closed.filter(([, { permission }]) => codesOf(permission).length > 0))(
    '%s refuses a role with all permissions except its own and those below it',
    async (_name, call) => {
      const own = codesOf(call.permission);
      const others = allPermissions.filter((code) => own.every((one) => !withAncestors([code]).has(one)));
      expect(await admission(call, { authorization: await accountWith(`no ${call.path}`.slice(0, 32), others) })).toBe('4003');
    },
  );

  it.each(calls)('%s names an unknown field', async (_name, call) => {
    if (call.resCode) return;
    const asker = call.permission === 'inspection' ? 'inspection' : 'anybody';
    const body = await ask(call, { unheardOf: '1' }, withToken(asker));
    expect(body.data.fields.map((field: { path: string }) => field.path)).toContain('unheardOf');
  });

  it.each(calls)('%s refuses wrong types and 10,000 characters in each of its fields', async (_name, call) => {
    const headers = withToken(call.permission === 'inspection' ? 'inspection' : 'anybody');
    const { shape } = call.data as unknown as { shape: Record<string, unknown> };
    const asks: [string, unknown][] = [];
    for (const field of Object.keys(shape)) {
      const wrong = call.method === 'GET' ? ['a', 'b'] : [{ wrong: true }];
      for (const value of [wrong, 'x'.repeat(10_000)]) asks.push([field, value]);
    }
    for (const [[field], code] of await together(
      asks,
      async ([field, value]) => (await ask(call, { [field]: value }, headers)).code,
    ))
      expect([field, code]).toEqual([field, '4001']);
  });

  it.each(calls.filter(([, { read, method }]) => read && method === 'POST'))(
    '%s does not fail for numbers outside the range of columns and enumerations',
    async (_name, call) => {
      const headers = withToken(call.permission === 'inspection' ? 'inspection' : 'anybody');
      const { shape } = call.data as unknown as { shape: Record<string, unknown> };
      const asks = Object.keys(shape).flatMap((field) => BEYOND.map((value) => [field, value] as const));
      for (const [asker, code] of await together(
        asks,
        async ([field, value]) => (await ask(call, { [field]: value }, headers)).code,
      ))
        expect([...asker, code]).not.toEqual([...asker, '5000']);
    },
  );

  it('is documented, and no other call is served', async () => {
    const reply = await server.http.app.inject({ url: '/api/docs/json', headers: { host: 'localhost' } });
    const { paths, servers } = reply.json();
    expect(servers).toEqual([{ url: BASE_PATH.slice(0, -1) }]);
    const documented = Object.entries<object>(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    );
    expect(documented.sort()).toEqual(calls.map(([, call]) => `${call.method.toLowerCase()} /${call.path}`).sort());
  });
});

describe('an ended session', () => {
  const some = closed.filter(([, { permission }]) => permission !== 'inspection');

  it('is refused by every call: logged out, replaced, expired', async () => {
    for (const [how, code] of [
      ['logout', '4007'],
      ['elsewhere', '9001'],
      ['expired', '4007'],
    ] as const) {
      const authorization = await accountWith(`gone ${how}`, allPermissions);
      const prefix = authorization.split('.')[0];
      await server.db.run(
        how === 'expired'
          ? sql`update session set expires_at = now() - interval '1 day' where prefix = ${prefix}`
          : sql`update session set ended_at = now(), end_reason = ${how} where prefix = ${prefix}`,
      );
      for (const [[name], told] of await together(some, ([, call]) => admission(call, { authorization })))
        expect([name, told]).toEqual([name, code]);
    }
  });

  it('with revoked roles may only use calls without a permission', async () => {
    const authorization = await accountWith('demoted', allPermissions);
    const everyCall = () => together(some, ([, call]) => admission(call, { authorization }));
    for (const [, code] of await everyCall()) expect(code).toBe('4001');
    await server.db.run(sql`
      delete from account_role where account_id = (select id from account where login_name = 'demoted')`);
    for (const [[name, call], code] of await everyCall()) {
      const open = call.permission === 'signedIn' || call.permission === 'anySession';
      expect([name, code]).toEqual([name, open ? '4001' : '4003']);
    }
  });
});
