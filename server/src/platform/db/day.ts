import { DAY_MS } from '@fleetwarden/domain/durations';

/** A whole UTC day by its number since 1970-01-01: what a partition holds. */
export type DayKey = number;

/** The UTC day of an instant (epoch ms). */
export function dayOf(ms: number): DayKey {
  return Math.floor(ms / DAY_MS);
}

/** The first instant of a UTC day, epoch ms. */
export function startOfDay(day: DayKey): number {
  return day * DAY_MS;
}

/** '20261121', as partitions are named. */
export function dayDigits(day: DayKey): string {
  return new Date(startOfDay(day)).toISOString().slice(0, 10).replaceAll('-', '');
}

/** The day of eight digits; undefined for anything else. */
export function dayOfDigits(digits: string): DayKey | undefined {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(digits) ?? [];
  const found = dayOf(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return Number.isNaN(found) || dayDigits(found) !== digits ? undefined : found;
}
