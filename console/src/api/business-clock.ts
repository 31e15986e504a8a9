import { wallClock } from '@fleetwarden/contract/values/wall-clock';
import { type BusinessDay, businessDay, DEFAULT_TIME_ZONE, isTimeZone } from '@fleetwarden/domain/business-day';
import { serverNow } from './server-clock.ts';
import { useSession } from './session.ts';

const clockOf = (told: string) => {
  const zone = isTimeZone(told) ? told : DEFAULT_TIME_ZONE;
  return { told, zone, shows: wallClock(zone) };
};

let clock = clockOf(DEFAULT_TIME_ZONE);
function current(): typeof clock {
  const told = useSession.getState().userInfo?.timeZone ?? DEFAULT_TIME_ZONE;
  // every time on a page asks, and a clock takes a while to make
  if (told !== clock.told) clock = clockOf(told);
  return clock;
}

/**
 * The zone whose clocks say for the platform what time it is, wherever its users are: the server tells it with the user. The
 * platform's usual one before that, and in a browser that has never heard of it.
 */
export const businessZone = (): string => current().zone;

/** What the platform's clocks show at an instant (contract/values/wall-clock). */
export const businessClock = (): ReturnType<typeof wallClock> => current().shows;

/** The day it is for the platform, or was at a time (epoch ms). */
export const businessToday = (at: number = serverNow()): BusinessDay => businessDay(at, businessZone());

/** The platform's day so far, up to a time (epoch ms): what a look at the past shows where nothing else is asked for. */
export const todaySoFar = (at: number = serverNow()) => ({ start: businessToday(at).startAt, end: at });
