import { type WallClock, wallClock } from '@fleetwarden/contract/values/wall-clock';
import { type BusinessDay, businessDay, DEFAULT_TIME_ZONE, isTimeZone } from '@fleetwarden/domain/business-day';
import { serverNow } from './server-clock.ts';
import { useSession } from './session.ts';

const createClock = (sentZone: string) => {
  const zone = isTimeZone(sentZone) ? sentZone : DEFAULT_TIME_ZONE;
  return { sentZone, zone, shows: wallClock(zone) };
};

let clock = createClock(DEFAULT_TIME_ZONE);
function current(): typeof clock {
  const sentZone = useSession.getState().userInfo?.timeZone ?? DEFAULT_TIME_ZONE;
  // every time on a page uses it, and creating a clock is slow
  if (sentZone !== clock.sentZone) clock = createClock(sentZone);
  return clock;
}

/**
 * The platform's time zone, which the server sends with the user. Before that, and if the browser does not know the zone, the
 * default one.
 */
export const businessZone = (): string => current().zone;

/** The platform's clock at an instant (contract/values/wall-clock). */
export const businessClock = (): WallClock => current().shows;

/** The platform's current day, or its day at a time (epoch ms). */
export const businessToday = (at: number = serverNow()): BusinessDay => businessDay(at, businessZone());

/** The platform's day until a time (epoch ms): the default period of pages about the past. */
export const todaySoFar = (at: number = serverNow()) => ({ start: businessToday(at).startAt, end: at });
