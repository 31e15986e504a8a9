/** Part of `npm run check`: import directions and circles, type imports included. Prints each fault and exits with 1. */
import { join } from 'node:path';
import { findCircles, readGraph, sourceFiles } from './import-graph.ts';
import { refuseImport } from './import-rules.ts';

const root = join(import.meta.dirname, '..');
const imports = readGraph(root, sourceFiles(root));
const faults = [
  ...imports.flatMap((each) => {
    const reason = refuseImport(each);
    return reason === undefined ? [] : [`${each.from} imports ${each.specifier}: ${reason}`];
  }),
  ...findCircles(imports).map((files) => `${files.length} files import each other in a circle:\n  ${files.join('\n  ')}`),
];
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
else console.log(`${imports.length} imports follow the directions, no circles`);
