/** `npm test`: everything CI runs: the checks, then all tests (those in a browser too). Arguments go to vitest. */
import { join } from 'node:path';
import { findBrowser } from './browser.ts';
import { environment, run } from './children.ts';
import { buildConsole } from './console-build.ts';

process.exitCode = await run(process.execPath, [join('scripts', 'check.ts')]);
if (process.exitCode === 0) {
  await buildConsole();
  const plain: Record<string, string> = process.stdout.isTTY ? {} : { NO_COLOR: '1' };
  const env = environment({ CHROME_PATH: await findBrowser(), ...plain });
  delete env['FORCE_COLOR'];
  process.exitCode = await run('vitest', ['run', ...process.argv.slice(2)], { env });
}
