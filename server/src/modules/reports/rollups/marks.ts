import { type Queryable, sql } from '../../../platform/db/database.ts';

export type MarkName =
  /** The last counted alarm.told_seq. */
  | 'alarm_day.told'
  /** The last read of online sessions, epoch ms. */
  | 'online_day.run'
  /** The last read of account sessions, epoch ms. */
  | 'presence_day.run'
  /** Start of the newest closed day, epoch ms. */
  | 'dept_day.closed'
  /** Start of the oldest backfilled day, epoch ms. */
  | 'alarm_day.filled'
  | 'online_day.filled'
  | 'dept_day.filled';

/** null: not set. */
export async function readMark(db: Queryable, name: MarkName): Promise<number | null> {
  return (await db.first<{ mark: number | null }>(sql`select mark from rollup_mark where name = ${name}`))?.mark ?? null;
}

export const writeMark = (db: Queryable, name: MarkName, mark: number): Promise<number> =>
  db.run(sql`
    insert into rollup_mark (name, mark) values (${name}, ${mark}) on conflict (name) do update set mark = excluded.mark`);

/** The durable cursor over alarm events. */
export type EventCursor = {
  /** Events up to here are counted; null: none. */
  readonly mark: number | null;
  /** Whether a next cursor is stored. */
  readonly noted: boolean;
  /** The next cursor, once all events below it are committed. */
  readonly settled: number | null;
  /** The newest event, and the first transaction id that had not begun then. */
  readonly top: number;
  readonly xid: string;
};

/**
 * Sequence numbers are drawn before commit, so a smaller one may appear after a larger one. A number is safe once no transaction
 * of its time is still running. Transactions from before a restart have ended.
 */
export async function readEventCursor(db: Queryable): Promise<EventCursor> {
  const row = await db.first<EventCursor>(sql`
    select m.mark, m.ahead is not null as noted, n.top, n.next::text as xid, case when n.oldest >= m.ahead_xid or m.ahead_xid > n.next then m.ahead end as settled
    from (select coalesce(max(told_seq), 0) as top, pg_snapshot_xmin(pg_current_snapshot()) as oldest,
        pg_snapshot_xmax(pg_current_snapshot()) as next from alarm) n
      left join rollup_mark m on m.name = 'alarm_day.told'`);
  return row!;
}

/** Advances the cursor; null leaves it. It never moves back. */
export const moveEventCursor = (db: Queryable, mark: number | null): Promise<number> =>
  db.run(sql`update rollup_mark set mark = greatest(mark, ${mark}::bigint) where name = 'alarm_day.told'`);

/** Stores the newest event as the next cursor. */
export const noteEventCursor = (db: Queryable, { top, xid }: Pick<EventCursor, 'top' | 'xid'>): Promise<number> =>
  db.run(sql`
    insert into rollup_mark (name, ahead, ahead_xid) values ('alarm_day.told', ${top}, ${xid}::xid8)
    on conflict (name) do update set ahead = excluded.ahead, ahead_xid = excluded.ahead_xid`);
