import { type Queryable, sql } from '../../../platform/db/database.ts';

export type MarkName =
  /** alarm.told_seq up to which alarms were counted. */
  | 'alarm_day.told'
  /** When stays were looked at last, epoch ms. */
  | 'online_day.run'
  /** When sessions of accounts were looked at last, epoch ms. */
  | 'presence_day.run'
  /** The beginning of the newest day whose row stays as it is, epoch ms. */
  | 'dept_day.closed'
  /** The beginning of the oldest day that was filled in, epoch ms. */
  | 'alarm_day.filled'
  | 'online_day.filled'
  | 'dept_day.filled';

/** null: there is none. */
export async function readMark(db: Queryable, name: MarkName): Promise<number | null> {
  return (await db.first<{ mark: number | null }>(sql`select mark from rollup_mark where name = ${name}`))?.mark ?? null;
}

export const writeMark = (db: Queryable, name: MarkName, mark: number): Promise<number> =>
  db.run(sql`
    insert into rollup_mark (name, mark) values (${name}, ${mark}) on conflict (name) do update set mark = excluded.mark`);

/** How far alarms have been told, and how far they are counted. */
export type EventCursor = {
  /** Counted up to there; null: nothing is. */
  readonly mark: number | null;
  /** Whether a next mark is noted. */
  readonly noted: boolean;
  /** The next mark, where all below it is committed by now. */
  readonly settled: number | null;
  /** The newest there is, and the first transaction that had not begun then. */
  readonly top: number;
  readonly xid: string;
};

/**
 * A number is drawn before its transaction commits, so that a smaller one may come after a larger one. What was the largest when no
 * transaction of that time runs any more has everything below it in sight. Transactions of another life of the database have ended.
 */
export async function readEventCursor(db: Queryable): Promise<EventCursor> {
  const row = await db.first<EventCursor>(sql`
    select m.mark, m.ahead is not null as noted, n.top, n.next::text as xid, case when n.oldest >= m.ahead_xid or m.ahead_xid > n.next then m.ahead end as settled
    from (select coalesce(max(told_seq), 0) as top, pg_snapshot_xmin(pg_current_snapshot()) as oldest,
        pg_snapshot_xmax(pg_current_snapshot()) as next from alarm) n
      left join rollup_mark m on m.name = 'alarm_day.told'`);
  return row!;
}

/** Moves the mark on to `mark` (null: leaves it), and never back. */
export const moveEventCursor = (db: Queryable, mark: number | null): Promise<number> =>
  db.run(sql`update rollup_mark set mark = greatest(mark, ${mark}::bigint) where name = 'alarm_day.told'`);

/** Notes what was seen as the next mark. */
export const noteEventCursor = (db: Queryable, { top, xid }: Pick<EventCursor, 'top' | 'xid'>): Promise<number> =>
  db.run(sql`
    insert into rollup_mark (name, ahead, ahead_xid) values ('alarm_day.told', ${top}, ${xid}::xid8)
    on conflict (name) do update set ahead = excluded.ahead, ahead_xid = excluded.ahead_xid`);
