import { existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** Linux's folder in memory: a database there is created in a tenth of the time. */
const MEMORY = '/dev/shm';
const MIN_MEMORY_BYTES = 4 * 1024 ** 3;

/** The folder for data of tests, which need not survive the machine: in memory where there is room. */
export const scratchFolder = (): string => (isRoomy(MEMORY) ? MEMORY : tmpdir());

/** All folders that `scratchFolder` may return. */
export const scratchFolders = (): string[] => [tmpdir(), MEMORY].filter(existsSync);

function isRoomy(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= MIN_MEMORY_BYTES;
}
