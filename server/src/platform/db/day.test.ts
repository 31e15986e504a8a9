import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayOf, formatDayDigits, parseDayDigits, startOfDay } from './day.ts';

describe('UTC days', () => {
  it('have keys of eight digits', () => {
    expect(formatDayDigits(dayOf(Date.UTC(2026, 10, 21, 23, 59, 59, 999)))).toBe('20261121');
    expect(formatDayDigits(dayOf(Date.UTC(2026, 10, 22)))).toBe('20261122');
    expect(parseDayDigits('20261131')).toBeUndefined();
    expect(parseDayDigits('2026112')).toBeUndefined();
    expect(parseDayDigits('odd')).toBeUndefined();
  });

  it('contain each of their instants', () => {
    fc.assert(
      fc.property(fc.integer({ min: Date.UTC(1970, 0, 1), max: Date.UTC(2199, 0, 1) }), (ms) => {
        const day = dayOf(ms);
        expect(startOfDay(day)).toBeLessThanOrEqual(ms);
        expect(startOfDay(day + 1)).toBeGreaterThan(ms);
        expect(parseDayDigits(formatDayDigits(day))).toBe(day);
      }),
    );
  });
});
