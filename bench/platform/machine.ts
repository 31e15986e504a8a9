import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';

const YARDSTICK_MIB = 64;
const YARDSTICK_TIMES = 3;

/** A fixed piece of work, ms, the best of three: figures of two runs compare by it. */
function measureYardstick(): number {
  const block = Buffer.alloc(2 ** 20, 7);
  const times = Array.from({ length: YARDSTICK_TIMES }, () => {
    const began = performance.now();
    const hash = createHash('sha256');
    for (let i = 0; i < YARDSTICK_MIB; i++) hash.update(block);
    hash.digest();
    return performance.now() - began;
  });
  return Math.min(...times);
}

/** Prints the machine, its load and the yardstick: wall-clock times on a busy machine mean little. */
export function tellMachine(bench: string): void {
  const cores = cpus();
  const load = loadavg()[0]!.toFixed(1);
  console.log(
    `${bench}: ${cores[0]?.model.trim() ?? 'unknown processor'}, ${cores.length} cores, ${(totalmem() / 2 ** 30).toFixed(0)} GiB, Node ${process.versions.node}, load ${load}`,
  );
  console.log(`${bench}: yardstick ${measureYardstick().toFixed(0)} ms for the SHA-256 of ${YARDSTICK_MIB} MiB`);
}

/** Prints whether a goal is met; a missed goal sets exit code 1. */
export function tellGoal(figure: string, value: number, goal: number, unit: string): void {
  const isReached = value <= goal;
  if (!isReached) process.exitCode = 1;
  console.log(
    `${figure}: ${value.toFixed(value < 10 ? 1 : 0)} ${unit}, goal ${goal} ${unit}: ${isReached ? 'reached' : 'MISSED'}`,
  );
}

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // the process has ended, or the system has no such file
    return '';
  }
};

/** Last value of each thread; an ended thread keeps its value. */
const seen = new Map<string, number>();

/** Processor time of processes and their children in ms, for differences; 0 if the system does not provide it (not Linux). */
export function processorMs(pids: readonly number[]): number {
  const children = entriesOf('/proc').filter((entry) => pids.includes(parentOf(entry)));
  for (const pid of new Set([...pids.map(String), ...children]))
    for (const task of entriesOf(`/proc/${pid}/task`)) {
      const path = `/proc/${pid}/task/${task}/schedstat`;
      seen.set(path, Math.max(seen.get(path) ?? 0, Number(read(path).split(' ')[0]) / 1e6));
    }
  return [...seen.values()].reduce((sum, ms) => sum + ms, 0);
}

const parentOf = (pid: string): number => Number(/^PPid:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1] ?? -1);

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder).filter((entry) => /^\d+$/.test(entry));
  } catch {
    return [];
  }
}

/** The soft limit of open files of this process, which its children inherit; without /proc a common default. */
export function mostOpenFiles(): number {
  const [, soft] = /^Max open files\s+(\S+)/m.exec(read('/proc/self/limits')) ?? [];
  return soft === 'unlimited' ? Number.MAX_SAFE_INTEGER : Number(soft ?? 1024);
}
