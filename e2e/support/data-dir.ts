/** Data folders of products. Their names have the process id of the run, so that the next run can remove abandoned ones. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const PREFIX = 'fleetwarden-e2e-';
const KILL_LIMIT_MS = 10_000;

/** An empty data folder. The account of PostgreSQL needs access to it, or the cluster would be created elsewhere. */
export function makeDataDir(runPid: number): string {
  const dir = mkdtempSync(join(tmpdir(), `${PREFIX}${runPid}-`));
  chmodSync(dir, 0o755);
  return dir;
}

export const removeDataDir = (dir: string): void => rmSync(dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });

/** Copies with owners, which Node's copy does not preserve. */
export function copyFolder(from: string, to: string): void {
  const { status, stderr } = spawnSync('cp', ['-a', from, to], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`cp ${from} ${to}: ${stderr}`);
}

type Whose = 'own' | 'abandoned';

/** Data folders of this run, or of runs that were killed. */
function dataDirs(whose: Whose): string[] {
  return readdirSync(tmpdir()).flatMap((name) => {
    const pid = Number(name.startsWith(PREFIX) && name.slice(PREFIX.length).split('-')[0]);
    if (!(pid > 0)) return [];
    const wanted = whose === 'own' ? pid === process.pid : !isAlive(pid);
    return wanted ? [join(tmpdir(), name)] : [];
  });
}

export const removeDataDirs = (whose: Whose): void => dataDirs(whose).forEach(removeDataDir);

/** Kills the products that still run on these folders. Their databases and simulators end with them. */
export async function endProducts(whose: Whose): Promise<void> {
  for (const dir of dataDirs(whose)) {
    const pid = productPid(dir);
    if (pid === undefined) continue;
    process.kill(pid, 'SIGKILL');
    for (const end = Date.now() + KILL_LIMIT_MS; productPid(dir) !== undefined && Date.now() < end; ) await sleep(50);
  }
}

/** The process id of the product on a data folder. The command line proves it: another process may have the id by now. */
function productPid(dir: string): number | undefined {
  try {
    const pid = Number(readFileSync(join(dir, 'server.pid'), 'utf8'));
    return pid > 0 && commandLine(pid).includes(dir) ? pid : undefined;
  } catch {
    return undefined;
  }
}

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
