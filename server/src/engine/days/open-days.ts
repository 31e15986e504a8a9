import { businessDay } from '@fleetwarden/domain/business-day';
import { DAY_MS } from '@fleetwarden/domain/durations';
import { emptyFigures, type Figures, isEmpty } from './figures.ts';

/** A day whose figures may still change: from the one of the last believed point on. Epoch ms. */
export type OpenDay = { startAt: number; endAt: number; figures: Figures };

/** A day with its figures, when nothing in order can change them any more. */
export type EndedDay = { readonly startAt: number; readonly endAt: number; readonly figures: Figures };

/** Two points, or readings, further apart tell nothing of the time between them, ms. */
export const REACH_MS = 31 * DAY_MS;

/** The day of `at`, which is the newest instant known: opened, unless it is the last of the open ones. Changes `open`. */
export function today(open: OpenDay[], at: number, timeZone: string, ended: EndedDay[]): OpenDay {
  const last = open.length === 0 ? undefined : open[open.length - 1]!;
  if (last !== undefined && at < last.endAt) return last;
  // nothing can be told of them once what comes next is out of reach
  closeBefore(open, at - REACH_MS, ended);
  const day = newDay(at, timeZone);
  open.push(day);
  return day;
}

/** The day of an instant that lies not before the first open day, nor after the last; opened where nothing came of it. */
export function dayAt(open: OpenDay[], at: number, timeZone: string): OpenDay {
  for (let i = open.length - 1; i >= 0; i--) {
    const day = open[i]!;
    if (at < day.startAt) continue;
    if (at < day.endAt) return day;
    const missing = newDay(at, timeZone);
    open.splice(i + 1, 0, missing);
    return missing;
  }
  return open[0]!;
}

/** Ends the days that were over at this instant. Changes `open`. */
export function closeBefore(open: OpenDay[], at: number, ended: EndedDay[]): void {
  while (open.length > 0 && open[0]!.endAt <= at) {
    const day = open.shift()!;
    if (!isEmpty(day.figures)) ended.push(day);
  }
}

function newDay(at: number, timeZone: string): OpenDay {
  const { startAt, endAt } = businessDay(at, timeZone);
  return { startAt, endAt, figures: emptyFigures() };
}
