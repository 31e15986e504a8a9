import { DAY_MS } from '@fleetwarden/domain/durations';
import type { Db, Queryable } from '../../../platform/db/database.ts';
import { json, sql } from '../../../platform/db/database.ts';
import { buildMonth, getClosableTime, lastClosable, listMonthKeys, type Month } from '../model/months.ts';
import type { LoadScoreRules } from '../model/query-context.ts';
import { BACKFILL_MS } from '../rollups/limits.ts';
import { isUpToDate } from '../rollups/up-to-date.ts';
import { lockRollup } from '../rollups/vehicle-days.ts';
import { closeDriverScores } from './driver-scores.ts';
import { ASSESSED_INDUSTRIES, companyRows, operatorRows, type ScoreRow } from './score-rows.ts';
import { loadClosedMonths, saveClosedMonth } from './score-rules.ts';
import { vehicleScores } from './vehicle-scores.ts';

type ClosingOptions = {
  readonly db: Db;
  readonly rulesOf: LoadScoreRules;
  readonly timeZone: string;
  readonly now: () => number;
  /** Months stay open until it resolves to true. Default: at once. */
  readonly ready?: (() => Promise<boolean>) | undefined;
};

/** Writes the scores of a month and closes it in one transaction; false if it is closed. Rows of a closed month never change. */
export function closeMonth({ db, rulesOf, timeZone, now }: ClosingOptions, key: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    await tx.query(lockRollup('score_month'));
    // ten thousand vehicles take seconds
    await tx.run(`set local statement_timeout = ${CLOSE_MS}`);
    const departments = await tx.query<{ id: number }>(sql`select id from department order by id`);
    const ids = departments.map(({ id }) => id);
    if (!(await saveClosedMonth(tx, key, rulesOf, ids))) return false;
    const month = buildMonth(key, timeZone);
    const counting = { db: tx, rulesOf, now: now(), timeZone };
    await write(tx, 'dept', key, await companyRows(counting, month, ASSESSED_INDUSTRIES));
    await write(tx, 'operator', key, await operatorRows(counting, month, null));
    await tx.run(vehicleScores(month, ids));
    await tx.run(closeDriverScores(month, ids));
    return true;
  });
}
const CLOSE_MS = 120_000;

const write = (tx: Queryable, type: 'dept' | 'operator', month: string, rows: readonly ScoreRow[]): Promise<number> =>
  tx.run(sql`
    insert into score_month (object_type, object_id, month, department_id, metrics, score, grade, rank)
    select ${type}::text, r."objectId", ${month}::text, r."departmentId", r.metrics, r.score, r.grade, r.rank
    from jsonb_to_recordset(${json(rows)}::jsonb) r
      ("objectId" integer, "departmentId" integer, metrics jsonb, score float8, grade text, rank integer)`);

/** The first month with data, within the retention of days; null: no data. */
async function firstKnown(db: Queryable, oldest: string): Promise<string | null> {
  const row = await db.first<{ month: string | null }>(sql`
    select to_char(min(day), 'YYYY-MM') as month from (
      (select day from vehicle_day where day >= ${oldest}::date order by day limit 1)
      union all (select min(day) from alarm_day where day >= ${oldest}::date)) d`);
  return row?.month ?? null;
}

/** Months that can be closed, oldest first. */
async function openMonths({ db, timeZone, now, ready }: Omit<ClosingOptions, 'rulesOf'>): Promise<Month[]> {
  if (ready && !(await ready())) return [];
  const last = lastClosable(now(), timeZone);
  const oldest = new Date(now() - BACKFILL_MS).toISOString().slice(0, 10);
  const first = await firstKnown(db, oldest);
  if (first === null || first > last) return [];
  const keys = listMonthKeys({ from: `${first}-01`, to: `${last}-01` });
  const closed = await loadClosedMonths(db, keys);
  return keys.filter((key) => !closed.has(key)).map((key) => buildMonth(key, timeZone));
}

/** Whether all data of a month is counted: backfill, alarms, and days with late positions. */
async function isComplete(options: Omit<ClosingOptions, 'rulesOf'>, month: Month): Promise<boolean> {
  const { db } = options;
  if (!(await isUpToDate(options, month.times))) return false;
  if (options.now() >= getClosableTime(month.key, options.timeZone) + LATE_MS) return true;
  const late = await db.first(sql`
    select from late_day where day between ${month.days.from}::date and ${month.days.to}::date limit 1`);
  return late === undefined;
}
/** The longest wait for days with late positions. */
const LATE_MS = 3 * DAY_MS;

/** Closes all months that are ready, and returns them. The others are left to the next run. */
export async function closeMonths(options: ClosingOptions, signal: AbortSignal): Promise<string[]> {
  const done: string[] = [];
  for (const month of await openMonths(options)) {
    signal.throwIfAborted();
    // in order, because each month shows the previous score
    if (!(await isComplete(options, month))) break;
    if (await closeMonth(options, month.key)) done.push(month.key);
  }
  return done;
}
