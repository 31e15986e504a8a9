import { instantShown } from '@fleetwarden/contract/values/wall-clock';
import type { Dayjs } from 'dayjs';
import dayjs from 'dayjs';
import { businessClock } from './business-clock.ts';
import { serverNow } from './server-clock.ts';

/**
 * An instant (epoch ms) as a wall clock of the platform's zone, for date arithmetic and pickers. Use `instantOf`, not `valueOf`,
 * to convert back. A time skipped by the browser's own zone is an hour later.
 */
export function businessTime(at: number): Dayjs {
  const shown = new Date(businessClock()(at));
  const local = new Date(0);
  local.setFullYear(shown.getUTCFullYear(), shown.getUTCMonth(), shown.getUTCDate());
  local.setHours(shown.getUTCHours(), shown.getUTCMinutes(), shown.getUTCSeconds(), shown.getUTCMilliseconds());
  return dayjs(local);
}

/** The instant (epoch ms) of a wall clock of the platform's zone; NaN if invalid. */
export function instantOf(time: Dayjs): number {
  const shown = Date.UTC(time.year(), time.month(), time.date(), time.hour(), time.minute(), time.second(), time.millisecond());
  return instantShown(businessClock(), shown);
}

/** The current wall clock of the platform's zone, by the server's time. */
export const businessNow = (): Dayjs => businessTime(serverNow());

/** Today as yyyy-MM-dd; `days`: offset in days. */
export const businessDate = (days = 0): string => businessNow().add(days, 'day').format('YYYY-MM-DD');
