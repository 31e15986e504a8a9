import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Home } from './home.ts';

/** The name PostgreSQL gives its socket on the default port. */
export const SOCKET_NAME = '.s.PGSQL.5432';
/** File of the home that names the socket's directory, where it is another. */
export const SOCKET_NOTE = 'socket-directory';
// sockaddr_un.sun_path with its closing zero: 108 bytes on Linux, 104 on macOS
const SOCKET_PATH_BYTES = process.platform === 'linux' ? 107 : 103;

/**
 * A directory that only the cluster's account may enter, with a path short enough for a unix socket: the home, or a temporary
 * folder.
 */
export function makeSocketDirectory(home: Home): { readonly directory: string; remove(): void } {
  const note = join(home.directory, SOCKET_NOTE);
  removeNoted(note);
  if (Buffer.byteLength(join(home.directory, SOCKET_NAME)) <= SOCKET_PATH_BYTES)
    return { directory: home.directory, remove: () => undefined };
  const directory = mkdtempSync(join(tmpdir(), 'fleetwarden-socket-'));
  if (home.account) chownSync(directory, home.account.uid, home.account.gid);
  if (Buffer.byteLength(join(directory, SOCKET_NAME)) > SOCKET_PATH_BYTES) {
    rmSync(directory, { recursive: true });
    throw new Error(`both DATA_DIR and the temporary folder are too long for a unix socket: ${directory}`);
  }
  // The next start deletes it if this process is killed.
  writeFileSync(note, directory);
  return { directory, remove: () => removeNoted(note) };
}

function removeNoted(note: string): void {
  try {
    rmSync(readFileSync(note, 'utf8'), { recursive: true, force: true });
    rmSync(note);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
