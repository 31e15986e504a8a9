import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startS3Double } from '../../../../test/support/s3-double.ts';
import { createFolderStore } from '../file-store.ts';
import { parseS3Address } from './s3-address.ts';
import { createS3Store } from './s3-store.ts';
import { signRequest } from './sign-request.ts';

const key = (digit: string) => `video/2026-11/${digit.repeat(32)}.mp4`;
const PART_BYTES = 1_000;

let folder = '';
let double: Awaited<ReturnType<typeof startS3Double>>;
let path = '';
const store = (url = double.url) =>
  createS3Store({ address: parseS3Address(url)!, folder: createFolderStore(join(folder, 'files')), partBytes: PART_BYTES });
const put = async (content: string | Buffer, digit: string, to = store()) => {
  await writeFile(path, content);
  await to.adopt(key(digit), path);
};
const text = async (file: Awaited<ReturnType<ReturnType<typeof store>['read']>>) =>
  file && [file.size, String(await buffer(file.content))];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 's3-store-'));
  path = join(folder, 'grown');
  double = await startS3Double();
});
beforeEach(() => double.behave('serve'));
afterAll(async () => {
  await double.stop();
  await rm(folder, { recursive: true, force: true });
});

describe('an S3 store', () => {
  it('stores a file, reads it completely and in ranges, and removes it', async () => {
    await put('whole file', 'a');
    expect(await readdir(folder)).not.toContain('grown');
    expect(double.objects.has(`fleet/${key('a')}`)).toBe(true);
    expect(await text(await store().read(key('a')))).toEqual([10, 'whole file']);
    expect(await text(await store().read(key('a'), { start: 6, end: 8 }))).toEqual([10, 'fil']);
    expect(await text(await store().read(key('a'), { start: 6, end: 99 }))).toEqual([10, 'file']);
    expect(await text(await store().read(key('a'), { start: 20, end: 29 }))).toEqual([10, '']);
    await store().remove(key('a'));
    await store().remove(key('a'));
    expect(await store().read(key('a'))).toBeUndefined();
  });

  it('uploads a large file in parts', async () => {
    const content = Buffer.from(Array.from({ length: 2_500 }, (_, i) => i % 251));
    await put(content, 'b');
    expect(double.objects.get(`fleet/${key('b')}`)).toEqual(content);
    expect([double.uploads.size, double.requests.filter((each) => each.startsWith('PUT')).length]).toEqual([0, 4]);
  });

  it('stores an empty file', async () => {
    await put('', 'c');
    expect(await text(await store().read(key('c')))).toEqual([0, '']);
  });

  it('retries a request after a lost connection', async () => {
    double.behave('flaky');
    await put('again', 'd');
    expect(await text(await store().read(key('d')))).toEqual([5, 'again']);
  });

  it.each(['full', 'away'] as const)(
    'rejects, and leaves the source file in place, while the bucket is %s',
    async (behaviour) => {
      for (const content of ['small', 'large'.repeat(PART_BYTES)]) {
        double.behave(behaviour);
        await expect(put(content, 'e')).rejects.toThrow('the object store');
        expect(await readdir(folder)).toContain('grown');
      }
      expect(double.objects.has(`fleet/${key('e')}`)).toBe(false);
    },
  );

  it('is not usable with a wrong secret key, and does not reveal it', async () => {
    await store().check();
    const wrong = store(double.url.replace('with', 'without'));
    await expect(wrong.check()).rejects.toThrow('the object store refuses GET: 403 SignatureDoesNotMatch');
    await expect(wrong.read(key('a'))).rejects.toThrow(/^the object store refuses GET: 403$/);
  });

  it('serves files that were stored in the local folder before', async () => {
    await put('old', 'f', createFolderStore(join(folder, 'files')) as never);
    expect(await text(await store().read(key('f')))).toEqual([3, 'old']);
    await store().remove(key('f'));
    expect(await store().read(key('f'))).toBeUndefined();
  });

  it('refuses keys that the server did not generate', async () => {
    await expect(store().read('../x')).rejects.toThrow('not a key');
    await expect(store().remove('/abs')).rejects.toThrow('not a key');
  });
});

it('signs a request like the example in the S3 documentation', () => {
  const address = parseS3Address(
    'https://AKIAIOSFODNN7EXAMPLE:wJalrXUtnFEMI%2FK7MDENG%2FbPxRfiCYEXAMPLEKEY@s3.amazonaws.com/examplebucket?style=host',
  )!;
  const { authorization } = signRequest(address, {
    method: 'GET',
    path: '/',
    query: { 'max-keys': '2', prefix: 'J' },
    bodyHash: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    now: Date.UTC(2013, 4, 24),
  });
  expect(authorization).toContain('Signature=34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7');
});

describe('an S3 address', () => {
  it('has the bucket in its path or in its host name', () => {
    expect(parseS3Address('http://id:a%2Fb@minio:9000/files')).toEqual({
      origin: 'http://minio:9000',
      path: '/files/',
      region: 'us-east-1',
      accessKey: 'id',
      secretKey: 'a/b',
    });
    expect(
      parseS3Address('https://id:s@oss-cn-hangzhou.aliyuncs.com/files/fleet?region=oss-cn-hangzhou&style=host'),
    ).toMatchObject({
      origin: 'https://files.oss-cn-hangzhou.aliyuncs.com',
      path: '/fleet/',
      region: 'oss-cn-hangzhou',
    });
  });

  it.each([
    'ftp://id:s@host/files',
    'https://host/files',
    'https://id@host/files',
    'https://id:s@host/',
    'https://id:s@host/Files',
    'https://id:s@host/files/a%20b',
    'https://id:s@host/files?zone=1',
    'https://id:s@host/files?style=dns',
    'https://id:%ZZ@host/files',
    'files',
  ])('cannot be %s', (text) => expect(parseS3Address(text)).toBeUndefined());
});
