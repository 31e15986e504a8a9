import type { Content } from '@fleetwarden/protocol/jt808';
import { DAY, dayOf, startOfDay } from './clock.ts';

/** What a terminal has to tell beside its positions, oldest first, each until it is with the server. */
export type Diary = {
  /** What is to be sent now: one at a time, again where no answer came. */
  due(now: number): Content | undefined;
  /** The one that was given last is with the server. */
  arrived(): void;
  /** It is not: it is given once more. */
  failed(): void;
  /** When to ask again, epoch ms. */
  nextAt(): number;
};

type Told = { readonly at: number };

/** Nothing to tell, ever. */
export const EMPTY_DIARY: Diary = {
  due: () => undefined,
  arrived: () => undefined,
  failed: () => undefined,
  nextAt: () => Number.POSITIVE_INFINITY,
};

/**
 * Keeps what happens from `since` (epoch ms) on: `ofDay` says it of the day that begins at a moment, in order; `message` how it is told,
 * undefined where it is no longer worth telling.
 */
export function createDiary<Event extends Told>(
  since: number,
  ofDay: (day: number) => readonly Event[],
  message: (event: Event, now: number) => Content | undefined,
): Diary {
  let day = startOfDay(dayOf(since));
  let waiting: readonly Event[] = ofDay(day).filter(({ at }) => at >= since);
  let given = false;

  const next = (now: number): Event | undefined => {
    while (waiting.length === 0 && day + DAY <= now) {
      day += DAY;
      waiting = ofDay(day);
    }
    return waiting[0];
  };
  return {
    due: (now) => {
      const event = given ? undefined : next(now);
      if (event === undefined || event.at > now) return undefined;
      const told = message(event, now);
      if (told === undefined) waiting = waiting.slice(1);
      else given = true;
      return told;
    },
    arrived: () => {
      if (given) waiting = waiting.slice(1);
      given = false;
    },
    failed: () => {
      given = false;
    },
    nextAt: () => (given ? Number.POSITIVE_INFINITY : (waiting[0]?.at ?? day + DAY)),
  };
}
