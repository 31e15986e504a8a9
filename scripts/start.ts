/** `npm start`: builds the console where needed, then runs the server until it ends; signals and the exit code pass through. */
import { join } from 'node:path';
import { environment, ROOT, run } from './children.ts';
import { buildConsole } from './console-build.ts';

await buildConsole();
// without it, compiling takes a third of the start time
const cache = join(ROOT, 'node_modules', '.cache', 'compile');
process.exitCode = await run(process.execPath, [join('server', 'src', 'main.ts')], {
  env: environment({ NODE_COMPILE_CACHE: cache, NODE_ENV: process.env['NODE_ENV'] ?? 'production' }),
});
