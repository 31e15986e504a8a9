import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { BASE_PATH, type Call } from '@fleetwarden/contract/call';
import { CallError } from '@fleetwarden/contract/errors';
import { sign } from '@fleetwarden/contract/sign';
import { getText } from '@fleetwarden/locale/languages';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createMetrics } from '../observe/metrics.ts';
import { createHttp, type Http } from './http.ts';

const calls = {
  echo: {
    method: 'POST',
    path: 'test/echo',
    permission: 'public',
    summary: 'Says it again.',
    data: z.object({ text: z.string().max(5), times: z.number().int().default(1) }),
    reply: z.object({ text: z.string() }),
  },
  find: {
    method: 'GET',
    path: 'test/find',
    permission: '201',
    summary: 'Finds.',
    data: z.object({ id: z.string().regex(/^\d+$/) }),
    reply: z.object({ id: z.string() }),
  },
  list: {
    method: 'POST',
    path: 'test/list',
    permission: 'signedIn',
    paged: true,
    defaultLimit: 7,
    summary: 'Lists.',
    data: z.object({}),
    reply: z.object({ list: z.array(z.number()) }),
  },
  change: {
    method: 'POST',
    path: 'test/change',
    permission: 'signedIn',
    signed: true,
    resCode: true,
    summary: 'Changes.',
    data: z.object({ a: z.string(), b: z.array(z.number()).optional() }),
    reply: z.object({}),
  },
  fail: {
    method: 'POST',
    path: 'test/fail',
    permission: 'public',
    summary: 'Fails.',
    data: z.object({ how: z.enum(['throws', 'broken', 'inUse', 'locked']) }),
    reply: z.object({ promised: z.string() }),
  },
} as const satisfies Record<string, Call>;

let http: Http;
let consoleFolder: string;
const logged: string[] = [];

beforeAll(async () => {
  consoleFolder = await mkdtemp(join(tmpdir(), 'console-'));
  await mkdir(join(consoleFolder, 'assets'));
  await writeFile(
    join(consoleFolder, 'index.html'),
    '<meta name="csp-nonce" content="__CSP_NONCE__"><meta name="map-mode" content="__MAP_MODE__">',
  );
  await writeFile(join(consoleFolder, 'assets', 'app-1234.js'), 'let a = 1');
  await writeFile(join(consoleFolder, 'assets', 'app-1234.js.br'), brotliCompressSync('let a = 1'));
  http = await createHttp({
    log: pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) }),
    getText,
    authenticate: async (token) => {
      if (token === 'elsewhere') throw new CallError('signedInElsewhere');
      if (token === 'database-away') throw new Error('connect ECONNREFUSED secret-host');
      if (!token.startsWith('rights:')) throw new CallError('notSignedIn');
      const rights = new Set(token.slice(7).split(','));
      return { kind: 'user', prefix: '0', accountId: 1, account: 'a', departmentId: 1, rights, mustChangePassword: false };
    },
    readiness: async () => ({ ready: false, database: false, migrations: true, draining: false }),
    metricsText: createMetrics().metricsText,
    operatorCode: '70106',
    audit: async () => undefined,
    consoleFolder,
    pageMap: async (wanted) => {
      if (wanted === '3') throw new Error('the database is away');
      const baseMap = wanted === 'openFreeMap' ? wanted : 'platform';
      return { mode: wanted === '2' ? 2 : 0, baseMap, origins: wanted === '2' ? ['https://tiles.example'] : [] };
    },
    publicCallsPerMinute: 60,
  });
  http.register('test', calls, {
    echo: ({ text, times }) => ({ text: text.repeat(times) }),
    find: ({ id }) => ({ id, hidden: 'not in the contract' }),
    list: (_data, { page }) => ({ list: [page.offset, page.limit], total: 42 }),
    change: () => ({}),
    fail: ({ how }) => {
      if (how === 'throws') throw new Error('the password of the database is hunter2');
      if (how === 'inUse') throw new CallError('inUse');
      if (how === 'locked') throw new CallError('locked', 'five failures', [], { minutes: 7 });
      return {} as { promised: string };
    },
  });
  await http.app.ready();
});
afterAll(async () => {
  await http.stop();
  await rm(consoleFolder, { recursive: true });
});

