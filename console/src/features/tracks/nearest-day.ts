import { DAY_MS } from '@fleetwarden/domain/durations';

const MONTHS = 12;
/** Months that are looked through to either side. */
export const FARTHEST_MONTH = 12;

const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS;

/** 'yyyy-MM', so many months on. */
export function monthAfter(month: string, months: number): string {
  const [year, number] = month.split('-').map(Number) as [number, number];
  const count = year * MONTHS + number - 1 + months;
  return `${Math.floor(count / MONTHS)}-${String((count % MONTHS) + 1).padStart(2, '0')}`;
}

/** Of some days (yyyy-MM-dd) the nearest to one, the later of two as near; null: there are none. */
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
 * Asks month after month, outward from the one of `wanted`, until one has a day with data; none after `today` is asked for. null:
 * there is none within a year. Rejects as `daysOf` does.
 */
export async function findNearestDay(
  wanted: string,
  today: string,
  daysOf: (month: string) => Promise<readonly string[]>,
): Promise<string | null> {
  const month = wanted.slice(0, 7);
  for (let distance = 1; distance <= FARTHEST_MONTH; distance++) {
    // A day of the next month may be nearer than one of the same
    const months = [monthAfter(month, -distance), ...(distance === 1 ? [month] : []), monthAfter(month, distance)];
    const asked = months.filter((each) => each <= today.slice(0, 7));
    const found = nearestDay((await Promise.all(asked.map(daysOf))).flat(), wanted);
    if (found) return found;
  }
  return null;
}
