import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;

const call = async (token: string, path: string, data: object = {}) =>
  (await server.call('POST', path, data, { authorization: token })).body;
const statusOf = async (url: string): Promise<number> => (await server.http.app.inject({ method: 'GET', url })).statusCode;

beforeAll(async () => {
  server = await startTestServer();
  server.settings.oneSession = false;
  await server.account('clerk', await server.department('集团'), ['604', '60401', '60406']);
});
afterAll(() => server.stop());

describe('the URL of an export', () => {
  it('expires with the session that requested it', async () => {
    const [token, other] = [await server.login('clerk'), await server.login('clerk')];
    const [{ url }, { url: foreign }] = [
      (await call(token, 'user/exportUser')).data,
      (await call(other, 'user/exportUser')).data,
    ];
    expect([await statusOf(url), await statusOf(foreign)]).toEqual([200, 200]);
    expect((await call(token, 'user/loginOut')).code).toBe('0');
    expect([await statusOf(url), await statusOf(foreign)]).toEqual([404, 200]);
  });

  it('serves nothing without its session, or with another session', async () => {
    const [token, other] = [await server.login('clerk'), await server.login('clerk')];
    const { url } = (await call(token, 'user/exportUser')).data;
    const forged = (change: (query: URLSearchParams) => void): string => {
      const address = new URL(url, 'http://localhost');
      change(address.searchParams);
      return address.pathname + address.search;
    };
    const session = token.split('.')[0]!;
    for (const address of [
      forged((query) => query.delete('u')),
      forged((query) => query.set('u', other.split('.')[0]!)),
      forged((query) => query.set('u', '')),
      forged((query) => {
        query.delete('u');
        query.set('n', `${query.get('n')}\n${session}`);
      }),
    ])
      expect([address, await statusOf(address)]).toEqual([address, 404]);
    expect(await statusOf(url)).toBe(200);
  });
});
