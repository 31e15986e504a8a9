import { businessDay } from '@fleetwarden/domain/business-day';
import type { Times } from '../model/dates.ts';
import { isBackfilled } from './backfill.ts';
import { readMark } from './marks.ts';
import type { RollupDeps } from './rollup-deps.ts';

/**
 * Whether the days of a range, `to` exclusive, are counted: the last is closed and the first is backfilled. Late positions may
 * still change them.
 */
export async function isUpToDate(options: RollupDeps, { from, to }: Times): Promise<boolean> {
  const closed = await readMark(options.db, 'dept_day.closed');
  if (closed === null || closed < businessDay(to - 1, options.timeZone).startAt) return false;
  return isBackfilled(options, from);
}
