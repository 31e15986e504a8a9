import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BASE_PATH, type Call } from '@fleetwarden/contract/call';
import { CallError } from '@fleetwarden/contract/errors';
import { sign } from '@fleetwarden/contract/sign';
import { getText } from '@fleetwarden/locale/languages';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createMetrics } from '../observe/metrics.ts';
import type { AuditEntry } from './audit.ts';
import { createHttp, type Http } from './http.ts';
import { KEPT_UPLOAD_MS, MIN_FREE_BYTES, UPLOAD_LIMIT_MS, UPLOADS_PER_ACCOUNT } from './limits.ts';
import { cleanName } from './upload.ts';
import { createUploads, type Uploads } from './uploads.ts';

const MAX_BYTES = 64 * 1024;
const WAIT = { timeout: 20_000, interval: 20 };

const calls = {
  importRows: {
    method: 'POST',
    path: 'test/importRows',
    permission: '201',
    audited: true,
    upload: { maxBytes: MAX_BYTES },
    summary: 'Imports.',
    data: z.object({ kind: z.enum(['rows', 'fails', 'keeps', 'waits']), n: z.number().default(1) }),
    reply: z.object({ path: z.string(), name: z.string(), bytes: z.number(), text: z.string(), n: z.number() }),
  },
  signedImport: {
    method: 'POST',
    path: 'test/signedImport',
    permission: 'signedIn',
    signed: true,
    upload: { maxBytes: 3 * 1024 * 1024 },
    summary: 'Imports what is signed.',
    data: z.object({ a: z.string() }),
    reply: z.object({ bytes: z.number() }),
  },
  plain: {
    method: 'POST',
    path: 'test/plain',
    permission: 'public',
    summary: 'Takes no file.',
    data: z.object({}),
    reply: z.object({}),
  },
} as const satisfies Record<string, Call>;

let http: Http;
let folder: string;
let url: string;
let uploads: Uploads;
let handled = 0;
let freeBytes = Number.MAX_SAFE_INTEGER;
let open = Promise.withResolvers<void>();
const audited: AuditEntry[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'uploads-'));
  uploads = createUploads(folder, { maxKeptBytes: 10, freeBytes: async () => freeBytes });
  http = await createHttp({
    log: pino({ level: 'silent' }),
    getText,
    authenticate: async (token) => {
      if (!token.startsWith('rights:')) throw new CallError('notSignedIn');
      const rights = new Set(token.slice(7).split(','));
      return { kind: 'user', prefix: '0', accountId: 1, account: 'a', departmentId: 1, rights, mustChangePassword: false };
    },
    readiness: async () => ({ ready: true, database: true, migrations: true, draining: false }),
    metricsText: createMetrics().metricsText,
    operatorCode: '70106',
    audit: async (entry) => void audited.push(entry),
    uploads,
  });
  http.register('test', calls, {
    importRows: async ({ kind, n }, { file }) => {
      handled++;
      if (kind === 'fails') throw new Error('the disk is on fire');
      if (kind === 'waits') await open.promise;
      const path = kind === 'keeps' ? await file.keep(1) : file.path;
      return { path, name: file.name, bytes: file.bytes, text: (await readFile(path, 'utf8')).slice(0, 100), n };
    },
    signedImport: (_data, { file }) => ({ bytes: file.bytes }),
    plain: () => ({}),
  });
  url = `http://127.0.0.1:${await http.listen({ host: '127.0.0.1', port: 0 })}${BASE_PATH}`;
});
afterAll(async () => {
  await http.stop();
  await rm(folder, { recursive: true });
});
afterEach(async () => {
  expect(await onDisk()).toEqual([]);
  audited.length = 0;
});

const onDisk = async () => (await readdir(folder, { recursive: true })).filter((name) => name !== 'kept');

type Part = readonly [name: string, content: string | Blob, fileName?: string];
const formOf = (parts: readonly Part[]) => {
  const form = new FormData();
  for (const [name, content, fileName] of parts)
    if (typeof content === 'string') form.append(name, content);
    else form.append(name, content, fileName);
  return form;
};
const dataPart = (data: object = { kind: 'rows' }): Part => ['data', JSON.stringify(data)];
const filePart = (content: string | Uint8Array<ArrayBuffer> = 'a,b', name = '车辆.csv'): Part => [
  'file',
  new Blob([content]),
  name,
];

type Answer = { code: string; msg: string; data: Record<string, unknown> & { fields: { path: string; message: string }[] } };
async function send(body: string | FormData, path = 'test/importRows', headers: Record<string, string> = {}): Promise<Answer> {
  const reply = await fetch(url + path, {
    method: 'POST',
    body,
    headers: { authorization: 'rights:201', 'accept-language': 'zh', ...headers },
  });
  return reply.json() as Promise<Answer>;
}
const fieldsOf = ({ code, data }: Answer) => [code, ...(data?.fields ?? []).map(({ path, message }) => [path, message])];

