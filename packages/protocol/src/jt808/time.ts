/** GMT+8, the zone of every time in JT/T 808 but 0x8004's. */
const ZONE_MS = 8 * 3_600_000;
const DAYS_IN_MONTH: readonly number[] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
/** Days from 1970-01-01 to the first of January of 2000 to 2099. */
const DAYS_TO_YEAR: readonly number[] = Array.from({ length: 100 }, (_, y) => Date.UTC(2000 + y, 0, 1) / 86_400_000);
const DAYS_TO_MONTH: readonly number[] = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];

const two = (b: number): number => {
  const high = b >> 4;
  const low = b & 15;
  return high > 9 || low > 9 ? -1 : high * 10 + low;
};

/** The UTC epoch ms of six BCD bytes YYMMDDhhmmss in a zone; null where they are no time (all zeros, bad nibbles, month 13). */
export const timeOfBytes = (b: Uint8Array, at: number, zoneMs: number = ZONE_MS): number | null => {
  const year = two(b[at]!);
  const month = two(b[at + 1]!);
  const day = two(b[at + 2]!);
  const hour = two(b[at + 3]!);
  const minute = two(b[at + 4]!);
  const second = two(b[at + 5]!);
  if (year < 0 || month < 1 || month > 12 || day < 1 || hour < 0 || hour > 23) return null;
  if (minute < 0 || minute > 59 || second < 0 || second > 59) return null;
  // Every fourth year from 2000 to 2096 is a leap year.
  const leap = year % 4 === 0;
  if (day > DAYS_IN_MONTH[month - 1]! && !(leap && month === 2 && day === 29)) return null;
  const days = DAYS_TO_YEAR[year]! + DAYS_TO_MONTH[month - 1]! + (leap && month > 2 ? 1 : 0) + day - 1;
  return days * 86_400_000 + hour * 3_600_000 + minute * 60_000 + second * 1000 - zoneMs;
};

/** The same for the twelve digits a `bcd(6)` field reads. */
export const timeOfDigits = (digits: string, zoneMs: number = ZONE_MS): number | null => {
  if (!/^\d{12}$/.test(digits)) return null;
  const b = new Uint8Array(6);
  for (let i = 0; i < 6; i++) b[i] = Number.parseInt(digits.slice(i * 2, i * 2 + 2), 16);
  return timeOfBytes(b, 0, zoneMs);
};

/** Twelve digits of a time in a zone (default GMT+8); null gives all zeros, the frame's "none". Years 2000 to 2099. */
export const digitsOfTime = (at: number | null, zoneMs: number = ZONE_MS): string => {
  if (at === null) return '000000000000';
  const iso = new Date(at + zoneMs).toISOString();
  return iso.slice(2, 19).replace(/[-T:]/g, '');
};
