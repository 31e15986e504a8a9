import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Log } from '../platform/observe/log.ts';
import type { SimulatedTerminal } from './demo-records.ts';

export type SimulatorOptions = {
  /** The gateway's address. */
  readonly host: string;
  readonly port: number;
  readonly terminals: readonly SimulatedTerminal[];
  readonly log: Log;
  /** Stores authentication codes and upload progress across restarts. */
  readonly stateFile: string;
  /** Days of the past to upload on the first start. */
  readonly historyDays: number;
  /** Called during the upload of the past: share from 0 to 1, positions of this run. */
  readonly onProgress?: (share: number, positions: number) => void;
};

export type Simulator = {
  /** The process that runs now; undefined between two of them. */
  readonly pid: () => number | undefined;
  /** Ends it; resolves when the process has exited. */
  readonly stop: () => Promise<void>;
};

const PROGRAM = join(import.meta.dirname, '..', '..', '..', 'simulator', 'src', 'main.ts');
/** Positions a second of the newest days: the demo is ready to look at within a minute. */
const RECENT_RATE = 24_000;
/** A run this long counts as a success: the next crash waits the least again. */
const STEADY_MS = 60_000;
const BACKOFF_MS = [1_000, 60_000] as const;
/** SIGTERM, and after this SIGKILL. */
const STOP_LIMIT_MS = 3_000;
const LOG_EVERY_SHARE = 0.1;

/**
 * Runs the simulated fleet in a process of its own, started again when it ends by itself. It lives on our end of its stdin:
 * however this process dies, the fleet ends too.
 */
export function startSimulator(options: SimulatorOptions): Simulator {
  const { host, port, terminals, log, stateFile } = options;
  const args = [
    PROGRAM,
    '--host',
    host,
    '--port',
    String(port),
    '--fleet',
    '-',
    '--mixed',
    '--incidents',
    '--report',
    '60',
    '--state',
    stateFile,
    '--history-days',
    String(options.historyDays),
    '--recent-rate',
    String(RECENT_RATE),
  ];
  let child: ChildProcessWithoutNullStreams | undefined;
  let gone: Promise<void> = Promise.resolve();
  let restart: NodeJS.Timeout | undefined;
  let stopping = false;
  let backoffMs: number = BACKOFF_MS[0];
  let loggedShare = -1;

  const say = (line: string) => {
    const { progress, positions, done, ...counts } = parse(line);
    if (typeof progress !== 'number' || typeof positions !== 'number') {
      log.debug(counts, 'demo fleet');
      return;
    }
    options.onProgress?.(progress, positions);
    if (done === true || progress - loggedShare >= LOG_EVERY_SHARE) {
      loggedShare = progress;
      log.info({ percent: Math.floor(progress * 100), positions }, 'demo fleet uploads its history');
    }
  };

  const start = () => {
    const startedAt = Date.now();
    const running = spawn(process.execPath, args, { stdio: 'pipe' });
    child = running;
    if (running.pid !== undefined) yieldTo(running.pid);
    // a child that dies at once breaks the pipe; its end is what counts
    running.stdin.on('error', () => undefined);
    running.stdin.write(`${JSON.stringify(terminals)}\n`);
    createInterface({ input: running.stdout }).on('line', say);
    createInterface({ input: running.stderr }).on('line', (line) => log.warn({ line }, 'demo fleet'));
    gone = new Promise((resolve) => {
      running.on('error', (error) => {
        log.error({ err: error }, 'demo fleet does not start');
        resolve();
      });
      running.on('close', (code, signal) => {
        child = undefined;
        resolve();
        if (stopping) return;
        if (Date.now() - startedAt > STEADY_MS) backoffMs = BACKOFF_MS[0];
        log.warn({ code, signal, againInMs: backoffMs }, 'demo fleet ended');
        restart = setTimeout(start, backoffMs);
        backoffMs = Math.min(backoffMs * 2, BACKOFF_MS[1]);
      });
    });
  };
  start();

  return {
    pid: () => child?.pid,
    stop: async () => {
      stopping = true;
      clearTimeout(restart);
      const running = child;
      running?.kill('SIGTERM');
      const limit = setTimeout(() => running?.kill('SIGKILL'), STOP_LIMIT_MS);
      await gone;
      clearTimeout(limit);
    },
  };
}

/** Lowers its priority below server and console. */
function yieldTo(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // not permitted on some systems, or the process has exited; the fleet runs anyway
  }
}

function parse(line: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? { ...value } : { line };
  } catch {
    return { line };
  }
}
