import { constants, publicEncrypt } from 'node:crypto';
import { BASE_PATH } from '@fleetwarden/contract/call';
import type { InjectOptions } from 'fastify';
import type { Http } from '../../src/platform/http/http.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests look into replies as they come
export type Reply = { status: number; body: any; headers: Record<string, unknown>; text: string };

/** Calls of tests. */
export type TestCalls = {
  call(method: 'GET' | 'POST', path: string, data?: object, headers?: Record<string, string>): Promise<Reply>;
  /** Sends any body. */
  post(path: string, body: string | object, headers?: Record<string, string>): Promise<Reply>;
  /** Calls an upload; without `file`, sends none. */
  upload(path: string, fields: { data: object; sign?: string }, file?: File, headers?: Record<string, string>): Promise<Reply>;
  vPasswd(password: string): Promise<string>;
  /** The token of a real login, with the encrypted `password`. */
  login(account: string, password?: string): Promise<string>;
};

/** Password of all test accounts. */
export const PASSWORD = 'Correct-horse-7';

export function createTestCalls(http: Pick<Http, 'app'>): TestCalls {
  const inject = async (request: InjectOptions): Promise<Reply> => {
    const reply = await http.app.inject(request);
    const isJson = String(reply.headers['content-type']).includes('json');
    return { status: reply.statusCode, body: isJson ? reply.json() : undefined, headers: reply.headers, text: reply.body };
  };
  const call: TestCalls['call'] = (method, path, data = {}, headers = {}) =>
    method === 'GET'
      ? inject({ method, url: BASE_PATH + path, query: data as Record<string, string>, headers })
      : inject({ method, url: BASE_PATH + path, payload: { data }, headers });
  const vPasswd: TestCalls['vPasswd'] = async (password) => {
    const { publicKey, nonce } = (await call('GET', 'user/publicKey')).body.data;
    return encryptPassword(publicKey, `${password}\n${nonce}`);
  };

  return {
    call,
    post: (path, body, headers = {}) =>
      inject({
        method: 'POST',
        url: BASE_PATH + path,
        payload: body,
        headers: { 'content-type': 'application/json', ...headers },
      }),
    upload: async (path, { data, sign }, file, headers = {}) => {
      const form = new FormData();
      form.append('data', JSON.stringify(data));
      if (sign !== undefined) form.append('sign', sign);
      if (file) form.append('file', file, file.name);
      const body = new Response(form);
      return inject({
        method: 'POST',
        url: BASE_PATH + path,
        payload: Buffer.from(await body.arrayBuffer()),
        headers: { 'content-type': body.headers.get('content-type') ?? '', ...headers },
      });
    },
    vPasswd,
    login: async (account, password = PASSWORD) => {
      const reply = await call('POST', 'user/login', { account, vPasswd: await vPasswd(password) });
      if (reply.body.code !== '0') throw new Error(`login of ${account}: ${reply.text}`);
      return reply.body.data.token;
    },
  };
}

export const encryptPassword = (publicKey: string, plain: string): string =>
  publicEncrypt({ key: publicKey, padding: constants.RSA_PKCS1_PADDING }, Buffer.from(plain)).toString('base64');
