import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { testDatabase } from '../../../test/support/db/test-database.ts';
import { type Db, sql } from '../db/database.ts';
import { createLog } from '../observe/log.ts';
import type { Job } from './job.ts';
import { countFreeSlots, DEFAULT_LANE, LANES, type Lane } from './lanes.ts';
import { createJobs, type Jobs } from './runner.ts';

const WAIT = { timeout: 20_000, interval: 20 };
const lanes = Object.keys(LANES) as Lane[];
const log = createLog('silent');

let db: Db;
let nodes: Jobs[];
/** Runs by kind and number, and which of them ended. */
let begun: string[];
let ended: string[];
/** Jobs that are held until they are let go, by kind. */
let gates: Map<string, PromiseWithResolvers<void>>;

beforeAll(async () => {
  ({ db } = await testDatabase());
});
beforeEach(() => {
  [nodes, begun, ended, gates] = [[], [], [], new Map()];
});
afterEach(async () => {
  for (const gate of gates.values()) gate.resolve();
  await Promise.all(nodes.map((node) => node.stop()));
  await db.run('delete from job');
});

const gateOf = (kind: string): PromiseWithResolvers<void> => {
  const gate = gates.get(kind) ?? Promise.withResolvers<void>();
  gates.set(kind, gate);
  return gate;
};

const jobOf = (lane: Lane | undefined, what: 'long' | 'short'): Job<{ n: number }> => {
  const kind = `${what}.${lane ?? 'none'}`;
  return {
    kind,
    ...(lane ? { lane } : {}),
    payload: z.object({ n: z.number() }),
    run: async ({ n }) => {
      begun.push(`${kind} ${n}`);
      if (what === 'long') await gateOf(kind).promise;
      ended.push(`${kind} ${n}`);
    },
  };
};
const long = Object.fromEntries(lanes.map((lane) => [lane, jobOf(lane, 'long')])) as Record<Lane, Job<{ n: number }>>;
const short = Object.fromEntries(lanes.map((lane) => [lane, jobOf(lane, 'short')])) as Record<Lane, Job<{ n: number }>>;
const none = jobOf(undefined, 'long');

function node(): Jobs {
  const jobs = createJobs({ db, log, timeZone: 'Asia/Shanghai', pollMs: 20, drainMs: 200 });
  for (const job of [...Object.values(long), ...Object.values(short), none]) jobs.register(job);
  jobs.start();
  nodes.push(jobs);
  return jobs;
}
const add = async (jobs: Jobs, job: Job<{ n: number }>, times: number) => {
  for (let n = 1; n <= times; n++) await jobs.enqueue(job, { n });
};
const runs = (kind: string): number => begun.filter((run) => run.startsWith(`${kind} `)).length;
const heldIn = (lane: Lane): number => lanes.reduce((all, each) => (isWithin(each, lane) ? all + LANES[each].width : all), 0);
const isWithin = (lane: Lane, outer: Lane): boolean =>
  lane === outer || ('within' in LANES[lane] && (LANES[lane] as { within: string }).within === outer);