let address = 0;
const post = (path: string, payload: string | object, headers: Record<string, string> = {}) =>
  http.app.inject({
    method: 'POST',
    url: `${BASE_PATH}${path}`,
    payload,
    headers: { 'content-type': 'application/json', ...headers },
    // each test as a caller of its own: public calls are bounded per address
    remoteAddress: `10.0.0.${++address % 250}`,
  });
const get = (url: string, headers: Record<string, string> = {}, remoteAddress = '10.1.1.1') =>
  http.app.inject({ method: 'GET', url, headers, remoteAddress });
const user = { authorization: 'rights:201' };

describe('the envelope', () => {
  it('wraps a reply and has a request id', async () => {
    const reply = await post('test/echo', { data: { text: 'ab', times: 2 } });
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toEqual({ code: '0', msg: '', data: { text: 'abab' } });
    expect(reply.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('works with doubled slashes in the path', async () => {
    expect((await post('/test/echo', { data: { text: 'a' } })).json().code).toBe('0');
    expect((await get('/api//WebGis//test/find?id=1', user)).json().code).toBe('0');
  });

  it.each([
    ['an unknown field of the body', { data: { text: 'a' }, extra: 1 }, ['extra']],
    ['no data', {}, ['data']],
    ['a body that is a list', [1], ['']],
    ['an unknown field of the data', { data: { text: 'a', more: 1, most: 2 } }, ['more', 'most']],
    ['a wrong type', { data: { text: 1, times: '2' } }, ['text', 'times']],
    ['a string that is too long', { data: { text: 'abcdef' } }, ['text']],
    ['an invalid page', { data: { text: 'a' }, pageModel: { page: -1, limit: 501 } }, ['pageModel.page', 'pageModel.limit']],
  ])('refuses %s with 4001 and the fields', async (_name, body, paths) => {
    const reply = await post('test/echo', body);
    expect(reply.statusCode).toBe(200);
    expect(reply.json().code).toBe('4001');
    expect(reply.json().data.fields.map((field: { path: string }) => field.path)).toEqual(paths);
  });

  it.each([
    ['malformed JSON', '{"data":', 'application/json'],
    ['an empty body', '', 'application/json'],
    ['another content type', 'data=1', 'application/x-www-form-urlencoded'],
    ['a __proto__ key', '{"data":{"__proto__":{"text":"a"}}}', 'application/json'],
    ['text that the database cannot hold', JSON.stringify({ data: { text: 'a\0' } }), 'application/json'],
    ['a field name that the database cannot hold', JSON.stringify({ data: { text: 'a', 'b\0': 1 } }), 'application/json'],
    ['very deep nesting', `{"data":{"text":${'['.repeat(100_000)}${']'.repeat(100_000)}},"sign":"0"}`, 'application/json'],
    ['a body that is too large', JSON.stringify({ data: { text: 'a'.repeat(1024 * 1024) } }), 'application/json'],
  ])('refuses %s with 4001', async (_name, body, type) => {
    const reply = await post('test/echo', body, { 'content-type': type });
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toMatchObject({ code: '4001', data: { fields: [{ path: '' }] } });
  });

  it('describes each refused field in words that help users, without types or patterns', async () => {
    const refused = async (body: object) =>
      Object.fromEntries(
        (await post('test/echo', body, { cookie: 'language=en' }))
          .json()
          .data.fields.map(({ path, message }: { path: string; message: string }) => [path, message]),
      );
    expect(await refused({ data: { text: 'abcdef', times: '2', more: 1 } })).toEqual({
      text: 'At most 5 characters',
      times: 'Enter a valid value',
      more: 'Unknown field',
    });
    expect(await refused({ data: { text: 'a', times: 1.5 }, pageModel: { page: -1, limit: 501 } })).toEqual({
      'pageModel.page': 'Must be at least 0',
      'pageModel.limit': 'Must be at most 500',
    });
    expect(await refused({ data: { text: 'a\0' } })).toEqual({ '': 'Contains an unsupported character' });
    expect(await refused([1])).toEqual({ '': 'Enter a valid value' });
  });

  it('names at most 50 fields', async () => {
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`k${i}${'x'.repeat(100)}`, 1]));
    const reply = await post('test/echo', { data: { text: 'a', ...many } });
    expect(reply.json().data.fields).toHaveLength(50);
    expect(reply.body.length).toBeLessThan(40_000);
  });

  it('uses the language of the cookie, else of the browser, else English', async () => {
    const msg = async (headers: Record<string, string>) =>
      (await post('test/fail', { data: { how: 'inUse' } }, headers)).json().msg;
    expect(await msg({ cookie: 'a=b; language=zh', 'accept-language': 'en' })).toBe('数据正在使用，不能删除');
    expect(await msg({ 'accept-language': 'fr, en;q=0.4, zh-CN;q=0.9' })).toBe('数据正在使用，不能删除');
    expect(await msg({ cookie: 'language=%E0%A4%A', 'accept-language': 'fr' })).toBe('In use. It cannot be deleted');
    // an unknown language is ignored
    expect(await msg({ cookie: 'language=xx', 'accept-language': 'es-MX' })).toBe(getText('es', 'error.inUse'));
    const { fields } = (await post('test/echo', { data: {} }, { cookie: 'language=zh' })).json().data;
    expect(fields[0].message).toBe('必填');
  });

  it.each(['zh', 'en', 'es', 'ja'] as const)('answers in %s, including the messages of refused fields', async (language) => {
    const inUse = await post(
      'test/fail',
      { data: { how: 'inUse' } },
      { cookie: `language=${language}`, 'accept-language': 'fr' },
    );
    expect(inUse.json().msg).toBe(getText(language, 'error.inUse'));
    const refused = (await post('test/echo', { data: {} }, { 'accept-language': language })).json();
    expect(refused.msg).toBe(getText(language, 'error.validation'));
    expect(refused.data.fields).toEqual([{ path: 'text', message: getText(language, 'field.required') }]);
  });

  it('fills the placeholders of an error text', async () => {
    const reply = await post('test/fail', { data: { how: 'locked' } }, { cookie: 'language=zh' });
    expect(reply.json()).toEqual({ code: '4029', msg: '登录失败次数过多，请 7 分钟后再试', data: null });
  });

  it('omits reply fields that are not in the contract', async () => {
    expect((await get(`${BASE_PATH}test/find?id=7`, user)).json().data).toEqual({ id: '7' });
  });

  it.each(['throws', 'broken'])('never reveals why a call failed (%s); the log shows it by request id', async (how) => {
    const reply = await post('test/fail', { data: { how } });
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toEqual({ code: '5000', msg: 'Request failed. Contact your administrator', data: null });
    const line = logged.find((text) => text.includes(String(reply.headers['x-request-id'])));
    expect(line).toContain(how === 'throws' ? 'hunter2' : 'promised');
  });

  it('answers an unknown call like an unknown record', async () => {
    const reply = await post('no/such', { data: {} });
    expect([reply.statusCode, reply.json().code]).toEqual([200, '4004']);
    expect((await get(`${BASE_PATH}test/echo`)).json().code).toBe('4004');
  });
});

