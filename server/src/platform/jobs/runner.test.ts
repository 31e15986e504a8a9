import { setImmediate } from 'node:timers/promises';
import { HOUR_MS } from '@fleetwarden/domain/durations';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { privateTestDatabase, testDatabase } from '../../../test/support/db/test-database.ts';
import { at, type Db, openDatabase, sql } from '../db/database.ts';
import { createPartitions } from '../db/partitions.ts';
import { createLog } from '../observe/log.ts';
import { backoffMs, type Job } from './job.ts';
import { registerMaintenance } from './maintenance.ts';
import { createJobs, type Jobs, type JobsOptions } from './runner.ts';

const WAIT = { timeout: 20_000, interval: 20 };
const log = createLog('silent');

let db: Db;
const nodes = new Set<Jobs>();

beforeEach(async () => {
  ({ db } = await testDatabase());
});
afterEach(async () => {
  await Promise.all([...nodes].map((node) => node.stop()));
  nodes.clear();
});

function node<P>(job: Job<P>, options: Partial<JobsOptions> = {}): Jobs {
  const jobs = createJobs({ db, log, timeZone: 'Asia/Shanghai', pollMs: 20, drainMs: 200, ...options });
  jobs.register(job);
  jobs.start();
  nodes.add(jobs);
  return jobs;
}

function jobOf(run: Job<{ n: number }>['run'], maxAttempts = 3): Job<{ n: number }> {
  return { kind: 'test.count', payload: z.object({ n: z.number() }), run, maxAttempts };
}

const rows = () => db.query<{ state: string; attempts: number; last_error: string | null }>('select * from job order by id');
const states = async () => (await rows()).map(({ state }) => state);
const dueNow = () => db.run(`update job set run_at = now() where state = 'queued'`);

