import type { Content } from '@fleetwarden/protocol/jt808';
import { DAY, getDay, startOfDay } from './clock.ts';

/** Messages besides positions, oldest first, each until acknowledged. */
export type Diary = {
  /** The message to send now: one at a time, repeated without an answer. */
  due(now: number): Content | undefined;
  /** The server acknowledged the last message. */
  arrived(): void;
  /** The last message failed: it is sent again. */
  failed(): void;
  /** When to call `due` again, epoch ms. */
  nextAt(): number;
};

type TimedEvent = { readonly at: number };

/** A diary without messages. */
export const EMPTY_DIARY: Diary = {
  due: () => undefined,
  arrived: () => undefined,
  failed: () => undefined,
  nextAt: () => Number.POSITIVE_INFINITY,
};

/**
 * Queues events from `since` (epoch ms) on. `ofDay` returns the events of a day in order; `message` returns the message of an event,
 * undefined if it is too old.
 */
export function createDiary<Event extends TimedEvent>(
  since: number,
  ofDay: (day: number) => readonly Event[],
  message: (event: Event, now: number) => Content | undefined,
): Diary {
  let day = startOfDay(getDay(since));
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
