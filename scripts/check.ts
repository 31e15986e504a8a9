/** `npm run check`: format and lint (Biome), import directions, words, types (one tsc per config), unused code (knip). Exits with the first failure's code. */
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { text } from 'node:stream/consumers';
import { environment, exitCode, ROOT } from './children.ts';

type Step = readonly [name: string, command: string, ...args: string[]];

/** Each type checker of a tsc computes the types that it meets by itself, so that few of them save half of the processor time. */
const CHECKERS = ['--checkers', String(Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2))))] as const;

/** The type checker ends before it needs much memory: without collecting garbage it takes a fifth less processor time. */
const COLLECT_LATE = { GOGC: 'off', GOMEMLIMIT: '3GiB' };

/** The longest first, so that no core waits for them at the end. */
const steps: readonly Step[] = [
  ['types: server, simulator, bench, stories, scripts, tests', 'tsc', '-p', '.', ...CHECKERS],
  ['types: console', 'tsc', '-p', 'console', ...CHECKERS],
  ['unused code', 'knip', '--no-progress'],
  ['format, lint', 'biome', 'check', '--error-on-warnings'],
  ['import directions', process.execPath, 'scripts/check-imports.ts'],
  ['words', process.execPath, 'scripts/check-words.ts'],
  ['types: contract', 'tsc', '-p', 'packages/contract', ...CHECKERS],
  ['types: pure packages stay pure', 'tsc', '-p', 'packages/protocol', ...CHECKERS],
  ['types: domain', 'tsc', '-p', 'packages/domain', ...CHECKERS],
  ['types: locale', 'tsc', '-p', 'packages/locale', ...CHECKERS],
];

/** Steps print their output when they end, so that parallel steps do not mix. */
async function check([name, command, ...args]: Step): Promise<number> {
  const started = performance.now();
  const env = environment({ ...COLLECT_LATE, ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}) });
  const child = spawn(command, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const [code, stdout, stderr] = await Promise.all([exitCode(child), text(child.stdout), text(child.stderr)]);
  process.stdout.write(stdout + stderr);
  console.log(`${code === 0 ? 'ok' : 'FAILED'}  ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  return code;
}

const queue = [...steps];
let failure = 0;
async function work(): Promise<void> {
  for (let step = queue.shift(); step && failure === 0; step = queue.shift()) {
    const code = await check(step);
    failure ||= code;
  }
}
await Promise.all(Array.from({ length: availableParallelism() }, work));
process.exitCode = failure;
