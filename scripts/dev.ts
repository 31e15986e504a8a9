/** `npm run dev`: the server, started anew at each change, beside Vite's development server for the console. Both end together. */
import { join } from 'node:path';
import { exitCode, ROOT, start } from './children.ts';

const children = [
  start(process.execPath, ['--watch', '--watch-preserve-output', join('server', 'src', 'main.ts')]),
  start('vite', [], { cwd: join(ROOT, 'console') }),
];
const ends = children.map(exitCode);
process.exitCode = await Promise.race(ends);
for (const child of children) child.kill('SIGTERM');
await Promise.all(ends);