describe('an upload', () => {
  it('accepts data and a file in either order, and leaves nothing on the disk', async () => {
    for (const parts of [
      [dataPart({ kind: 'rows', n: 7 }), filePart()],
      [filePart(), dataPart({ kind: 'rows', n: 7 })],
    ]) {
      const { code, data } = await send(formOf(parts));
      expect([code, data]).toMatchObject(['0', { name: '车辆.csv', bytes: 3, text: 'a,b', n: 7 }]);
      expect(data['path']).toMatch(/[/\\][0-9a-f]{32}$/);
    }
  });

  it('is one entry in the audit log, whether accepted or refused', async () => {
    await send(formOf([dataPart(), filePart()]));
    await send(formOf([dataPart()]));
    expect(audited.map(({ area, action, result }) => [area, action, result])).toEqual([
      ['test', 'importRows', '0'],
      ['test', 'importRows', '4001'],
    ]);
  });

  it('may have as many bytes as its row allows; the error names the limit in the caller’s language', async () => {
    const most = new Uint8Array(MAX_BYTES).fill(97);
    expect((await send(formOf([dataPart(), filePart(most)]))).data['bytes']).toBe(MAX_BYTES);
    const more = new Uint8Array(MAX_BYTES + 1).fill(97);
    expect(fieldsOf(await send(formOf([dataPart(), filePart(more)])))).toEqual(['4001', ['file', '文件不能超过 64 KB']]);
    const huge = new Uint8Array(8 * 1024 * 1024);
    const inEnglish = await send(formOf([['data', '{"a":"b"}'], filePart(huge)]), 'test/signedImport', {
      'accept-language': 'en',
    });
    expect(fieldsOf(inEnglish)).toEqual(['4001', ['file', 'The file must be at most 3 MB']]);
  });

  it.each<[string, Part[], string, string]>([
    ['no file', [dataPart()], 'file', '必填'],
    ['an empty file', [dataPart(), filePart('')], 'file', '必填'],
    ['two files', [dataPart(), filePart(), filePart()], 'file', '只能上传一个文件'],
    ['a file in a field with another name', [dataPart(), ['picture', new Blob(['a']), 'a.png']], 'picture', '没有此字段'],
    ['an unknown field', [dataPart(), ['more', '1'], filePart()], 'more', '没有此字段'],
    ['two data fields', [dataPart(), dataPart(), filePart()], 'data', '请输入正确的值'],
    ['no data', [filePart()], 'data', '必填'],
    ['data that is not JSON', [['data', '{'], filePart()], 'data', '请求内容不是 JSON'],
    ['data with a __proto__ key', [['data', '{"__proto__":{"a":1}}'], filePart()], 'data', '请求内容不是 JSON'],
    ['data of an unknown kind', [dataPart({ kind: 'else' }), filePart()], 'kind', '请输入正确的值'],
    ['data with an unknown field', [dataPart({ kind: 'rows', more: 1 }), filePart()], 'more', '没有此字段'],
    ['data of more than 1 MB', [['data', `"${'a'.repeat(1024 * 1024)}"`], filePart()], 'data', '内容过大'],
  ])('is refused with %s', async (_what, parts, path, message) => {
    const before = handled;
    expect(fieldsOf(await send(formOf(parts)))).toEqual(['4001', [path, message]]);
    expect(handled).toBe(before);
  });

  it.each([
    ['JSON', '{"data":{"kind":"rows"}}', 'application/json'],
    ['a form without a boundary', 'x', 'multipart/form-data'],
    [
      'a truncated form',
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc',
      'multipart/form-data; boundary=x',
    ],
    ['an empty body', '', 'multipart/form-data; boundary=x'],
    ['an invalid form', '\0\r\n--', 'multipart/form-data; boundary=x'],
  ])('is refused as %s', async (_what, body, type) => {
    const before = handled;
    expect((await send(body, undefined, { 'content-type': type })).code).toBe('4001');
    expect(handled).toBe(before);
  });

  it('is refused by calls without a file', async () => {
    expect((await send(formOf([dataPart({}), filePart()]), 'test/plain')).code).toBe('4001');
  });

  it('has a signature over its data, required if the row requires it and verified whenever it is sent', async () => {
    const good = sign({ a: 'b' });
    const signed = (parts: Part[]) => send(formOf([['data', '{"a":"b"}'], ...parts, filePart()]), 'test/signedImport');
    expect((await signed([['sign', good]])).data).toEqual({ bytes: 3 });
    expect((await signed([])).code).toBe('4002');
    expect((await signed([['sign', sign({ a: 'c' })]])).code).toBe('4002');
    expect((await send(formOf([dataPart(), ['sign', 'wrong'], filePart()]))).code).toBe('4002');
  });

  it('is deleted if its handler fails', async () => {
    expect((await send(formOf([dataPart({ kind: 'fails' }), filePart()]))).code).toBe('5000');
  });

  it('is stored for two days after its call if its handler requests it', async () => {
    const { data } = await send(formOf([dataPart({ kind: 'keeps' }), filePart('kept')]));
    expect(await readFile(data['path'] as string, 'utf8')).toBe('kept');
    expect(await uploads.cleanup(Date.now())).toBe(0);
    expect(await uploads.cleanup(Date.now() + KEPT_UPLOAD_MS + 1_000)).toBe(1);
  });

  it('replaces the oldest stored upload of its account above the byte limit of an account', async () => {
    const paths: string[] = [];
    for (const content of ['aaaa', 'bbbb', 'cccc']) {
      const { data } = await send(formOf([dataPart({ kind: 'keeps' }), filePart(content)]));
      paths.push(data['path'] as string);
      const older = Date.now() / 1_000 - 100 + paths.length;
      await utimes(paths.at(-1)!, older, older);
    }
    expect(await onDisk()).toHaveLength(2);
    expect(await readFile(paths[2]!, 'utf8')).toBe('cccc');
    expect(await uploads.cleanup(Date.now() + KEPT_UPLOAD_MS)).toBe(2);
  });

  it('is refused while the disk is nearly full', async () => {
    freeBytes = MIN_FREE_BYTES - 1;
    const reply = await send(formOf([dataPart(), filePart()]));
    freeBytes = Number.MAX_SAFE_INTEGER;
    expect(reply).toMatchObject({ code: '4029', msg: '服务器磁盘空间不足，暂不接收文件，请联系管理员' });
  });

  it('is not read if its caller lacks permission', async () => {
    const before = handled;
    const form = () => formOf([dataPart(), filePart(new Uint8Array(MAX_BYTES * 100))]);
    expect((await send(form(), undefined, { authorization: 'rights:202' })).code).toBe('4003');
    expect((await send(form(), undefined, { authorization: 'forged' })).code).toBe('4007');
    expect(handled).toBe(before);
  });

  it('may run in parallel with others, up to a limit per account', async () => {
    open = Promise.withResolvers();
    const waiting = Array.from({ length: UPLOADS_PER_ACCOUNT }, (_, n) =>
      send(formOf([dataPart({ kind: 'waits', n }), filePart(`file ${n}`)])),
    );
    const before = handled;
    await expect.poll(() => handled - before, WAIT).toBe(UPLOADS_PER_ACCOUNT);
    expect(await onDisk()).toHaveLength(UPLOADS_PER_ACCOUNT);
    expect((await send(formOf([dataPart(), filePart()]))).code).toBe('4029');
    open.resolve();
    const replies = await Promise.all(waiting);
    expect(replies.map(({ data }) => data['text'])).toEqual(replies.map((_, n) => `file ${n}`));
    expect((await send(formOf([dataPart(), filePart()]))).code).toBe('0');
  });

  it('leaves nothing if its caller disconnects', async () => {
    const { port, hostname } = new URL(url);
    const socket = connect(Number(port), hostname);
    socket.write(
      `POST ${BASE_PATH}test/importRows HTTP/1.1\r\nhost: x\r\nauthorization: rights:201\r\ncontent-length: 10000\r\n` +
        'content-type: multipart/form-data; boundary=x\r\n\r\n' +
        '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nhalf of it',
    );
    await expect.poll(async () => (await onDisk()).length, WAIT).toBe(1);
    socket.destroy();
    await expect.poll(onDisk, WAIT).toEqual([]);
    expect(await send(formOf([dataPart(), filePart()]))).toMatchObject({ code: '0' });
  });

  it('left by a crash is deleted once no upload can still be writing it', async () => {
    await writeFile(join(folder, 'left'), 'a');
    expect(await uploads.cleanup(Date.now())).toBe(0);
    const old = (Date.now() - UPLOAD_LIMIT_MS) / 1_000 - 1;
    await utimes(join(folder, 'left'), old, old);
    expect(await uploads.cleanup(Date.now())).toBe(1);
  });

  it('is documented as a form', async () => {
    const document = (await http.app.inject({ url: '/api/docs/json', headers: { host: 'localhost' } })).json();
    const { content } = document.paths['/test/importRows'].post.requestBody;
    expect(Object.keys(content)).toEqual(['multipart/form-data']);
    expect(content['multipart/form-data'].schema).toMatchObject({
      required: ['data', 'file'],
      properties: { file: { type: 'string', format: 'binary', description: 'At most 65536 bytes.' } },
    });
  });
});

describe('the name of an uploaded file', () => {
  it.each<[string | undefined, string]>([
    ['车辆 2026.xlsx', '车辆 2026.xlsx'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\temp\\a.csv', 'a.csv'],
    ['a\u202egpj.exe\0\n', 'agpj.exe'],
    ['x'.repeat(300), 'x'.repeat(100)],
    [undefined, ''],
  ])('%j is shown as %j', (sent, shown) => {
    expect(cleanName(sent)).toBe(shown);
  });
});
