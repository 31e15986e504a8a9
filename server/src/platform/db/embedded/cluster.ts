import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Binaries } from './binaries.ts';
import type { Home } from './home.ts';

/** The superuser of the cluster, and the product's database in it. */
export const USER = 'fleetwarden';
export const DATABASE = 'fleetwarden';

/** Spawn options of initdb and postgres: own account and directory, and only PATH from the environment. */
export function surroundings(home: Home) {
  return { ...home.account, cwd: home.directory, env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', TZ: 'UTC' } };
}

/**
 * Creates the cluster if missing and returns its data directory. An interrupted initdb starts over. Throws on a cluster of
 * another major version.
 */
export function prepareCluster(home: Home, { bin, major }: Binaries): string {
  const data = join(home.directory, 'data');
  const versionFile = join(data, 'PG_VERSION');
  if (existsSync(versionFile)) {
    const found = Number(readFileSync(versionFile, 'utf8'));
    if (found !== major)
      throw new Error(
        `${data} was made by PostgreSQL ${found}, the embedded one is ${major}: restore a backup into a new DATA_DIR`,
      );
    return data;
  }
  const unfinished = `${data}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  const made = spawnSync(
    join(bin, 'initdb'),
    ['-D', unfinished, '-U', USER, '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--data-checksums'],
    { ...surroundings(home), encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`initdb: ${made.stderr?.trim() || String(made.error)}`);
  renameSync(unfinished, data);
  return data;
}
