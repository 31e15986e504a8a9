/** `npm run admin`: what the owner of the machine does without signing in, beside a running server or without one. */
import { parseArgs } from 'node:util';
import { readBackup, requireEmptyFolder, writeBackup } from './backup.ts';
import { type Config, readConfig, requireNode } from './config.ts';
import { recoverAccount } from './modules/identity/index.ts';
import type { Stops } from './parts/options.ts';
import { stopParts } from './parts/stop-parts.ts';
import { type Db, sql } from './platform/db/database.ts';
import { createLog } from './platform/observe/log.ts';
import { StartError } from './platform/start-error.ts';
import { connect, connectBeside, inspectDatabase } from './server-database.ts';

const USAGE = `Usage: npm run admin -- reset-password ACCOUNT [--all-permissions]
       npm run admin -- backup FILE [--files]
       npm run admin -- restore FILE

  reset-password     gives ACCOUNT a new random password, enables it, and removes its dates, addresses and locks
  --all-permissions  also makes it a super administrator of its top department, and removes the addresses allowed by the platform settings
  backup             writes the database and the files of DATA_DIR into the new FILE (tar.gz); the server may run
  --files            also takes recordings and evidence from DATA_DIR/files; not those of a bucket
  restore            reads FILE into an empty DATA_DIR and an empty database; start the server afterwards
`;

/** Runs with the configuration; returns what to print. */
type Command = (config: Config, started: Stops) => Promise<string>;

function readCommand(args: readonly string[]): Command | undefined {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { 'all-permissions': { type: 'boolean', default: false }, files: { type: 'boolean', default: false } },
    });
    const [command, subject, ...more] = positionals;
    if (subject === undefined || more.length > 0) return undefined;
    const { 'all-permissions': allPermissions, files } = values;
    if (command === 'reset-password' && !files)
      return async (config, started) => resetPassword(await openBeside(config, started), subject, allPermissions);
    if (allPermissions) return undefined;
    if (command === 'backup') return (config, started) => backup(config, subject, files, started);
    if (command === 'restore' && !files) return (config, started) => restore(config, subject, started);
    return undefined;
  } catch {
    // an unknown option
    return undefined;
  }
}

const openBeside = (config: Config, started: Stops): Promise<Db> => connectBeside(config, createLog('error'), started);

async function backup(config: Config, file: string, withStore: boolean, started: Stops): Promise<string> {
  const { dataDir, s3 } = config;
  const db = await openBeside(config, started);
  const { files, hasKey } = await writeBackup(db, { dataDir, file, withStore });
  const key = hasKey ? 'Keep it secret: it holds the key.' : 'The key is not in it: store SECRET_KEY too.';
  const bucket = s3 ? ' Files of the bucket are not in it: copy the bucket too.' : '';
  const missing = bucket || (withStore ? '' : ' Recordings and evidence are not in it: --files takes them too.');
  return `${file}: the database and ${files} files. ${key}${missing}\n`;
}

async function restore(config: Config, file: string, started: Stops): Promise<string> {
  await requireEmptyFolder(config.dataDir);
  const db = await connect(config, createLog('error'), started);
  const isMigrated = await db.first(sql`select where to_regclass('account') is not null`);
  if (isMigrated && !(await inspectDatabase(db)).empty)
    throw new StartError('DATABASE_URL leads to a database that is in use: name an empty one');
  const { files, hasKey } = await readBackup(db, config.dataDir, file);
  const key = hasKey ? '' : ' Start with the SECRET_KEY of that time.';
  return `${config.dataDir}: the database and ${files} files.${key}\n`;
}

async function resetPassword(db: Db, loginName: string, allPermissions: boolean): Promise<string> {
  const password = await recoverAccount(db, { loginName, allPermissions }, Date.now());
  if (password === undefined) throw new StartError(`no account ${JSON.stringify(loginName)}`);
  return `${loginName}: new password ${password} (to be changed at the next login)\n`;
}

async function main(): Promise<void> {
  requireNode();
  const command = readCommand(process.argv.slice(2));
  if (!command) {
    process.stderr.write(USAGE);
    process.exitCode = 2;
    return;
  }
  const started: Stops = [];
  try {
    const config = readConfig();
    process.stdout.write(await command(config, started));
  } finally {
    await stopParts(started);
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof StartError ? error.message : error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = 1;
});
