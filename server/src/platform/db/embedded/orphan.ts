import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandLine, signal, until } from './processes.ts';

const FAST_STOP_MS = 10_000;
const HARD_STOP_MS = 5_000;

/**
 * Clears the way on a cluster whose DATA_DIR lock this process holds: stops a postmaster that outlived its killed server, and
 * disarms a pid file whose number is dead or belongs to someone else by now (PostgreSQL would refuse to start for it).
 * Throws when an old postmaster cannot be stopped.
 */
export async function clearOrphan(data: string): Promise<void> {
  const file = join(data, 'postmaster.pid');
  const pid = pidIn(file);
  if (pid === undefined) return;
  const runs = () => commandLine(pid).includes(` -D ${data} `);
  if (runs()) {
    signal(pid, 'SIGINT');
    if (!(await until(() => !runs(), FAST_STOP_MS))) signal(pid, 'SIGQUIT');
    if (!(await until(() => !runs(), HARD_STOP_MS)))
      throw new Error(`an earlier PostgreSQL with process id ${pid} still runs on ${data} and does not stop`);
  }
  disarm(file);
}

/** Forgets the socket of an earlier run; its lock file may name a process id that somebody else has by now. */
export function removeSocket(socket: string): void {
  rmSync(socket, { force: true });
  rmSync(`${socket}.lock`, { force: true });
}

/**
 * Puts our own number in the first line. PostgreSQL takes a file that names its parent for stale, but still looks at the
 * shared memory named further down, and so waits for backends of the dead postmaster; deleting the file would lose that.
 */
function disarm(file: string): void {
  if (!existsSync(file)) return;
  const [, ...rest] = readFileSync(file, 'utf8').split('\n');
  writeFileSync(file, [process.pid, ...rest].join('\n'));
}

function pidIn(file: string): number | undefined {
  if (!existsSync(file)) return undefined;
  const pid = Math.abs(Number.parseInt(readFileSync(file, 'utf8'), 10));
  return pid > 1 ? pid : undefined;
}