describe('jobs', () => {
  it('run once each, with any number of nodes', async () => {
    const seen: number[] = [];
    const job = jobOf(async ({ n }) => void seen.push(n));
    const [first] = [node(job), node(job), node(job)];
    const numbers = Array.from({ length: 50 }, (_, n) => n);
    await Promise.all(numbers.map((n) => first!.enqueue(job, { n })));
    await expect.poll(async () => new Set(await states()), WAIT).toEqual(new Set(['done']));
    expect(seen.toSorted((a, b) => a - b)).toEqual(numbers);
  });

  it('wait for their scheduled time', async () => {
    let runs = 0;
    const job = jobOf(async () => void runs++);
    const jobs = node(job);
    await jobs.enqueue(job, { n: 1 }, { runAt: Date.now() + HOUR_MS });
    await jobs.enqueue(job, { n: 2 });
    await expect.poll(states, WAIT).toEqual(['queued', 'done']);
    expect(runs).toBe(1);
  });

  it('are queued only if their transaction commits', async () => {
    const job = jobOf(async () => undefined);
    const jobs = node(job);
    const failing = db.transaction(async (tx) => {
      await jobs.enqueue(job, { n: 1 }, { tx });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await rows()).toEqual([]);
  });

  it('run as soon as their transaction commits', async () => {
    let runs = 0;
    const job = jobOf(async () => void runs++);
    const jobs = node(job, { pollMs: HOUR_MS });
    // the first look is over
    await jobs.enqueue(job, { n: 1 });
    await expect.poll(states, WAIT).toEqual(['done']);
    await db.transaction(async (tx) => {
      await jobs.enqueue(job, { n: 2 }, { tx });
      await tx.query('select pg_sleep(0.2)');
    });
    await expect.poll(() => runs, WAIT).toBe(2);
  });

  it('refuse an invalid payload', async () => {
    const job = jobOf(async () => undefined);
    await expect(node(job).enqueue(job, { n: 'one' } as never)).rejects.toThrow('expected number');
  });

  it('are retried after a failure with growing delays, and fail after the last attempt', async () => {
    const attempts: number[] = [];
    const job = jobOf(async (_payload, { attempt }) => {
      attempts.push(attempt);
      throw new Error(`try ${attempt}`);
    });
    await node(job).enqueue(job, { n: 1 });
    await expect.poll(async () => (await rows())[0]?.last_error, WAIT).toBe('try 1');
    expect(await states()).toEqual(['queued']);
    await expect
      .poll(async () => {
        await dueNow();
        return states();
      }, WAIT)
      .toEqual(['failed']);
    expect(attempts).toEqual([1, 2, 3]);
    expect([1, 2, 3, 20].map(backoffMs)).toEqual([5_000, 10_000, 20_000, HOUR_MS]);
  });

  it('are taken over from a dead node, and fail if a node died in every attempt', async () => {
    const attempts: number[] = [];
    const job = jobOf(async (_payload, { attempt }) => void attempts.push(attempt));
    await db.run(`insert into job (kind, payload, state, attempts, max_attempts, locked_until) values
      ('test.count', '{"n":1}', 'running', 1, 3, now() - interval '1 s'), ('test.count', '{"n":2}', 'running', 3, 3, now() - interval '1 s')`);
    node(job);
    await expect.poll(states, WAIT).toEqual(['done', 'failed']);
    expect(attempts).toEqual([2]);
    expect((await rows())[1]?.last_error).toBe('the server died while it ran');
  });

  it('hold their lease as long as they run, beyond its first duration', async () => {
    const release = Promise.withResolvers<void>();
    let runs = 0;
    const job = jobOf(() => {
      runs++;
      return release.promise;
    });
    // renewed three times per lease: a node that is held up for two seconds does not lose its job
    const leaseMs = 3_000;
    await node(job, { leaseMs }).enqueue(job, { n: 1 });
    node(job, { leaseMs });
    await expect.poll(() => runs, WAIT).toBe(1);
    const { until } = (await db.first<{ until: number }>('select locked_until as until from job'))!;
    // by the database's own clock
    await expect.poll(() => db.query(sql`select from job where now() > ${at(until)}`), WAIT).toHaveLength(1);
    release.resolve();
    await expect.poll(states, WAIT).toEqual(['done']);
    expect(runs).toBe(1);
  });

  it('are released when their node stops', async () => {
    const started = Promise.withResolvers<void>();
    const heeds = jobOf(async (_payload, { signal }) => {
      started.resolve();
      await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    });
    const jobs = node(heeds);
    await jobs.enqueue(heeds, { n: 1 });
    await started.promise;
    await jobs.stop();
    expect(await rows()).toMatchObject([{ state: 'queued', attempts: 0 }]);
  });

  it('are released even if they ignore the abort signal', async () => {
    const started = Promise.withResolvers<void>();
    const deaf = jobOf(() => {
      started.resolve();
      return new Promise(() => undefined);
    });
    const jobs = node(deaf);
    await jobs.enqueue(deaf, { n: 1 });
    await started.promise;
    await jobs.stop();
    expect(await rows()).toMatchObject([{ state: 'queued', attempts: 0 }]);
  });

  it('released and claimed again are not completed by their first run', async () => {
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const runs = [first, second];
    let started = 0;
    const job = jobOf(() => runs[started++]!.promise);
    // one connection: its statements end in the order of their start
    const single = openDatabase({ connection: db.connection, poolSize: 1 });
    const slow = node(job, { db: single, drainMs: 1 });
    await slow.enqueue(job, { n: 1 });
    await expect.poll(() => started, WAIT).toBe(1);
    await slow.stop();
    node(job);
    await expect.poll(() => started, WAIT).toBe(2);
    // the first run notices the stop only now
    first.reject(new Error('stopped'));
    await setImmediate();
    await single.query('select');
    expect(await states()).toEqual(['running']);
    second.resolve();
    await expect.poll(states, WAIT).toEqual(['done']);
    expect(started).toBe(2);
    await single.close();
  });

  it('continue by themselves after a database outage', async () => {
    const database = await privateTestDatabase();
    ({ db } = database);
    const job = jobOf(async () => undefined);
    const jobs = node(job);
    await database.stopDatabase();
    await expect(jobs.enqueue(job, { n: 1 })).rejects.toThrow();
    await database.startDatabase();
    await jobs.enqueue(job, { n: 2 });
    await expect.poll(states, WAIT).toEqual(['done']);
  });

  it('with a schedule need no separate registration', async () => {
    let seen = 0;
    const jobs = createJobs({ db, log, timeZone: 'Asia/Shanghai', pollMs: 20 });
    jobs.schedule(
      jobOf(async () => void seen++),
      '* * * * * *',
      { n: 1 },
    );
    jobs.start();
    nodes.add(jobs);
    await expect.poll(() => seen, WAIT).toBeGreaterThan(0);
  });

  it('with a schedule run once per instant on all nodes together', async () => {
    const seen: number[] = [];
    const job = jobOf(async () => void seen.push(1));
    for (let n = 0; n < 3; n++) {
      const jobs = createJobs({ db, log, timeZone: 'Asia/Shanghai', pollMs: 20 });
      jobs.register(job);
      jobs.schedule(job, '* * * * * *', { n });
      jobs.start();
      nodes.add(jobs);
    }
    await expect.poll(() => seen.length, WAIT).toBeGreaterThan(1);
    const duplicates = await db.query('select run_at from job group by run_at having count(*) > 1');
    expect(duplicates).toEqual([]);
  });

  it('with a schedule do not run after the schedule is ended', async () => {
    let endedAt = 0;
    const jobs = createJobs({ db, log, timeZone: 'Asia/Shanghai', pollMs: 20 });
    const end = jobs.schedule(
      jobOf(async () => {
        end();
        endedAt ||= Date.now();
      }),
      '* * * * * *',
      { n: 1 },
    );
    jobs.schedule({ ...jobOf(async () => undefined), kind: 'test.other' }, '* * * * * *', { n: 1 });
    jobs.start();
    nodes.add(jobs);
    await expect.poll(() => endedAt, WAIT).toBeGreaterThan(0);
    const later = (kind: string) => db.query(sql`select from job where kind = ${kind} and run_at > ${at(endedAt)}`);
    await expect.poll(async () => (await later('test.other')).length, WAIT).toBeGreaterThan(1);
    expect(await later('test.count')).toEqual([]);
  });

  it('cannot be registered twice', () => {
    const job = jobOf(async () => undefined);
    expect(() => node(job).register(job)).toThrow('job test.count is registered twice');
  });
});

describe('maintenance', () => {
  it('creates partitions in advance and deletes expired data', async () => {
    const jobs = createJobs({ db, log, timeZone: 'Asia/Shanghai', pollMs: 20 });
    const partitions = createPartitions(db, 183);
    const cleaned: number[] = [];
    registerMaintenance(jobs, {
      db,
      partitions,
      log,
      cleanups: {
        sessions: async (now) => {
          cleaned.push(now);
          return 0;
        },
      },
    });
    for (const age of [10, 200])
      await db.run(
        sql`insert into position_odd (vehicle_id, gnss_at, received_at, lng, lat, altitude_m, speed_kmh, heading, alarm_bits, status_bits,
            backfill, quality) values (1, ${at(age)}, now() - ${age} * interval '1 day', 0, 0, 0, 0, 0, 0, 0, false, 0)`,
      );
    await db.run(`insert into job (kind, state, finished_at) values ('old', 'done', now() - interval '8 days')`);
    await db.run(`insert into job (kind) values ('positions.retention'), ('platform.cleanup')`);
    jobs.start();
    nodes.add(jobs);
    await expect.poll(states, WAIT).toEqual(['done', 'done']);
    expect(await db.query('select gnss_at from position_odd')).toEqual([{ gnss_at: 10 }]);
    expect(await db.query(`select from pg_inherits where inhparent = 'position'::regclass`)).toHaveLength(5);
    expect(cleaned).toHaveLength(1);
  });
});
