import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Linux's folder in memory: a database there is created in a tenth of the time. */
const MEMORY = '/dev/shm';
const MIN_MEMORY_BYTES = 4 * 1024 ** 3;

/** The folder for data of tests, which need not survive the machine: in memory where there is room. */
const scratchFolder = (): string => (isRoomy(MEMORY) ? MEMORY : tmpdir());

/**
 * Makes an empty folder for data of tests, named by the process that uses it: `listScratchFolders` finds those of killed processes. All
 * accounts may walk through it, as root starts PostgreSQL under another one.
 */
export function makeScratchFolder(prefix: string, pid = process.pid): string {
  const folder = mkdtempSync(join(scratchFolder(), `${prefix}${pid}-`));
  chmodSync(folder, 0o755);
  return folder;
}

/** The folders that `makeScratchFolder` made with this prefix, and their processes. */
export function listScratchFolders(prefix: string): { readonly path: string; readonly pid: number }[] {
  const parents = [tmpdir(), MEMORY].filter(existsSync);
  return parents.flatMap((parent) =>
    readdirSync(parent).flatMap((name) => {
      const pid = Number(name.startsWith(prefix) && name.slice(prefix.length).split('-')[0]);
      return pid > 0 ? [{ path: join(parent, name), pid }] : [];
    }),
  );
}

/** Copies a folder with owners, which Node's copy does not preserve. */
export function copyFolder(from: string, to: string): void {
  const { status, stderr } = spawnSync('cp', ['-a', from, to], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`cp ${from} ${to}: ${stderr}`);
}

function isRoomy(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= MIN_MEMORY_BYTES;
}
