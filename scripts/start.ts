/** `npm start`: builds console and server where needed, then runs the server until it ends; signals and the exit code pass through. */
import { join } from 'node:path';
import { environment, ROOT, run } from './children.ts';
import { buildProduct } from './product-build.ts';

await buildProduct();
// without it, compiling takes a third of the start time
const cache = join(ROOT, 'node_modules', '.cache', 'compile');
// errors name lines of the sources
process.exitCode = await run(process.execPath, ['--enable-source-maps', join('server', 'dist', 'main.js')], {
  env: environment({ NODE_COMPILE_CACHE: cache, NODE_ENV: process.env['NODE_ENV'] ?? 'production' }),
});