describe('paging', () => {
  it.each([
    [undefined, [0, 7], { page: 1, limit: 7, total: 42 }],
    [{ page: 0, limit: 20 }, [0, 20], { page: 1, limit: 20, total: 42 }],
    [{ page: 1, limit: 20 }, [0, 20], { page: 1, limit: 20, total: 42 }],
    [{ page: 3, limit: 500 }, [1000, 500], { page: 3, limit: 500, total: 42 }],
  ])('reads %o', async (pageModel, list, answered) => {
    const reply = await post('test/list', { data: {}, ...(pageModel ? { pageModel } : {}) }, user);
    expect(reply.json()).toEqual({ code: '0', msg: '', data: { list }, pageModel: answered });
  });
});

describe('the signature', () => {
  const data = { a: '车', b: [1, 2] };
  it('is required if the call requires it', async () => {
    expect((await post('test/change', { data }, user)).json()).toEqual({ resCode: 4002, message: 'Invalid signature' });
    expect((await post('test/change', { data, sign: sign(data) }, user)).json()).toEqual({ resCode: 1, message: '' });
  });
  it('is verified whenever it is sent, over the data as sent', async () => {
    const echo = { text: 'a' };
    expect((await post('test/echo', { data: echo, sign: sign(echo) })).json().code).toBe('0');
    expect((await post('test/echo', { data: echo, sign: 'f'.repeat(32) })).json().code).toBe('4002');
    expect((await get(`${BASE_PATH}test/find?id=1&sign=${sign({ id: '1' })}`, user)).json().code).toBe('0');
    expect((await get(`${BASE_PATH}test/find?id=2&sign=${sign({ id: '1' })}`, user)).json().code).toBe('4002');
  });
});

