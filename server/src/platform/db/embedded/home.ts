import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { type Account, canEnter, chooseAccount } from './account.ts';

/** Where the cluster lives, and who runs it. */
export type Home = { readonly directory: string; readonly account: Account | undefined };

/** For root's account `postgres`, where it cannot walk into DATA_DIR. */
const OUTSIDE = '/var/lib/fleetwarden';

/**
 * The cluster's home: `DATA_DIR/postgres`, or a directory under /var/lib that it links to if the account cannot enter DATA_DIR.
 * Creates missing directories. Throws if the home is unusable.
 */
export function prepareHome(dataDir: string): Home {
  const wanted = resolve(dataDir, 'postgres');
  const account = chooseAccount(wanted);
  if (isDangling(wanted))
    throw new Error(
      `${wanted} links to a directory that is gone: remove the link to begin with an empty database, or restore it`,
    );
  if (!existsSync(wanted)) {
    if (canEnter(account, resolve(dataDir))) mkdirSync(wanted, { mode: 0o700 });
    else symlinkSync(makeOutside(wanted), wanted);
  }
  const directory = realpathSync(wanted);
  if (account) chownSync(directory, account.uid, account.gid);
  else if (process.getuid && statSync(directory).uid !== process.getuid())
    throw new Error(`${directory} belongs to another user: start as the user who started before, or use another DATA_DIR`);
  if (!canEnter(account, directory))
    throw new Error(
      `the account that runs PostgreSQL can no longer enter ${directory}: restore the rights of the directories above it`,
    );
  return { directory, account };
}

function isDangling(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true && !existsSync(path);
}

function makeOutside(link: string): string {
  mkdirSync(OUTSIDE, { recursive: true, mode: 0o755 });
  const made = mkdtempSync(join(OUTSIDE, 'cluster-'));
  // Names the owner, in case DATA_DIR is deleted.
  writeFileSync(join(made, 'BELONGS_TO'), `${link}\n`);
  return made;
}
