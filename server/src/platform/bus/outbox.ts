import { z } from 'zod';
import { type Db, json, type Queryable, sql } from '../db/database.ts';
import type { Job } from '../jobs/job.ts';
import type { Log } from '../observe/log.ts';
import type { ServerBus, ServerEvents } from './server-events.ts';

/** Events per transaction of a flush. */
const BATCH = 100;

/** A transactional outbox: events are stored with the data they announce, so a crash after the commit loses none. */
export type Outbox = {
  add<S extends keyof ServerEvents>(tx: Queryable, subject: S, payload: ServerEvents[S]): Promise<void>;
  /** Publishes committed events in order, at least once each; several nodes may flush at the same time. */
  flush(): Promise<number>;
  /** Flushes after a commit. A failure is logged: the job publishes the events later. */
  flushSoon(): Promise<void>;
  /** Publishes what a crash left behind. */
  readonly job: Job<object>;
};

type Row = { readonly id: number; readonly subject: keyof ServerEvents; readonly payload: ServerEvents[keyof ServerEvents] };

export function createOutbox({
  db,
  bus,
  log,
}: {
  readonly db: Db;
  readonly bus: Pick<ServerBus, 'publish'>;
  readonly log: Pick<Log, 'warn'>;
}): Outbox {
  const flushBatch = (): Promise<number> =>
    db.transaction(async (tx) => {
      const rows = await tx.query<Row>(sql`
        select id, subject, payload from bus_outbox order by id limit ${BATCH} for update skip locked`);
      // published before the delete commits: a crash here repeats events, which subscribers must tolerate
      for (const { subject, payload } of rows) bus.publish(subject, payload);
      if (rows.length > 0) await tx.run(sql`delete from bus_outbox where id = any(${rows.map(({ id }) => id)}::bigint[])`);
      return rows.length;
    });

  const flush = async (): Promise<number> => {
    let total = 0;
    for (let count = BATCH; count === BATCH; total += count) count = await flushBatch();
    return total;
  };

  return {
    add: async (tx, subject, payload) => {
      await tx.run(sql`insert into bus_outbox (subject, payload) values (${subject}, ${json(payload)}::jsonb)`);
    },
    flush,
    flushSoon: async () => {
      try {
        await flush();
      } catch (error) {
        log.warn({ err: error }, 'outbox not flushed');
      }
    },
    job: {
      kind: 'bus.outbox',
      lane: 'cron',
      payload: z.object({}),
      maxAttempts: 1,
      run: async () => void (await flush()),
    },
  };
}
