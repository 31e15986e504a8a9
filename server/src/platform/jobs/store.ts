import { at, type Db, json, type Queryable, type Sql, sql } from '../db/database.ts';

/** A job claimed by this node. */
export type TakenJob = {
  readonly id: number;
  readonly kind: string;
  readonly payload: unknown;
  readonly attempts: number;
  /** Fencing token: another number at each claim. */
  readonly claims: number;
  readonly maxAttempts: number;
};

export type NewJob = {
  readonly kind: string;
  readonly payload: unknown;
  readonly maxAttempts: number;
  /** Epoch ms; undefined: as soon as possible. */
  readonly runAt?: number | undefined;
};

/** Kinds of one lane, and its free slots. */
export type FreeLane = { readonly kinds: readonly string[]; readonly free: number };

const KEEP_DONE = '7 days';
const KEEP_FAILED = '90 days';

/** Ids of due jobs for the free slots, locked; found by the index of queued jobs. */
const dueIn = ({ kinds, free }: FreeLane): Sql => sql`array(
  select id from job where kind = any(${[...kinds]}) and state = 'queued' and run_at <= now() order by run_at limit ${free} for update skip locked)`;

/** The job while this claim is its latest: a slow run writes nothing after the job was released and claimed again. */
const mine = ({ id, claims }: TakenJob): Sql => sql`id = ${id} and claims = ${claims} and state = 'running'`;

/** SQL of the job table. Times are the database's, so that nodes with different clocks agree on leases. */
export function createJobStore(db: Db) {
  return {
    /** Queues a job; with a transaction it runs only if that commits. */
    add: async ({ kind, payload, maxAttempts, runAt }: NewJob, tx: Queryable = db): Promise<number> => {
      const row = await tx.first<{ id: number }>(
        sql`insert into job (kind, payload, max_attempts, run_at)
            values (${kind}, ${json(payload)}, ${maxAttempts}, coalesce(${at(runAt ?? null)}, now())) returning id`,
      );
      return row!.id;
    },

    /** Queues a job unless any node has queued one of its kind for the same instant; false if so. */
    addOnce: ({ kind, payload, maxAttempts, runAt }: NewJob & { readonly runAt: number }): Promise<boolean> =>
      db.transaction(async (tx) => {
        await tx.query(sql`select pg_advisory_xact_lock(hashtext(${`job ${kind}`}))`);
        const added = await tx.run(
          sql`insert into job (kind, payload, max_attempts, run_at) select ${kind}, ${json(payload)}, ${maxAttempts}, ${at(runAt)}
              where not exists (select from job where kind = ${kind} and run_at = ${at(runAt)})`,
        );
        return added > 0;
      }),

    /** Requeues jobs with expired leases, or fails them after their last attempt. */
    takeOver: (): Promise<number> =>
      db.run(
        sql`update job set locked_until = null, state = case when attempts >= max_attempts then 'failed' else 'queued' end,
              finished_at = case when attempts >= max_attempts then now() end, last_error = 'the server died while it ran'
            where state = 'running' and locked_until < now()`,
      ),

    /** Claims due jobs for the free slots of these lanes, the longest due first. */
    take: async (lanes: readonly FreeLane[], leaseMs: number): Promise<TakenJob[]> => {
      const ids = lanes.filter(({ kinds, free }) => kinds.length > 0 && free > 0).map(dueIn);
      if (ids.length === 0) return [];
      return db.query<TakenJob>(
        sql`update job set state = 'running', attempts = attempts + 1, claims = claims + 1,
              locked_until = now() + ${leaseMs} * interval '1 millisecond'
            where id = any(${ids.reduce((all, next) => sql`${all} || ${next}`)})
            returning id, kind, payload, attempts, claims, max_attempts as "maxAttempts"`,
      );
    },

    /** Renews the leases of running jobs. */
    renew: (jobs: readonly TakenJob[], leaseMs: number): Promise<number> =>
      db.run(
        sql`update job set locked_until = now() + ${leaseMs} * interval '1 millisecond'
            from unnest(${jobs.map(({ id }) => id)}::bigint[], ${jobs.map(({ claims }) => claims)}::integer[]) as mine (id, claims)
            where job.id = mine.id and job.claims = mine.claims and state = 'running'`,
      ),

    finish: (job: TakenJob): Promise<number> =>
      db.run(
        sql`update job set state = 'done', finished_at = now(), locked_until = null, last_error = null
            where ${mine(job)}`,
      ),

    /** Stores a failure; the job waits for its next attempt, or stays failed after the last. */
    fail: (job: TakenJob, error: string, waitMs: number): Promise<number> =>
      db.run(
        job.attempts >= job.maxAttempts
          ? sql`update job set state = 'failed', finished_at = now(), locked_until = null, last_error = ${error}
                where ${mine(job)}`
          : sql`update job set state = 'queued', run_at = now() + ${waitMs} * interval '1 millisecond', locked_until = null,
                last_error = ${error} where ${mine(job)}`,
      ),

    /** Releases a job without counting an attempt, because this node stops. */
    giveBack: (job: TakenJob): Promise<number> =>
      db.run(
        sql`update job set state = 'queued', attempts = attempts - 1, locked_until = null
            where ${mine(job)}`,
      ),

    /** Deletes jobs that ended long ago. */
    clean: (): Promise<number> =>
      db.run(
        sql`delete from job where state = 'done' and finished_at < now() - ${KEEP_DONE}::interval
            or state = 'failed' and finished_at < now() - ${KEEP_FAILED}::interval`,
      ),
  };
}

export type JobStore = ReturnType<typeof createJobStore>;
