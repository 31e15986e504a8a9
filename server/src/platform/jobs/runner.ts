import { setTimeout as sleep } from 'node:timers/promises';
import { Cron } from 'croner';
import { afterCommit, type Db, type Queryable } from '../db/database.ts';
import type { Log } from '../observe/log.ts';
import { backoffMs, type Job, type JobContext } from './job.ts';
import { CLAIM_ORDER, countFreeSlots, DEFAULT_LANE, type Lane } from './lanes.ts';
import { createJobStore, type FreeLane, type TakenJob } from './store.ts';

export type Jobs = {
  /** Registers a kind on this node; before start(). */
  register<P>(job: Job<P>): void;
  /**
   * Runs the job at these times (cron pattern in the business time zone), once across all nodes; before start(). Registers its
   * kind if needed. The returned function ends the schedule on this node.
   */
  schedule<P>(job: Job<P>, pattern: string, payload: P): () => void;
  /** Queues a job, due at once or at `runAt` (epoch ms). With `tx` it runs only if that transaction commits. Returns its id. */
  enqueue<P>(job: Job<P>, payload: P, options?: { readonly runAt?: number; readonly tx?: Queryable }): Promise<number>;
  start(): void;
  /** Claims no more jobs, aborts the running ones and waits briefly; unfinished jobs are released. */
  stop(): Promise<void>;
};

export type JobsOptions = {
  readonly db: Db;
  readonly log: Log;
  readonly timeZone: string;
  readonly pollMs?: number;
  readonly leaseMs?: number;
  readonly drainMs?: number;
};

/** A registered kind. */
type Known = { readonly lane: Lane; readonly run: (payload: unknown, context: JobContext) => Promise<void> };

const POLL_MS = 1_000;
const LEASE_MS = 60_000;
const DRAIN_MS = 5_000;
const MAX_ATTEMPTS = 5;

/** Background jobs in the job table: they survive crashes, are retried, and run on one node at a time. */
export function createJobs(options: JobsOptions): Jobs {
  const { db, log, timeZone, pollMs = POLL_MS, leaseMs = LEASE_MS, drainMs = DRAIN_MS } = options;
  const store = createJobStore(db);
  const known = new Map<string, Known>();
  /** Paused until start(). */
  const schedules: Cron[] = [];
  const running = new Map<TakenJob, Promise<void>>();
  const stopping = new AbortController();
  let wake = Promise.withResolvers<void>();
  let ended: Promise<unknown> = Promise.resolve();

  const rouse = () => wake.resolve();

  const execute = async (taken: TakenJob) => {
    try {
      await known.get(taken.kind)?.run(taken.payload, { signal: stopping.signal, attempt: taken.attempts });
      await store.finish(taken);
    } catch (error) {
      if (stopping.signal.aborted) return void (await store.giveBack(taken));
      log.warn({ err: error, job: taken.id, kind: taken.kind, attempt: taken.attempts }, 'job failed');
      await store.fail(taken, error instanceof Error ? error.message : String(error), backoffMs(taken.attempts));
    }
  };

  const launch = (taken: TakenJob) => {
    // A result that cannot be stored (database unavailable) is not lost: the lease expires and the job runs again.
    const end = execute(taken)
      .catch((error) => log.warn({ err: error, job: taken.id, kind: taken.kind }, 'the end of a job could not be noted'))
      .finally(() => {
        running.delete(taken);
        rouse();
      });
    running.set(taken, end);
  };

  const freeOf = (lanes: readonly Lane[]): FreeLane[] => {
    const kinds = Map.groupBy(known.keys(), (kind) => known.get(kind)!.lane);
    const busy = new Map<Lane, number>();
    for (const { kind } of running.keys()) {
      const { lane } = known.get(kind)!;
      busy.set(lane, (busy.get(lane) ?? 0) + 1);
    }
    return lanes.map((lane) => ({ kinds: kinds.get(lane) ?? [], free: countFreeSlots(lane, busy) }));
  };

  const poll = async () => {
    while (!stopping.signal.aborted) {
      wake = Promise.withResolvers<void>();
      try {
        for (const lanes of CLAIM_ORDER) for (const taken of await store.take(freeOf(lanes), leaseMs)) launch(taken);
      } catch (error) {
        log.warn({ err: error }, 'jobs wait for the database');
      }
      await Promise.race([wake.promise, pause(pollMs)]);
    }
  };

  /** Renews the leases of this node, then takes over expired ones. */
  const lease = async () => {
    while (!stopping.signal.aborted) {
      try {
        if (running.size > 0) await store.renew([...running.keys()], leaseMs);
        if ((await store.takeOver()) > 0) rouse();
      } catch (error) {
        log.warn({ err: error }, 'leases were not renewed');
      }
      await pause(leaseMs / 3);
    }
  };

  const pause = (ms: number) => sleep(ms, undefined, { signal: stopping.signal }).catch(() => undefined);

  const makeKnown = <P>(job: Job<P>) =>
    known.set(job.kind, {
      lane: job.lane ?? DEFAULT_LANE,
      run: (payload, context) => job.run(job.payload.parse(payload), context),
    });

  const jobs: Jobs = {
    register: (job) => {
      if (known.has(job.kind)) throw new Error(`job ${job.kind} is registered twice`);
      makeKnown(job);
    },
    schedule: (job, pattern, payload) => {
      if (!known.has(job.kind)) makeKnown(job);
      const cron = new Cron(
        pattern,
        { timezone: timeZone, paused: true, catch: (error) => log.warn({ err: error, kind: job.kind }, 'not queued') },
        async () => {
          const runAt = cron.currentRun()?.setMilliseconds(0) ?? Date.now();
          const maxAttempts = job.maxAttempts ?? MAX_ATTEMPTS;
          if (await store.addOnce({ kind: job.kind, payload: job.payload.parse(payload), maxAttempts, runAt })) rouse();
        },
      );
      schedules.push(cron);
      return () => cron.stop();
    },
    enqueue: async (job, payload, { runAt, tx } = {}) => {
      const maxAttempts = job.maxAttempts ?? MAX_ATTEMPTS;
      const id = await store.add({ kind: job.kind, payload: job.payload.parse(payload), maxAttempts, runAt }, tx);
      // before the commit, nothing would be found
      afterCommit(tx ?? db, rouse);
      return id;
    },
    start: () => {
      ended = Promise.all([poll(), lease()]);
      for (const cron of schedules) cron.resume();
    },
    stop: async () => {
      for (const cron of schedules) cron.stop();
      stopping.abort();
      await ended;
      await Promise.race([Promise.all(running.values()), sleep(drainMs)]);
      await Promise.allSettled([...running.keys()].map((taken) => store.giveBack(taken)));
    },
  };
  return jobs;
}
