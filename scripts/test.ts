/** `npm test`: everything CI runs: the checks, then all tests (those in a browser too). Arguments go to vitest. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { findBrowser } from './browser.ts';
import { environment, ROOT, run } from './children.ts';
import { buildConsole } from './console-build.ts';
import { FAILED_FILES } from './failed-files.ts';

/** More than these do not fail by chance. */
const MAX_RETRIES = 5;
const REPORTERS = ['--reporter', join('scripts', 'failed-files.ts'), '--reporter', 'default'];

process.exitCode = await run(process.execPath, [join('scripts', 'check.ts')]);
if (process.exitCode === 0) {
  await buildConsole();
  process.exitCode = await runTests(process.argv.slice(2));
}

/**
 * Runs the tests. Files that failed are run once more by themselves: a machine that stood still for a minute is no fault of the code.
 * That they had to be is said in the last lines: a test that needs it wants mending.
 */
async function runTests(args: readonly string[]): Promise<number> {
  const dir = mkdtempSync(join(tmpdir(), 'fleetwarden-test-'));
  const noted = join(dir, 'failed');
  writeFileSync(noted, '');
  const plain: Record<string, string> = process.stdout.isTTY ? {} : { NO_COLOR: '1' };
  const env = environment({ CHROME_PATH: await findBrowser(), [FAILED_FILES]: noted, ...plain });
  delete env['FORCE_COLOR'];
  try {
    const code = await run('vitest', ['run', ...REPORTERS, ...args], { env });
    const failed = readFileSync(noted, 'utf8').split('\n').filter(Boolean);
    // who asked for a part looks at it
    if (code !== 1 || args.length > 0 || failed.length === 0 || failed.length > MAX_RETRIES) return code;
    const names = failed.map((file) => relative(ROOT, file)).join(', ');
    console.log(`\nOnce more, by themselves: ${names}\n`);
    const again = await run('vitest', ['run', ...REPORTERS, ...failed], { env });
    console.log(
      again === 0 ? `\nFailed at first, passed the second time: ${names}` : `\nFailed twice, in part or whole: ${names}`,
    );
    return again;
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
