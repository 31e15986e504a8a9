import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Binaries } from './binaries.ts';
import { surroundings } from './cluster.ts';
import type { Home } from './home.ts';
import { clearOrphan, removeSocket } from './orphan.ts';
import { SOCKET_NAME } from './socket-directory.ts';

/** One running postmaster. `exited` settles when it exits for any reason. */
export type Postmaster = { readonly pid: number; readonly exited: Promise<void>; stop(): Promise<void> };

export type PostmasterOptions = {
  readonly home: Home;
  readonly binaries: Binaries;
  readonly data: string;
  readonly socketDirectory: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly log: (line: string) => void;
};

const START_TRIES = 20;
const RETRY_MS = 250;
// a large crash recovery may take minutes; it reports progress in the log meanwhile
const START_LIMIT_MS = 600_000;
const STOP_LIMIT_MS = 7_000;
const SETPRIV = '/usr/bin/setpriv';

/** Starts PostgreSQL on a prepared cluster and waits until it accepts connections. Throws with its last output on failure. */
export async function startPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  for (let tries = 1; ; tries++) {
    await clearOrphan(options.data);
    removeSocket(join(options.socketDirectory, SOCKET_NAME));
    try {
      return await launch(options);
    } catch (error) {
      // Backends of a killed postmaster take a moment to exit.
      if (tries === START_TRIES || !/already exists|still in use/.test(String(error))) throw error;
      await sleep(RETRY_MS);
    }
  }
}

async function launch(options: PostmasterOptions): Promise<Postmaster> {
  const [program, ...args] = commandOf(options);
  // A separate session: Ctrl-C must reach the server first, which then stops the database.
  const child = spawn(program, args, { ...surroundings(options.home), detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
  let lastWords = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    lastWords = text.trimEnd();
    for (const line of lastWords.split('\n')) options.log(line);
  });
  const exited = new Promise<void>((done) => {
    child.once('exit', () => done());
    child.once('error', (error) => {
      lastWords = error.message;
      done();
    });
  });
  const end = performance.now() + START_LIMIT_MS;
  while (!isReady(options.data, child.pid)) {
    const ended = await Promise.race([exited.then(() => true), sleep(10, false)]);
    if (!ended && performance.now() < end) continue;
    child.kill('SIGQUIT');
    throw new Error(`PostgreSQL did not start: ${lastWords}`);
  }
  return { pid: child.pid!, exited, stop: () => stop(child, exited) };
}

function commandOf({ binaries, data, socketDirectory, settings }: PostmasterOptions): [string, ...string[]] {
  const postgres = [join(binaries.bin, 'postgres'), '-D', data, '-k', socketDirectory] as const;
  const all = { listen_addresses: '', unix_socket_permissions: '0700', ...settings };
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  // The kernel interrupts PostgreSQL when this process dies; without setpriv the next start finds the orphan.
  return existsSync(SETPRIV) ? [SETPRIV, '--pdeathsig', 'INT', '--', ...postgres, ...flags] : [...postgres, ...flags];
}

function isReady(data: string, pid: number | undefined): boolean {
  const file = join(data, 'postmaster.pid');
  if (pid === undefined || !existsSync(file)) return false;
  const lines = readFileSync(file, 'utf8').split('\n');
  // lines of PostgreSQL's pidfile.h: 1 the process id, 8 the status
  return Number(lines[0]) === pid && lines[7]?.trim() === 'ready';
}

async function stop(child: ChildProcess, exited: Promise<void>): Promise<void> {
  child.kill('SIGINT');
  const hurry = setTimeout(() => child.kill('SIGQUIT'), STOP_LIMIT_MS);
  await exited;
  clearTimeout(hurry);
}
