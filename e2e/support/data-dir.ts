/** Data folders of products. Their names have the process id of the run, so that the next run can remove abandoned ones. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { listScratchFolders, makeScratchFolder } from '../../scripts/scratch-folder.ts';

const PREFIX = 'fleetwarden-e2e-';
const STOP_LIMIT_MS = 10_000;

/** An empty data folder. */
export const makeDataDir = (runPid: number): string => makeScratchFolder(PREFIX, runPid);

export const removeDataDir = (dir: string): void => rmSync(dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });

type Whose = 'own' | 'abandoned';

/** Data folders of this run, or of runs that were killed. */
function dataDirs(whose: Whose): string[] {
  const isWanted = (pid: number) => (whose === 'own' ? pid === process.pid : !isAlive(pid));
  return listScratchFolders(PREFIX).flatMap(({ path, pid }) => (isWanted(pid) ? [path] : []));
}

/** Ends what still runs on these folders, and removes them. Synchronous, so that a process can do it as it exits. */
export function cleanUp(whose: Whose): void {
  for (const dir of dataDirs(whose)) {
    signal(findProcess(dir, 'server.pid'), 'SIGKILL');
    const database = () => findProcess(dir, 'postgres/data/postmaster.pid');
    signal(database(), 'SIGQUIT');
    for (const end = Date.now() + STOP_LIMIT_MS; database() !== undefined && Date.now() < end; ) pause(50);
    removeDataDir(dir);
  }
}

/** Signals that end a run, with the exit codes of a shell. */
const SIGNALS = [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const;

/** Removes what earlier runs left behind, and at the end of this process what it leaves: an interrupted run has no teardown. */
export function cleanUpAtExit(): void {
  cleanUp('abandoned');
  process.once('exit', () => cleanUp('own'));
  for (const [name, code] of SIGNALS) process.once(name, () => process.exit(code));
}

/** The process of a pid file on a data folder. The command line proves it: another process may have the id by now. */
function findProcess(dir: string, pidFile: string): number | undefined {
  const file = join(dir, pidFile);
  const pid = existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : 0;
  return pid > 0 && commandLine(pid).includes(dir) ? pid : undefined;
}

function signal(pid: number | undefined, name: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(pid, name);
  } catch {
    // it has ended meanwhile
  }
}

const pause = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

const commandLine = (pid: number): string =>
  spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
