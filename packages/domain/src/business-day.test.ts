import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { businessDay, dayKey, nextMidnight, startOfDay } from './business-day.ts';
import { HOUR_MS } from './durations.ts';

/** Fixed offsets, half hours, daylight saving, a zone that skips midnight in spring (until 2018), and one far from UTC. */
const ZONES = ['Asia/Shanghai', 'Asia/Kolkata', 'Europe/Madrid', 'America/Sao_Paulo', 'Asia/Beirut', 'Pacific/Kiritimati', 'UTC'];

const instant = fc.integer({ min: Date.UTC(2015, 0, 1), max: Date.UTC(2035, 0, 1) });

function slowKey(at: number, timeZone: string): string {
  // The Swedish way of writing a date is ISO's
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(at);
}

describe('business day', () => {
  it('in Shanghai begins at 16:00 UTC', () => {
    const lunch = Date.UTC(2026, 2, 1, 4);
    expect(dayKey(lunch)).toBe('2026-03-01');
    expect(startOfDay(lunch)).toBe(Date.UTC(2026, 1, 28, 16));
    expect(nextMidnight(lunch)).toBe(Date.UTC(2026, 2, 1, 16));
    // A last second and a first one
    expect(dayKey(Date.UTC(2026, 1, 28, 15, 59, 59, 999))).toBe('2026-02-28');
    expect(dayKey(Date.UTC(2026, 1, 28, 16))).toBe('2026-03-01');
  });

  it('has 23 or 25 hours when clocks change', () => {
    const hours = (at: number) => (nextMidnight(at, 'Europe/Madrid') - startOfDay(at, 'Europe/Madrid')) / HOUR_MS;
    expect(hours(Date.UTC(2026, 2, 29, 12))).toBe(23);
    expect(hours(Date.UTC(2026, 9, 25, 12))).toBe(25);
    expect(hours(Date.UTC(2026, 6, 1, 12))).toBe(24);
  });

  it('starts at 01:00 if midnight is skipped', () => {
    // Sao Paulo, 4 November 2018: 00:00 became 01:00 at 03:00 UTC
    expect(startOfDay(Date.UTC(2018, 10, 4, 12), 'America/Sao_Paulo')).toBe(Date.UTC(2018, 10, 4, 3));
  });

  it('matches Intl, in any order of calls', () => {
    fc.assert(
      fc.property(instant, fc.constantFrom(...ZONES), (at, timeZone) => {
        const day = businessDay(at, timeZone);
        expect(day.key).toBe(slowKey(at, timeZone));
        expect(day.startAt).toBeLessThanOrEqual(at);
        expect(day.endAt).toBeGreaterThan(at);
        expect(slowKey(day.startAt, timeZone)).toBe(day.key);
        expect(slowKey(day.startAt - 1, timeZone)).not.toBe(day.key);
        expect(slowKey(day.endAt - 1, timeZone)).toBe(day.key);
        expect(slowKey(day.endAt, timeZone)).not.toBe(day.key);
        expect(businessDay(day.endAt, timeZone).startAt).toBe(day.endAt);
      }),
    );
  });

  it('refuses an unknown time zone', () => {
    expect(() => dayKey(0, 'Mars/Olympus')).toThrow(RangeError);
  });
});
