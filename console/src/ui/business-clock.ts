import { wallClock } from '@fleetwarden/contract/wall-clock';
import { type BusinessDay, businessDay, DEFAULT_TIME_ZONE, isTimeZone } from '@fleetwarden/domain/business-day';
import { serverNow } from './server-clock.ts';
import { useSession } from './session.ts';

type Clock = ReturnType<typeof wallClock>;
const known: { told: string; zone: string; clock: Clock | null } = {
  told: DEFAULT_TIME_ZONE,
  zone: DEFAULT_TIME_ZONE,
  clock: null,
};

/**
 * The zone whose clocks say for the platform what time it is, wherever its users are: the server tells it with the user. The
 * platform's usual one before that, and in a browser that has never heard of it.
 */
export function businessZone(): string {
  const told = useSession.getState().userInfo?.timeZone ?? DEFAULT_TIME_ZONE;
  if (told !== known.told) Object.assign(known, { told, zone: isTimeZone(told) ? told : DEFAULT_TIME_ZONE, clock: null });
  return known.zone;
}

/** What the platform's clocks show at an instant (contract/wall-clock). */
export function businessClock(): Clock {
  const zone = businessZone();
  known.clock ??= wallClock(zone);
  return known.clock;
}

/** The day it is for the platform, or was at a time (epoch ms). */
export const businessToday = (at: number = serverNow()): BusinessDay => businessDay(at, businessZone());
