/** `npm run admin`: what the owner of the machine does without signing in, beside a running server or without one. */
import { parseArgs } from 'node:util';
import { readConfig, requireNode } from './config.ts';
import { recoverAccount } from './modules/identity/index.ts';
import { stopParts } from './parts/parts.ts';
import type { Db } from './platform/db/database.ts';
import { createLog } from './platform/observe/log.ts';
import { StartError } from './platform/start-error.ts';
import { connectBeside } from './server-database.ts';

const USAGE = `Usage: npm run admin -- reset-password ACCOUNT [--all-permissions]

  reset-password     gives ACCOUNT a new random password, enables it, and removes its dates and locks
  --all-permissions  also makes it a super administrator of its top department
`;

type Command = (db: Db) => Promise<string>;

function readCommand(args: readonly string[]): Command | undefined {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { 'all-permissions': { type: 'boolean', default: false } },
    });
    const [command, loginName, ...more] = positionals;
    if (command !== 'reset-password' || loginName === undefined || more.length > 0) return undefined;
    return (db) => resetPassword(db, loginName, values['all-permissions']);
  } catch {
    // an unknown option
    return undefined;
  }
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
  const started: (() => unknown)[] = [];
  try {
    const config = readConfig();
    process.stdout.write(await command(await connectBeside(config, createLog('error'), started)));
  } finally {
    await stopParts(started);
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof StartError ? error.message : error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = 1;
});
