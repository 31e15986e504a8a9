import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFolderStore } from './file-store.ts';

const KEY = `video/2026-11/${'0a'.repeat(16)}.mp4`;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'file-store-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('stores a file, reads it completely and in ranges, and removes it', async () => {
  const store = createFolderStore(join(folder, 'files'));
  const path = join(folder, 'grown');
  await writeFile(path, 'whole file');
  await store.adopt(KEY, path);
  expect(await readdir(folder)).toEqual(['files']);
  const whole = await store.read(KEY);
  expect([whole?.size, String(await buffer(whole!.content))]).toEqual([10, 'whole file']);
  const part = await store.read(KEY, { start: 6, end: 8 });
  expect([part?.size, String(await buffer(part!.content))]).toEqual([10, 'fil']);
  await store.remove(KEY);
  await store.remove(KEY);
  expect(await store.read(KEY)).toBeUndefined();
});

it('refuses keys that the server did not generate', async () => {
  const store = createFolderStore(folder);
  for (const key of ['../etc/passwd', 'video/2026-11/../../x', '/abs', 'video/2026-11/clip.mp4', ''])
    await expect(store.read(key)).rejects.toThrow('not a key');
});

it('leaves the source file in place if the store is not writable', async () => {
  const path = join(folder, 'stays');
  await writeFile(path, 'x');
  await writeFile(join(folder, 'blocked'), '');
  await expect(createFolderStore(join(folder, 'blocked')).adopt(KEY, path)).rejects.toThrow();
  expect(await readdir(folder)).toContain('stays');
});
