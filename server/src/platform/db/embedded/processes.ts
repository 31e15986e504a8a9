import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** The command line of a running process, its arguments joined by spaces; '' when there is none, or it is dead and only not reaped yet. */
export function commandLine(pid: number): string {
  if (process.platform === 'linux') {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    } catch {
      return '';
    }
  }
  return spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() ?? '';
}

/** Sends the signal unless the process is gone. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Polls until the condition holds; false when `limitMs` went by. */
export async function until(condition: () => boolean, limitMs: number): Promise<boolean> {
  for (const end = performance.now() + limitMs; !condition(); await sleep(10)) if (performance.now() > end) return false;
  return true;
}
