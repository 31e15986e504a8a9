import { callTable } from '../../console/call-table.ts';
import { boundaries } from '../../console/src/map/boundaries/vite-plugin.ts';

/** The benchmark's page: the console's own map and store, nothing of its shell. */
export default { plugins: [boundaries(), callTable()], base: './', logLevel: 'warn', build: { target: 'es2022' } };
