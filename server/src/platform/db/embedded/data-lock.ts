import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Held as long as a server runs on a DATA_DIR. */
export type DataLock = { release(): void };

/**
 * Takes DATA_DIR for this process, or throws naming the process that has it. The lock is the operating system's lock on a
 * file (SQLite's portable way to it: Node has none of its own): it ends with its process however that dies, is never stale,
 * and holds between containers that share a volume, where process ids say nothing.
 */
export function lockDataDir(dataDir: string): DataLock {
  const owner = join(dataDir, 'server.pid');
  const lock = new DatabaseSync(join(dataDir, 'server.lock'));
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive');
  } catch (error) {
    lock.close();
    if (!/locked/.test(String(error))) throw error;
    throw new Error(
      `DATA_DIR ${dataDir} is in use by the server with process id ${readOwner(owner)}: stop it, or use another DATA_DIR`,
    );
  }
  writeFileSync(owner, `${process.pid}\n`);
  return { release: () => lock.close() };
}

function readOwner(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return 'unknown';
  }
}
