import { chmodSync, existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { makeFolder } from './platform/db/embedded/folder.ts';

/** Other accounts may neither read nor enter. PostgreSQL of root runs as another account, which must be able to enter. */
const isRoot = process.getuid?.() === 0;
const PRIVATE_MODE = isRoot ? 0o711 : 0o700;
const OTHERS = isRoot ? 0o006 : 0o007;

/**
 * Creates DATA_DIR for this account only. From one that exists it takes the rights of all other accounts; those of the group stay,
 * because the operator chose them, for example for backups.
 */
export function makePrivateFolder(path: string): void {
  const folder = resolve(path);
  if (!existsSync(folder)) {
    makeFolder(folder);
    chmodSync(folder, PRIVATE_MODE);
    return;
  }
  const { mode, uid } = statSync(folder);
  if ((mode & OTHERS) !== 0 && (uid === process.getuid?.() || isRoot)) chmodSync(folder, mode & 0o777 & ~OTHERS);
}
