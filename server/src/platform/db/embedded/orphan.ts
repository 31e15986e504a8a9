import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandLine, signal, until } from './processes.ts';

const FAST_STOP_MS = 10_000;
const HARD_STOP_MS = 5_000;

/**
 * Stops a postmaster that outlived its killed server, and clears a stale pid file, which PostgreSQL would refuse. Call it with
 * the DATA_DIR lock held. Throws if the old postmaster cannot be stopped.
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

/** Deletes the socket of an earlier run; the process id in its lock file may belong to another process now. */
export function removeSocket(socket: string): void {
  rmSync(socket, { force: true });
  rmSync(`${socket}.lock`, { force: true });
}

/**
 * Writes our process id into the first line. PostgreSQL then treats the file as stale, but still checks the shared memory named
 * in it and waits for backends of the dead postmaster. Deleting the file would skip that.
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
