import { DAY_MS } from '@fleetwarden/domain/durations';

/** Milliseconds. */
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = DAY_MS;

/** The drivers' clock: China has one, GMT+8. */
const ZONE = 8 * HOUR;

/** The number of the local day of a moment, counted from 1970-01-01. */
export function getDay(at: number): number {
  return Math.floor((at + ZONE) / DAY);
}

/** Start of a local day, epoch ms. */
export function startOfDay(day: number): number {
  return day * DAY - ZONE;
}

/** Hours since local midnight, [0, 24). */
export function getHour(at: number): number {
  return (at - startOfDay(getDay(at))) / HOUR;
}
