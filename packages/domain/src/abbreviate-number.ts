/** Names of the steps of a thousand (specification 9); '' below the first. */
const UNITS = ['', 'k', 'M', 'G', 'T', 'P', 'E'] as const;
export type NumberUnit = (typeof UNITS)[number];

/** A number and its unit: 12,345 with one digit is 12.3 k. The caller formats `value` in the user's language. */
export type ShortNumber = { readonly value: number; readonly unit: NumberUnit };

const STEP = 1_000;

/**
 * Rounds to `digits` decimals (0-6) in the largest unit that leaves at least 1; 999.99 k becomes 1 M. Beyond E it stays in E. NaN
 * and infinities are unchanged.
 */
export function abbreviateNumber(n: number, digits = 1): ShortNumber {
  if (!Number.isFinite(n)) return { value: n, unit: '' };
  const scale = 10 ** digits;
  let value = Math.abs(n);
  let unit = 0;
  while (unit < UNITS.length - 1 && Math.round(value * scale) / scale >= STEP) {
    value /= STEP;
    unit++;
  }
  const rounded = (Math.round(value * scale) / scale) * Math.sign(n);
  return { value: rounded === 0 ? 0 : rounded, unit: UNITS[unit]! };
}
