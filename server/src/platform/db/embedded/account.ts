import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** A numeric user and group that a child process is started as. */
export type Account = { readonly uid: number; readonly gid: number };

const NAME = 'postgres';
// shadow's way to a system account, then busybox's
const TOOLS = [
  ['useradd', '--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin'],
  ['adduser', '-S', '-D', '-H', '-s', '/sbin/nologin'],
] as const;

/**
 * The account that runs PostgreSQL, which refuses to run as root. Undefined for an ordinary user; for root the owner of the
 * cluster, else the account `postgres`, created if missing. Throws if no account is available.
 */
export function chooseAccount(home: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  return ownerOf(join(home, 'data')) ?? entryOf(NAME) ?? createAccount();
}

function ownerOf(directory: string): Account | undefined {
  const found = statSync(directory, { throwIfNoEntry: false });
  return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : undefined;
}

function entryOf(name: string): Account | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
}

function createAccount(): Account {
  for (const [tool, ...args] of TOOLS) {
    spawnSync(tool, [...args, NAME]);
    const made = entryOf(NAME);
    if (made) return made;
  }
  throw new Error('PostgreSQL refuses to run as root: create an account "postgres", or set DATABASE_URL');
}

/** Whether the account can enter the directory. It asks the system, because modes, groups and ACLs all matter. */
export function canEnter(account: Account | undefined, directory: string): boolean {
  return !account || spawnSync('sh', ['-c', 'test -x "$0"', directory], { ...account, cwd: '/' }).status === 0;
}
