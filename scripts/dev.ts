/** `npm run dev`: the server, restarted at each change, and Vite's development server for the console. Both end together. */
import { join } from 'node:path';
import { environment, exitCode, ROOT, start } from './children.ts';

const children = [
  start(process.execPath, ['--watch', '--watch-preserve-output', join('server', 'src', 'main.ts')]),
  // its proxy has to know where the server listens
  start('vite', [], {
    cwd: join(ROOT, 'console'),
    env: environment({ DEV_SERVER: `http://127.0.0.1:${process.env['PORT'] ?? 8080}` }),
  }),
];
const ends = children.map(exitCode);
process.exitCode = await Promise.race(ends);
for (const child of children) child.kill('SIGTERM');
await Promise.all(ends);
