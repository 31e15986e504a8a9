import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mostOpenFiles } from '../platform/machine.ts';
import type { ServerReady } from './server.ts';

/** File descriptors a process needs besides its connections. */
const SPARE_FILES = 500;

/** As many terminals as the process may have connections. */
export const limitTerminals = (wanted: number): number => Math.min(wanted, mostOpenFiles() - SPARE_FILES);

/** Starts the benchmark's own file in another role. */
type Start = (...args: string[]) => ChildProcess;

/** Starts a benchmark's file in the role 'server' with a data folder of its own, and stops it after the work. */
export async function withServer(
  file: string,
  terminals: number,
  work: (running: { readonly server: ChildProcess; readonly port: number; readonly start: Start }) => Promise<void>,
  execArgv: string[] = [],
): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'fleetwarden-bench-'));
  chmodSync(dataDir, 0o755);
  const start: Start = (...args) => fork(file, args, { execArgv });
  try {
    const server = start('server', dataDir, String(terminals));
    const [{ port }] = (await once(server, 'message')) as [ServerReady];
    await work({ server, port, start });
    server.send('stop');
    await once(server, 'exit');
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