describe('lanes', () => {
  it.each(lanes)('do not block each other: %s is full, jobs of the other lanes run, and no more of its own', async (full) => {
    const jobs = node();
    const width = LANES[full].width;
    await add(jobs, long[full], width + 2);
    await expect.poll(() => runs(`long.${full}`), WAIT).toBe(width);
    // a lane inside a full one waits too
    const others = lanes.filter((lane) => lane !== full && !isWithin(lane, full));
    for (const lane of others) await add(jobs, short[lane], 3);
    const all = others.flatMap((lane) => [1, 2, 3].map((n) => `short.${lane} ${n}`)).toSorted();
    await expect.poll(() => ended.toSorted(), WAIT).toEqual(all);
    expect(runs(`long.${full}`)).toBe(width);
    gateOf(`long.${full}`).resolve();
    await expect.poll(() => runs(`long.${full}`), WAIT).toBe(width + 2);
  });

  it('run several jobs at once, up to the total width of all lanes', async () => {
    const jobs = node();
    for (const lane of lanes) await add(jobs, long[lane], LANES[lane].width + 1);
    const outer = lanes.filter((lane) => !('within' in LANES[lane]));
    const most = outer.reduce((all, lane) => all + LANES[lane].width, 0);
    await expect.poll(() => begun.length, WAIT).toBe(most);
    // a look later there are no more
    const before = begun.length;
    await add(jobs, short.cron, 1);
    gateOf('long.cron').resolve();
    await expect.poll(() => ended.includes('short.cron 1'), WAIT).toBe(true);
    // the one of the lane that was let go
    expect(begun.length - before).toBe(2);
  });

  it('leave the rest of the interactive lane to users while scheduled jobs run', async () => {
    const jobs = node();
    await add(jobs, long.scheduled, 6);
    await expect.poll(() => runs('long.scheduled'), WAIT).toBe(LANES.scheduled.width);
    await add(jobs, long.interactive, 6);
    await expect.poll(() => runs('long.interactive'), WAIT).toBe(LANES.interactive.width - LANES.scheduled.width);
    await add(jobs, short.cron, 1);
    await expect.poll(() => ended, WAIT).toEqual(['short.cron 1']);
    expect([runs('long.scheduled'), runs('long.interactive')]).toEqual([
      LANES.scheduled.width,
      LANES.interactive.width - LANES.scheduled.width,
    ]);
  });

  it('let a scheduled job run in its turn when users fill the interactive lane', async () => {
    const jobs = node();
    await add(jobs, long.interactive, LANES.interactive.width);
    await expect.poll(() => runs('long.interactive'), WAIT).toBe(LANES.interactive.width);
    await add(jobs, short.scheduled, 1);
    await add(jobs, long.interactive, 3);
    gateOf('long.interactive').resolve();
    await expect.poll(() => ended.includes('short.scheduled 1'), WAIT).toBe(true);
  });

  it('run the job that is due longest first', async () => {
    const jobs = node();
    await add(jobs, long.bulk, LANES.bulk.width);
    await expect.poll(() => runs('long.bulk'), WAIT).toBe(LANES.bulk.width);
    const now = Date.now();
    for (const [n, age] of [10, 30, 20, 40].entries()) await jobs.enqueue(short.bulk, { n }, { runAt: now - age * 1000 });
    gateOf('long.bulk').resolve();
    await expect.poll(() => runs('short.bulk'), WAIT).toBe(4);
    const order = begun.filter((run) => run.startsWith('short.'));
    // two run at a time, in either order
    const pairs = [order.slice(0, 2), order.slice(2)].map((pair) => pair.toSorted());
    expect(pairs).toEqual([
      ['short.bulk 1', 'short.bulk 3'],
      ['short.bulk 0', 'short.bulk 2'],
    ]);
  });

  it('have a default for job kinds without a lane, which does not block the other lanes', async () => {
    const jobs = node();
    await add(jobs, none, 9);
    await expect.poll(() => runs('long.none'), WAIT).toBe(LANES[DEFAULT_LANE].width);
    await add(jobs, short.interactive, 1);
    await add(jobs, short.cron, 1);
    await expect.poll(() => ended.toSorted(), WAIT).toEqual(['short.cron 1', 'short.interactive 1']);
  });

  it('take over the jobs of a dead node; a job without remaining attempts fails', async () => {
    for (const lane of lanes)
      for (let n = 1; n <= heldIn(lane) + 1; n++)
        await db.run(
          sql`insert into job (kind, payload, state, attempts, max_attempts, locked_until)
              values (${`short.${lane}`}, ${JSON.stringify({ n })}::jsonb, 'running', ${n === 1 ? 3 : 1}, 3, now() - interval '1 s')`,
        );
    node();
    const count = () => db.query(`select kind, state, attempts, count(*)::integer as n from job group by 1, 2, 3 order by 1, 2`);
    const expected = lanes
      .map((lane) => `short.${lane}`)
      .toSorted()
      .flatMap((kind) => [
        { kind, state: 'done', attempts: 2, n: heldIn(kind.slice('short.'.length) as Lane) },
        { kind, state: 'failed', attempts: 3, n: 1 },
      ]);
    await expect.poll(count, WAIT).toEqual(expected);
  });

  it('have the same width on each of several nodes, and no job runs twice', async () => {
    const [first] = [node(), node(), node()];
    const width = 3 * LANES.bulk.width;
    await add(first!, long.bulk, width + 3);
    await expect.poll(() => runs('long.bulk'), WAIT).toBe(width);
    await add(first!, short.interactive, 30);
    await expect.poll(() => ended.length, WAIT).toBe(30);
    expect([runs('long.bulk'), new Set(begun).size]).toEqual([width, begun.length]);
    gateOf('long.bulk').resolve();
    await expect.poll(() => ended.length, WAIT).toBe(30 + width + 3);
    expect(new Set(begun).size).toBe(begun.length);
  });

  it('count their free slots', () => {
    const room = (running: Partial<Record<Lane, number>>) => {
      const counts = new Map(Object.entries(running) as [Lane, number][]);
      return [countFreeSlots('interactive', counts), countFreeSlots('scheduled', counts), countFreeSlots('bulk', counts)];
    };
    expect(room({})).toEqual([4, 2, 2]);
    expect(room({ interactive: 3 })).toEqual([1, 1, 2]);
    expect(room({ interactive: 2, scheduled: 2, bulk: 1 })).toEqual([0, 0, 1]);
    expect(room({ scheduled: 1, cron: 3 })).toEqual([3, 1, 2]);
    expect(room({ interactive: 5 })).toEqual([0, 0, 2]);
  });
});
