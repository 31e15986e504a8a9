import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { constants } from 'node:os';
import { delimiter, join } from 'node:path';

/** The repository's root. */
export const ROOT = join(import.meta.dirname, '..');

const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** This environment with the workspace's own programs (the pinned Node among them) first on PATH. */
export function environment(extra: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  return { ...process.env, PATH: [join(ROOT, 'node_modules', '.bin'), process.env['PATH']].join(delimiter), ...extra };
}

/** Starts a program that shares our terminal and gets our signals. */
export function start(command: string, args: readonly string[], options: SpawnOptions = {}): ChildProcess {
  const child = spawn(command, args, { cwd: ROOT, env: environment(), stdio: 'inherit', ...options });
  const forward = (name: NodeJS.Signals) => {
    // the terminal itself sends Ctrl-C to the whole group: once is enough
    if (name !== 'SIGINT' || !process.stdin.isTTY) child.kill(name);
  };
  for (const name of FORWARDED) process.on(name, forward);
  child.once('exit', () => {
    for (const name of FORWARDED) process.off(name, forward);
  });
  return child;
}

/** The exit code of a child, as in a shell: 128 plus the signal number if killed. Rejects when it cannot be started. */
export function exitCode(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)));
  });
}

/** Runs a program to its end; returns its exit code. */
export function run(command: string, args: readonly string[], options?: SpawnOptions): Promise<number> {
  return exitCode(start(command, args, options));
}
