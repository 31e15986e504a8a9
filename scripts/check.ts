/** `npm run check`: formatting and lint (Biome), import directions, types (one tsc a config), unused code (knip). Stops with the first failure's code. */
import { spawnSync } from 'node:child_process';

const steps: readonly (readonly [name: string, command: string, ...args: string[]])[] = [
  ['format, lint', 'biome', 'check', '--error-on-warnings'],
  ['import directions', process.execPath, 'scripts/check-imports.ts'],
  ['types: pure packages stay pure', 'tsc', '-p', 'packages/protocol'],
  ['types: domain', 'tsc', '-p', 'packages/domain'],
  ['types: contract', 'tsc', '-p', 'packages/contract'],
  ['types: locale', 'tsc', '-p', 'packages/locale'],
  ['types: server, simulator, bench, stories, scripts, tests', 'tsc', '-p', '.'],
  ['types: console', 'tsc', '-p', 'console'],
  ['unused code', 'knip', '--no-progress'],
];

for (const [name, command, ...args] of steps) {
  const started = performance.now();
  const { status } = spawnSync(command, args, { stdio: 'inherit' });
  console.log(`${status === 0 ? 'ok' : 'FAILED'}  ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  if (status !== 0) process.exit(status ?? 1);
}
