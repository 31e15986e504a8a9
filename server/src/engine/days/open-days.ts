import { businessDay } from '@fleetwarden/domain/business-day';
import { DAY_MS } from '@fleetwarden/domain/durations';
import { emptyFigures, type Figures, isEmpty } from './figures.ts';

/** A day whose figures may still change: the day of the last believed point and later ones. Epoch ms. */
export type OpenDay = { startAt: number; endAt: number; figures: Figures };

/** A day with final figures. */
export type EndedDay = { readonly startAt: number; readonly endAt: number; readonly figures: Figures };

/** Points or readings further apart say nothing about the time between them, ms. */
export const REACH_MS = 31 * DAY_MS;

/** The day of `at`, the newest known instant; opens it if needed. Changes `open`. */
export function today(open: OpenDay[], at: number, timeZone: string, ended: EndedDay[]): OpenDay {
  const last = open.length === 0 ? undefined : open[open.length - 1]!;
  if (last !== undefined && at < last.endAt) return last;
  // Final once the next point is out of reach.
  closeBefore(open, at - REACH_MS, ended);
  const day = newDay(at, timeZone);
  open.push(day);
  return day;
}

/** The day of an instant between the first and the last open day; opens it if needed. */
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
