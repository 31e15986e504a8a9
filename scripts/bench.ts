/** `npm run bench`: each file of bench/ in turn, or those named: `npm run bench -- decode ingest`. Ends with 1 when one failed. */
import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ROOT, run } from './children.ts';

const all = globSync('*.ts', { cwd: join(ROOT, 'bench') })
  .map((file) => basename(file, '.ts'))
  .sort();
const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  console.error(`no benchmark ${unknown.join(', ')}; there are ${all.join(', ')}`);
  process.exit(1);
}
process.exitCode = 0;
for (const name of chosen.length > 0 ? chosen : all) {
  console.log(`\n== ${name}`);
  const code = await run(process.execPath, ['--expose-gc', join('bench', `${name}.ts`)]);
  if (code === 0) continue;
  console.error(`${name} failed with ${code}`);
  process.exitCode = 1;
}
