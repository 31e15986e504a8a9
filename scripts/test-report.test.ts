import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { environment } from './children.ts';
import { type RunSummary, SUMMARY_FILE } from './test-report.ts';

let dir: string;

const COUNT_EXPECTS = join(import.meta.dirname, 'count-expects.ts');

beforeEach(() => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), 'test-report-')));
});
afterEach(() => rmSync(dir, { recursive: true }));

/** Runs the tests of `dir`; returns the lines of the report and its summary. */
async function report(...args: readonly string[]) {
  const summary = join(dir, 'summary');
  const reporter = join(import.meta.dirname, 'test-report.ts');
  const command = ['run', '--globals', '--root', dir, '--reporter', reporter, ...args];
  const env = environment({ [SUMMARY_FILE]: summary });
  const { stdout } = await promisify(execFile)('vitest', command, { env, cwd: dir }).catch(
    (failure: { stdout: string }) => failure,
  );
  const lines = stdout.split('\n').filter(Boolean);
  return { lines, summary: JSON.parse(readFileSync(summary, 'utf8')) as RunSummary };
}

it('reports each failed test and the reason', async () => {
  writeFileSync(join(dir, 'good.test.ts'), `it('holds', () => {});`);
  writeFileSync(
    join(dir, 'bad.test.ts'),
    `describe('a sum', () => { it('is one', () => expect(2).toBe(1)); it('is two', () => {}); it('is three', () => expect(2).toBe(3)); });`,
  );
  writeFileSync(join(dir, 'broken.test.ts'), `throw new Error('cannot be read');`);
  const { lines, summary } = await report();
  const failed = lines.filter((line) => line.startsWith('failed: '));
  expect(failed.toSorted()).toEqual([
    'failed: bad.test.ts > a sum > is one: expected 2 to be 1 // Object.is equality',
    'failed: bad.test.ts > a sum > is three: expected 2 to be 3 // Object.is equality',
    'failed: broken.test.ts > the file itself: cannot be read',
  ]);
  expect(summary.remarks).toEqual(failed);
});

it('lists the slowest files first, at most 25', async () => {
  writeFileSync(join(dir, 'slow.test.ts'), `it('waits', () => new Promise((resolve) => setTimeout(resolve, 3_000)));`);
  for (let file = 0; file < 26; file += 1) writeFileSync(join(dir, `fast-${file}.test.ts`), `it('is fast', () => {});`);
  const { lines } = await report('--no-isolate');
  const files = lines.filter((line) => line.endsWith('.test.ts'));
  expect(files).toHaveLength(25);
  expect(files[0]).toMatch(/^( +\d+\.\d s){4} {2}slow\.test\.ts$/);
});

it('counts the expect calls of each test, and reports retried tests', async () => {
  writeFileSync(
    join(dir, 'sums.test.ts'),
    `let runs = 0;
    it('is two', () => { for (let i = 0; i < 40; i += 1) expect(1 + 1).toBe(2); });
    it('is right at last', { retry: 1 }, () => { runs += 1; expect(runs).toBe(2); });
    it.skip('is left out', () => expect(1).toBe(1));`,
  );
  symlinkSync(join(import.meta.dirname, '..', 'node_modules'), join(dir, 'node_modules'));
  writeFileSync(join(dir, 'vitest.config.ts'), `export default { test: { setupFiles: [${JSON.stringify(COUNT_EXPECTS)}] } };`);
  const { lines, summary } = await report();
  expect(summary.totals).toMatchObject([{ files: 1, tests: 2, expects: 41, retried: 1 }]);
  expect(summary.remarks).toEqual(['retried: sums.test.ts > is right at last']);
  expect(lines.filter((line) => line.startsWith('retried: '))).toEqual(summary.remarks);
});
