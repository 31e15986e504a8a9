import { setTimeout as sleep } from 'node:timers/promises';
import { businessDay } from '@fleetwarden/domain/business-day';
import { alarmBackfill, type BackfillSource, departmentBackfill, sessionBackfill } from './backfill-sources.ts';
import { BACKFILL_MS, BACKFILL_RUN_MS, MAX_BACKFILL_PAUSE_MS } from './limits.ts';
import { type MarkName, readMark, writeMark } from './marks.ts';
import type { RollupDeps } from './rollup-deps.ts';

/** Changes are followed from these marks on. Nothing is backfilled before, since it could change unnoticed. */
const FOLLOWED: Readonly<Partial<Record<MarkName, MarkName>>> = {
  'alarm_day.filled': 'alarm_day.told',
  'dept_day.filled': 'dept_day.closed',
};

/**
 * Backfills days from before the first count, newest first, with pauses as long as the work. A run ends after 50 s at the end of
 * a day. Returns the number of days. Throws on `signal`.
 */
export async function backfill(options: RollupDeps, signal: AbortSignal, runMs = BACKFILL_RUN_MS): Promise<number> {
  const endAt = performance.now() + runMs;
  let restedAt = performance.now();
  const rest = async () => {
    signal.throwIfAborted();
    await sleep(Math.min(MAX_BACKFILL_PAUSE_MS, performance.now() - restedAt), undefined, { signal });
    restedAt = performance.now();
  };
  let filled = 0;
  let open: readonly BackfillSource[] = [alarmBackfill(options), sessionBackfill(options), departmentBackfill(options)];
  while (open.length > 0 && performance.now() < endAt) {
    const more: BackfillSource[] = [];
    for (const past of open) {
      await rest();
      if (!(await fillNext(options, past, rest))) continue;
      filled++;
      more.push(past);
    }
    open = more;
  }
  return filled;
}

/** Whether everything from an instant on is backfilled, epoch ms. */
export async function isBackfilled(options: RollupDeps, from: number): Promise<boolean> {
  const { db, timeZone, now } = options;
  for (const past of [alarmBackfill(options), sessionBackfill(options), departmentBackfill(options)]) {
    const [mark, oldest] = [await readMark(db, past.filled), await past.oldest(db)];
    const next = businessDay(mark === null ? now() : mark - 1, timeZone);
    if (oldest !== null && next.endAt > Math.max(oldest, from, now() - BACKFILL_MS)) return false;
  }
  return true;
}

/** Backfills one day; false if there is none left. */
async function fillNext({ db, timeZone, now }: RollupDeps, past: BackfillSource, rest: () => Promise<void>): Promise<boolean> {
  const followed = FOLLOWED[past.filled];
  if (followed !== undefined && (await readMark(db, followed)) === null) return false;
  const mark = await readMark(db, past.filled);
  const oldest = await past.oldest(db);
  if (oldest === null) return false;
  const day = businessDay(mark === null ? now() : mark - 1, timeZone);
  if (day.endAt <= Math.max(oldest, now() - BACKFILL_MS)) return false;
  await past.count(day, undefined, rest);
  await writeMark(db, past.filled, day.startAt);
  return true;
}
