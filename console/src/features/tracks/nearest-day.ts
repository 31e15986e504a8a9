import { DAY_MS } from '@fleetwarden/domain/durations';

const MONTHS = 12;
/** Number of months searched in each direction. */
export const FARTHEST_MONTH = 12;

const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS;

/** Adds months to 'yyyy-MM'. */
export function monthAfter(month: string, months: number): string {
  const [year, number] = month.split('-').map(Number) as [number, number];
  const count = year * MONTHS + number - 1 + months;
  return `${Math.floor(count / MONTHS)}-${String((count % MONTHS) + 1).padStart(2, '0')}`;
}

/** The day (yyyy-MM-dd) nearest to another, the later of two equal ones; null: no days. */
export function nearestDay(days: readonly string[], wanted: string): string | null {
  const at = dayNumber(wanted);
  let best: string | null = null;
  for (const day of days) {
    const [distance, least] = [Math.abs(dayNumber(day) - at), best === null ? Infinity : Math.abs(dayNumber(best) - at)];
    if (distance < least || (distance === least && best !== null && day > best)) best = day;
  }
  return best;
}

/**
 * Searches month by month, outward from `wanted` but not after `today`, for a day with data. null: none within a year. Rejects
 * like `daysOf`.
 */
export async function findNearestDay(
  wanted: string,
  today: string,
  daysOf: (month: string) => Promise<readonly string[]>,
): Promise<string | null> {
  const month = wanted.slice(0, 7);
  for (let distance = 1; distance <= FARTHEST_MONTH; distance++) {
    // A day of the next month may be nearer than one of this month
    const months = [monthAfter(month, -distance), ...(distance === 1 ? [month] : []), monthAfter(month, distance)];
    const candidates = months.filter((each) => each <= today.slice(0, 7));
    const nearest = nearestDay((await Promise.all(candidates.map(daysOf))).flat(), wanted);
    if (nearest) return nearest;
  }
  return null;
}
