import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS, HOUR_MS } from '@fleetwarden/domain/durations';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSignedFiles, type SignedFiles, signedFilesKey } from './signed-files.ts';

let parent: string;
let folder: string;
let app: FastifyInstance;
let files: SignedFiles;
let clock: number;

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'signed-files-'));
  folder = join(parent, 'exports');
  clock = Date.now();
  app = Fastify();
  files = createSignedFiles({ folder, key: signedFilesKey('a secret of a test'), lifeMs: HOUR_MS, now: () => clock });
  files.serve(app);
});
afterEach(async () => {
  await app.close();
  await rm(parent, { recursive: true });
});

const make = async (name = '操作 日志.csv', text = 'a,b\r\n') =>
  (
    await files.create(name, async (stream) => {
      stream.write(text);
    })
  ).url;

describe('signed files', () => {
  it('serve a file at its signed URL, as a download with its name', async () => {
    const url = await make();
    expect(url).toMatch(/^\/api\/WebGis\/file\/[0-9a-f]{32}\?e=\d+&n=.+&s=.+$/);
    const reply = await app.inject(url);
    expect([reply.statusCode, reply.body]).toEqual([200, 'a,b\r\n']);
    expect(reply.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-length': '5',
      'content-disposition': `attachment; filename="_.csv"; filename*=UTF-8''%E6%93%8D%E4%BD%9C%20%E6%97%A5%E5%BF%97.csv`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    });
  });

  it.each([
    ['a.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ['a.zip', 'application/zip'],
    ['a.exe', 'application/octet-stream'],
  ])('send the content type of %s', async (name, type) => {
    expect((await app.inject(await make(name))).headers['content-type']).toBe(type);
  });

  it('are stored under generated names', async () => {
    await make('../../etc/passwd.csv');
    expect(await readdir(folder)).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)]);
    expect(await readdir(parent)).toEqual(['exports']);
  });

  it('answer an expired URL with 404', async () => {
    const url = await make();
    clock += HOUR_MS - 1;
    expect((await app.inject(url)).statusCode).toBe(200);
    clock += 1;
    expect((await app.inject(url)).statusCode).toBe(404);
  });

  it('answer a forged URL with 404', async () => {
    const url = await make();
    const other = await make('b.csv', 'other');
    const of = (address: string) => new URL(address, 'http://host');
    const forged = [
      (at: URL) => at.searchParams.set('e', String(clock + 10 * HOUR_MS)),
      (at: URL) => at.searchParams.set('n', 'virus.exe'),
      (at: URL) => at.searchParams.set('s', 'A'.repeat(43)),
      (at: URL) => at.searchParams.set('s', '字'.repeat(43)),
      (at: URL) => at.searchParams.delete('s'),
      (at: URL) => at.searchParams.append('n', 'twice'),
      (at: URL) => {
        at.pathname = of(other).pathname;
      },
      (at: URL) => {
        at.pathname = '/api/WebGis/file/..%2Fsecret.key';
      },
    ].map((forge) => {
      const at = of(url);
      forge(at);
      return at.pathname + at.search;
    });
    for (const address of forged) expect([address, (await app.inject(address)).statusCode]).toEqual([address, 404]);
  });

  it('refuse URLs signed with another secret', async () => {
    const elsewhere = createSignedFiles({ folder, key: signedFilesKey('another secret'), lifeMs: HOUR_MS, now: () => clock });
    const { url } = await elsewhere.create('x.csv', async () => undefined);
    expect((await app.inject(url)).statusCode).toBe(404);
  });

  it('leave no file if writing fails', async () => {
    const failing = files.create('x.csv', async (stream) => {
      stream.write('half');
      throw new Error('the database went away');
    });
    await expect(failing).rejects.toThrow('the database went away');
    expect(await readdir(folder)).toEqual([]);
  });

  it('delete unfinished files of a crash after a day, even if complete files are stored longer', async () => {
    const long = createSignedFiles({ folder, key: signedFilesKey('a secret of a test'), lifeMs: 30 * DAY_MS });
    await make();
    for (const name of ['crashed.part', 'young.part']) await writeFile(join(folder, name), 'half');
    const [kept] = (await readdir(folder)).filter((name) => !name.endsWith('.part'));
    for (const name of [kept!, 'crashed.part']) await utimes(join(folder, name), 0, (clock - 25 * HOUR_MS) / 1000);
    expect(await long.cleanup(clock)).toBe(1);
    expect((await readdir(folder)).toSorted()).toEqual([kept, 'young.part'].toSorted());
  });

  it('delete files after an hour, including unfinished files of a crash', async () => {
    expect(await files.cleanup(clock)).toBe(0);
    const url = await make();
    await writeFile(join(folder, 'crashed.part'), '');
    await make('young.csv');
    const [oldest] = [url.slice('/api/WebGis/file/'.length).split('?')[0]!];
    for (const file of [oldest, 'crashed.part']) await utimes(join(folder, file), 0, (clock - HOUR_MS) / 1000);
    expect(await files.cleanup(clock)).toBe(2);
    expect(await readdir(folder)).toHaveLength(1);
    expect((await app.inject(url)).statusCode).toBe(404);
  });
});
