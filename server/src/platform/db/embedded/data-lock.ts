import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { until } from './processes.ts';

/** Held as long as a server runs on a DATA_DIR. */
export type DataLock = { release(): void };

// a server that was just killed lets go within a few milliseconds
const PATIENCE_MS = 1_500;

/**
 * Takes DATA_DIR for this process, or throws naming the process that has it. The lock is the operating system's lock on a
 * file (SQLite's portable way to it: Node has none of its own): it ends with its process however that dies, is never stale,
 * and holds between containers that share a volume, where process ids say nothing.
 */
export async function lockDataDir(dataDir: string): Promise<DataLock> {
  const owner = join(dataDir, 'server.pid');
  const lock = new DatabaseSync(join(dataDir, 'server.lock'));
  if (!(await until(() => take(lock), PATIENCE_MS))) {
    lock.close();
    throw new Error(
      `DATA_DIR ${dataDir} is in use by the server with process id ${readOwner(owner)}: stop it, or use another DATA_DIR`,
    );
  }
  writeFileSync(owner, `${process.pid}\n`);
  return { release: () => lock.close() };
}

function take(lock: DatabaseSync): boolean {
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive');
    return true;
  } catch (error) {
    if (/locked/.test(String(error))) return false;
    lock.close();
    throw error;
  }
}

function readOwner(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return 'unknown';
  }
}