describe('access to calls', () => {
  const find = (headers: Record<string, string>) => get(`${BASE_PATH}test/find?id=1`, headers);
  it.each([
    ['4007', {}],
    ['4007', { authorization: 'garbage' }],
    ['4007', { cookie: 'token=rights:201' }],
    ['4003', { authorization: 'rights:1' }],
    ['9001', { authorization: 'elsewhere' }],
    ['5000', { authorization: 'database-away' }],
    ['0', { authorization: 'Bearer rights:1,201' }],
  ])('answers %s to %o', async (code, headers) => {
    expect((await find(headers as Record<string, string>)).json().code).toBe(code);
  });
  it('is checked before the request body is parsed', async () => {
    expect((await post('test/list', 'no json')).json().code).toBe('4007');
  });
  it('is rate-limited per address if no token is required', async () => {
    const codes = new Set<string>();
    for (let i = 0; i < 61; i++)
      codes.add(
        (
          await http.app.inject({
            method: 'POST',
            url: `${BASE_PATH}test/echo`,
            payload: { data: { text: 'a' } },
            remoteAddress: '10.9.9.9',
          })
        ).json().code,
      );
    expect([...codes]).toEqual(['0', '4029']);
  });
});

describe('operator pages', () => {
  const local = { host: 'localhost:8080' };
  it.each(['/metrics', '/api/docs/json', '/api/docs/'])('%s opens from this machine or with the permission code', async (url) => {
    expect((await get(url, local, '127.0.0.1')).statusCode).toBe(200);
    expect((await get(url, { ...local, 'x-forwarded-for': '8.8.8.8' }, '127.0.0.1')).statusCode).toBe(401);
    expect((await get(url, { host: 'rebound.example' }, '127.0.0.1')).statusCode).toBe(401);
    expect((await get(url)).statusCode).toBe(401);
    expect((await get(url, { authorization: 'rights:1' })).statusCode).toBe(403);
    expect((await get(url, { authorization: 'rights:70106' })).statusCode).toBe(200);
  });
  it('document every call with its envelope', async () => {
    const document = (await get('/api/docs/json', local, '127.0.0.1')).json();
    expect(Object.keys(document.paths).sort()).toEqual(
      Object.values(calls)
        .map((call) => `/${call.path}`)
        .sort(),
    );
    const { post: list } = document.paths['/test/list'];
    expect(Object.keys(list.requestBody.content['application/json'].schema.properties)).toEqual(['data', 'sign', 'pageModel']);
    expect(Object.keys(list.responses['200'].content['application/json'].schema.properties)).toEqual([
      'code',
      'msg',
      'data',
      'pageModel',
    ]);
    expect(document.paths['/test/find'].get.parameters[0]).toMatchObject({ name: 'id', in: 'query', required: true });
  });
  it('report liveness and readiness', async () => {
    expect((await get('/healthz')).statusCode).toBe(200);
    const ready = await get('/readyz');
    expect([ready.statusCode, ready.json()]).toEqual([503, { ready: false, database: false, migrations: true, draining: false }]);
  });
});

