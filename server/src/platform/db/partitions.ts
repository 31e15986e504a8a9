import { type Db, name, type Queryable, sql } from './database.ts';
import { type DayKey, dayOf, formatDayDigits, parseDayDigits, startOfDay } from './day.ts';

/** Device times that have day partitions: `fromAt` <= gnss_at < `untilAt`, epoch ms. Other positions go to position_odd. */
export type PartitionWindow = { readonly fromAt: number; readonly untilAt: number };

export type Partitions = {
  /** Creates missing partitions; known days cost nothing. The caller keeps to the window. */
  ensure(days: Iterable<DayKey>): Promise<void>;
  /** From yesterday to three days ahead, so that ingest never waits for a new day. */
  ensureAhead(now: number): Promise<void>;
  /** Drops days past retention; returns their names. */
  dropExpired(now: number): Promise<string[]>;
  window(now: number): PartitionWindow;
};

/** Legal minimum: six months of positions. */
export const RETENTION_FLOOR_DAYS = 183;
const AHEAD_DAYS = 3;
const AHEAD_BACK_DAYS = 1;
// A device clock may run ahead, at most by a wrong time zone.
const FUTURE_DAYS = 1;
/** Key of the advisory lock for changes of partitions: 'part' in ASCII. */
const LOCK = 0x70_61_72_74;
const PARENT = 'position';

/** Manages the day partitions of `position`: UTC days named position_YYYYMMDD. Throws on a retention below the legal minimum. */
export function createPartitions(db: Db, retentionDays: number): Partitions {
  if (!(retentionDays >= RETENTION_FLOOR_DAYS))
    throw new Error(`retention of ${retentionDays} days is below the law's ${RETENTION_FLOOR_DAYS}`);
  const known = new Set<DayKey>();
  const window = (now: number) => partitionWindow(now, retentionDays);

  const ensure = async (days: Iterable<DayKey>) => {
    const missing = [...new Set(days)].filter((day) => !known.has(day)).sort((a, b) => a - b);
    if (missing.length === 0) return;
    await db.transaction(async (tx) => {
      await tx.query(sql`select pg_advisory_xact_lock(${LOCK})`);
      for (const day of missing) await createPartition(tx, day);
    });
    for (const day of missing) known.add(day);
  };

  return {
    ensure,
    ensureAhead: (now) => {
      const today = dayOf(now);
      return ensure(Array.from({ length: AHEAD_BACK_DAYS + 1 + AHEAD_DAYS }, (_, index) => today - AHEAD_BACK_DAYS + index));
    },
    dropExpired: async (now) => {
      const first = dayOf(window(now).fromAt);
      const expired = (await existingDays(db)).filter((day) => day < first);
      for (const day of expired) {
        known.delete(day);
        await db.transaction(async (tx) => {
          await tx.query(sql`select pg_advisory_xact_lock(${LOCK})`);
          // A long report on the parent table must not block ingest behind this lock.
          await tx.run(`set local lock_timeout = '3s'`);
          await tx.run(sql`drop table if exists ${name(partitionName(day))}`);
        });
      }
      return expired.map(partitionName);
    },
    window,
  };
}

/** The window at `now`: whole UTC days, from retention to one day ahead. */
export function partitionWindow(now: number, retentionDays: number): PartitionWindow {
  return { fromAt: startOfDay(dayOf(now) - retentionDays), untilAt: startOfDay(dayOf(now) + 1 + FUTURE_DAYS) };
}

/** Creates a table and attaches it: unlike CREATE ... PARTITION OF this does not block readers and writers of the parent. */
async function createPartition(tx: Queryable, day: DayKey): Promise<void> {
  const partition = partitionName(day);
  const found = await tx.first(sql`select from pg_inherits where inhrelid = to_regclass(${partition})`);
  if (found) return;
  await tx.run(`create table ${partition} (like ${PARENT} including defaults including constraints including storage)`);
  await tx.run(`alter table ${PARENT} attach partition ${partition} for values from ('${iso(day)}') to ('${iso(day + 1)}')`);
}

function partitionName(day: DayKey): string {
  return `${PARENT}_${formatDayDigits(day)}`;
}

function iso(day: DayKey): string {
  return new Date(startOfDay(day)).toISOString();
}

async function existingDays(db: Db): Promise<DayKey[]> {
  const rows = await db.query<{ relname: string }>(
    sql`select relname from pg_inherits join pg_class on oid = inhrelid where inhparent = ${PARENT}::regclass order by relname`,
  );
  return rows.map(({ relname }) => parseDayDigits(relname.slice(PARENT.length + 1))).filter((day) => day !== undefined);
}
