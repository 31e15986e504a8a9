import { instantShown } from '@fleetwarden/contract/values/wall-clock';
import type { Dayjs } from 'dayjs';
import dayjs from 'dayjs';
import { businessClock } from './business-clock.ts';
import { serverNow } from './server-clock.ts';

/**
 * An instant (epoch ms) as clocks of the platform's zone show it: a wall clock to compute days with and for pickers to show, of
 * which `instantOf` tells the instant, not `valueOf`. One that this browser's own zone skips, as its clocks are changed, is an hour later.
 */
export function businessTime(at: number): Dayjs {
  const shown = new Date(businessClock()(at));
  const local = new Date(0);
  local.setFullYear(shown.getUTCFullYear(), shown.getUTCMonth(), shown.getUTCDate());
  local.setHours(shown.getUTCHours(), shown.getUTCMinutes(), shown.getUTCSeconds(), shown.getUTCMilliseconds());
  return dayjs(local);
}

/** The instant (epoch ms) at which clocks of the platform's zone show this; NaN for what is no time. */
export function instantOf(time: Dayjs): number {
  const shown = Date.UTC(time.year(), time.month(), time.date(), time.hour(), time.minute(), time.second(), time.millisecond());
  return instantShown(businessClock(), shown);
}

/** Now as clocks of the platform's zone show it, by the server's time. */
export const businessNow = (): Dayjs => businessTime(serverNow());

/** Today as yyyy-MM-dd; `days`: so many days later, earlier if negative. */
export const businessDate = (days = 0): string => businessNow().add(days, 'day').format('YYYY-MM-DD');
