/**
 * The definitions of the report catalogue, implemented a second time: nothing here may import the product.
 * Times in ms, distances in km, speeds in km/h.
 */
export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
/** The business time zone; it has no daylight saving. */
const ZONE_MS = 8 * HOUR;

/** The midnight at or before an instant. */
export const midnight = (at: number): number => Math.floor((at + ZONE_MS) / DAY) * DAY - ZONE_MS;
/** yyyy-MM-dd */
export const formatDay = (at: number): string => new Date(at + ZONE_MS).toISOString().slice(0, 10);
/** Hour of the day, 0 to 23. */
export const hourOfDay = (at: number): number => Math.floor((at - midnight(at)) / HOUR);

/** Great circle on a sphere of 6,371 km. */
export function kmBetween(a: { lng: number; lat: number }, b: { lng: number; lat: number }): number {
  const rad = Math.PI / 180;
  const [x, y] = [(b.lng - a.lng) * rad, (b.lat - a.lat) * rad];
  const h = Math.sin(y / 2) ** 2 + Math.cos(a.lat * rad) * Math.cos(b.lat * rad) * Math.sin(x / 2) ** 2;
  return 2 * 6371 * Math.asin(Math.sqrt(Math.min(1, h)));
}

/** The part of `a` to `b` within `from` to `until`. */
export const overlap = (a: number, b: number, from: number, until: number): number =>
  Math.max(0, Math.min(b, until) - Math.max(a, from));

export const sum = (values: Iterable<number>): number => {
  let all = 0;
  for (const value of values) all += value;
  return all;
};
