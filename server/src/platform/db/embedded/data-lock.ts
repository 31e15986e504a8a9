import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { until } from './processes.ts';

/** Held as long as a server runs on a DATA_DIR. */
export type DataLock = { release(): void };

// A killed server releases its lock within milliseconds.
const PATIENCE_MS = 1_500;

/**
 * Locks DATA_DIR for this process, or throws and names the process that holds it. It is a file lock of the operating system,
 * through SQLite: it ends with the process, is never stale, and works between containers that share a volume.
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
