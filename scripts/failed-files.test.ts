import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { environment } from './children.ts';
import { FAILED_FILES } from './failed-files.ts';

let dir: string;
beforeEach(() => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), 'failed-files-')));
});
afterEach(() => rmSync(dir, { recursive: true }));

it('names each test that failed and why, and notes its file once', async () => {
  const noted = join(dir, 'noted');
  writeFileSync(join(dir, 'good.test.ts'), `it('holds', () => {});`);
  writeFileSync(
    join(dir, 'bad.test.ts'),
    `describe('a sum', () => { it('is one', () => expect(2).toBe(1)); it('is two', () => {}); it('is three', () => expect(2).toBe(3)); });`,
  );
  writeFileSync(join(dir, 'broken.test.ts'), `throw new Error('cannot be read');`);
  const args = ['run', '--globals', '--root', dir, '--reporter', join(import.meta.dirname, 'failed-files.ts')];
  const env = environment({ [FAILED_FILES]: noted });
  const { stdout } = await promisify(execFile)('vitest', args, { env, cwd: dir }).catch((failure: { stdout: string }) => failure);
  expect(stdout.split('\n').filter(Boolean).toSorted()).toEqual([
    'failed: bad.test.ts > a sum > is one: expected 2 to be 1 // Object.is equality',
    'failed: bad.test.ts > a sum > is three: expected 2 to be 3 // Object.is equality',
    'failed: broken.test.ts > the file itself: cannot be read',
  ]);
  expect(readFileSync(noted, 'utf8').trim().split('\n').toSorted()).toEqual([
    join(dir, 'bad.test.ts'),
    join(dir, 'broken.test.ts'),
  ]);
});