describe('the console', () => {
  it('is served at each of its routes, with a new nonce for styles', async () => {
    const pages = await Promise.all(
      ['/', '/index.html', '/login?redirect=%2F', '/mapcontent/mapmonitoring'].map((url) => get(url)),
    );
    const nonces = pages.map((page) => {
      expect(page.statusCode).toBe(200);
      expect(page.headers['cache-control']).toBe('no-cache');
      const [, nonce] = /content="([^"]+)"/.exec(page.body) ?? [];
      const csp = String(page.headers['content-security-policy']);
      expect(csp).toContain(`style-src 'self' 'nonce-${nonce}'`);
      expect(csp).toContain("script-src 'self';");
      expect(csp).not.toContain('unsafe-eval');
      expect(csp).not.toContain('upgrade-insecure-requests');
      return nonce;
    });
    expect(new Set(nonces).size).toBe(pages.length);
  });
  it('allows only the map provider in use, from its cookie and the platform settings', async () => {
    const page = async (cookie?: string) => {
      const { headers, body } = await get('/login', cookie === undefined ? {} : { cookie });
      return { csp: String(headers['content-security-policy']), mode: /map-mode" content="(\w+)"/.exec(body)?.[1] };
    };
    const open = await page('a=b; mapMode=2');
    expect(open.mode).toBe('2');
    expect(open.csp).toMatch(/script-src 'self' [^;]*https:\/\/\*\.amap\.com/);
    expect(open.csp).toMatch(/connect-src [^;]*https:\/\/tiles\.example/);
    expect(open.csp).not.toContain('baidu');
    expect((await page('mapMode=openFreeMap')).mode).toBe('openFreeMap');
    for (const cookie of [undefined, 'mapMode=1', 'mapMode=3', 'mapMode=https://evil.example', 'mapMode=']) {
      const shut = await page(cookie);
      expect([cookie, shut.mode, shut.csp.includes('amap'), shut.csp.includes("script-src 'self';")]).toEqual([
        cookie,
        'platform',
        false,
        true,
      ]);
    }
  });
  it('gets hashed files with an immutable cache header, compressed if the browser accepts it', async () => {
    const plain = await get('/assets/app-1234.js');
    expect([plain.body, plain.headers['cache-control']]).toEqual(['let a = 1', 'public, max-age=31536000, immutable']);
    const packed = await get('/assets/app-1234.js', { 'accept-encoding': 'gzip, br' });
    expect(packed.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe('let a = 1');
  });
  it.each(['/assets/gone.js', '/../package.json', '/websocket/none', '/gpsmsg', '/%2e%2e/%2e%2e/etc/passwd.txt'])(
    'gets 404 at %s',
    async (url) => {
      expect((await get(url)).statusCode).toBe(404);
    },
  );
});

describe('the HTTP server', () => {
  it('answers a malformed URL with its own 400 text', async () => {
    for (const path of ['/%', `${BASE_PATH}%zz`]) {
      const reply = await get(path);
      expect([reply.statusCode, reply.body]).toEqual([400, 'bad request\n']);
    }
  });

  it('survives data that is not HTTP', async () => {
    const port = await http.listen({ host: '127.0.0.1', port: 0 });
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => socket.write('\x7e\x01\x02\x7e\r\n\r\n'));
      socket.setEncoding('utf8').on('data', resolve).on('error', reject);
    });
    expect(answer).toMatch(/^HTTP\/1.1 400 /);
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  });
});
