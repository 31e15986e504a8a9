import { BASE_PATH, type Call } from '@fleetwarden/contract/call';
import { identityCalls } from '@fleetwarden/contract/identity';
import { monitorCalls } from '@fleetwarden/contract/monitor';
import { allPermissions } from '@fleetwarden/contract/permissions';
import { settingsCalls } from '@fleetwarden/contract/settings';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from './test-server.ts';

const calls: [string, Call][] = Object.entries({ ...identityCalls, ...monitorCalls, ...settingsCalls });
const closed = calls.filter(([, call]) => call.permission !== 'public');

let server: TestServer;
let root: number;
beforeAll(async () => {
  server = await startTestServer();
  root = await server.department('Head office');
});
afterAll(() => server.stop());

const codeOf = async (call: Call, headers: Record<string, string>) =>
  (await server.call(call.method, call.path, {}, headers)).body.code;

describe('every call', () => {
  it.each(closed)('%s refuses who has no token, or one in a cookie only', async (_name, call) => {
    const token = await anyToken();
    for (const headers of [{}, { authorization: 'x' }, { cookie: `token=${token}` }])
      expect(await codeOf(call, headers as Record<string, string>)).toBe('4007');
  });

  it.each(closed.filter(([, call]) => call.permission !== 'signedIn'))(
    '%s refuses a role with every code but its own',
    async (name, call) => {
      await server.account(
        name,
        root,
        allPermissions.filter((code) => code !== call.permission),
      );
      expect(await codeOf(call, { authorization: await server.login(name) })).toBe('4003');
    },
  );

  it.each(calls)('%s refuses a field that it does not name', async (_name, call) => {
    const reply = await server.call(call.method, call.path, { unheardOf: '1' }, { authorization: await anyToken() });
    expect(reply.body.code).toBe('4001');
    expect(reply.body.data.fields.map((field: { path: string }) => field.path)).toContain('unheardOf');
  });

  it.each(calls)('%s refuses wrong types in each of its fields', async (_name, call) => {
    const { shape } = call.data as unknown as { shape: Record<string, unknown> };
    for (const field of Object.keys(shape)) {
      const value = call.method === 'GET' ? ['a', 'b'] : [{ wrong: true }];
      const reply = await server.call(call.method, call.path, { [field]: value }, { authorization: await anyToken() });
      expect([field, reply.body.code]).toEqual([field, '4001']);
    }
  });

  it('is documented', async () => {
    const reply = await server.http.app.inject({ url: '/api/docs/json', headers: { host: 'localhost' } });
    const { paths, servers } = reply.json();
    expect(servers).toEqual([{ url: BASE_PATH.slice(0, -1) }]);
    const documented = Object.entries<object>(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    );
    expect(documented.sort()).toEqual(calls.map(([, call]) => `${call.method.toLowerCase()} /${call.path}`).sort());
  });
});

let token: Promise<string> | undefined;
const anyToken = () => {
  token ??= server.account('anybody', root, allPermissions).then(() => server.login('anybody'));
  return token;
};
