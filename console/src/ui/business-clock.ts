import { type BusinessDay, businessDay, DEFAULT_TIME_ZONE, isTimeZone } from '@fleetwarden/domain/business-day';
import type { Dayjs } from 'dayjs';
import dayjs from 'dayjs';
import { serverNow } from './server-clock.ts';
import { useSession } from './session.ts';

let known: { readonly told: string; readonly zone: string } = { told: DEFAULT_TIME_ZONE, zone: DEFAULT_TIME_ZONE };

/**
 * The zone whose clocks say for the platform which day it is, wherever its users are: the server tells it with the user. The
 * platform's usual one before that, and in a browser that has never heard of it.
 */
export function businessZone(): string {
  const told = useSession.getState().userInfo?.timeZone ?? DEFAULT_TIME_ZONE;
  if (told !== known.told) known = { told, zone: isTimeZone(told) ? told : DEFAULT_TIME_ZONE };
  return known.zone;
}

/** The day it is for the platform, or was at a time (epoch ms). */
export const businessToday = (at: number = serverNow()): BusinessDay => businessDay(at, businessZone());

/** Today as yyyy-MM-dd; `days`: so many days later, earlier if negative. */
export const businessDate = (days = 0): string => businessNow().add(days, 'day').format('YYYY-MM-DD');

/**
 * Now as a clock of the platform's zone shows it: a wall clock to compute days with and for pickers to show, whose instant means
 * nothing. One that this browser's own zone skips, as its clocks are changed, is an hour later.
 */
export function businessNow(at: number = serverNow()): Dayjs {
  const parts = Object.fromEntries(
    formatOf(businessZone())
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return dayjs(new Date(year, month - 1, day, hour, minute, second));
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (!format) {
    const [numeric, twoDigit] = ['numeric', '2-digit'] as const;
    format = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
      ...{ timeZone, hourCycle: 'h23', year: numeric, month: twoDigit, day: twoDigit },
      ...{ hour: twoDigit, minute: twoDigit, second: twoDigit },
    });
    formats.set(timeZone, format);
  }
  return format;
}
