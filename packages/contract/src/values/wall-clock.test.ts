import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { instantShown, wallClock } from './wall-clock.ts';

const shanghai = wallClock('Asia/Shanghai');
const newYork = wallClock('America/New_York');
const utc = (text: string) => Date.parse(`${text}Z`);

describe('local time of a zone', () => {
  it('is correct for an instant', () => {
    expect(shanghai(utc('2026-11-21T16:05:09.250'))).toBe(utc('2026-11-22T00:05:09.250'));
    expect(newYork(utc('2026-11-21T04:00:00'))).toBe(utc('2026-11-20T23:00:00'));
  });

  it('is NaN for an invalid instant', () => {
    expect([Number.NaN, Number.POSITIVE_INFINITY, 9e15, -9e15].map(shanghai)).toEqual(Array(4).fill(Number.NaN));
  });

  it('requires a known time zone', () => {
    expect(() => wallClock('Europe/Nowhere')).toThrow(RangeError);
  });
});

describe('the instant of a local time', () => {
  it('inverts the local time of any zone', () => {
    const clocks = ['Asia/Shanghai', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Apia', 'Asia/Kathmandu'].map(wallClock);
    fc.assert(
      fc.property(fc.constantFrom(...clocks), fc.integer({ min: Date.UTC(2000, 0), max: Date.UTC(2037, 0) }), (clock, at) => {
        const shown = clock(at);
        const found = instantShown(clock, shown);
        expect(clock(found)).toBe(shown);
        expect(found).toBeLessThanOrEqual(at);
      }),
    );
  });

  it('is the first of two when clocks go back', () => {
    // 01:30 of 1 November 2026 occurs twice in New York, first at UTC-4
    expect(instantShown(newYork, utc('2026-11-01T01:30:00'))).toBe(utc('2026-11-01T05:30:00'));
  });

  it('is later by the skipped time if the clocks skip it', () => {
    // half past two of 8 March 2026 is half past three there
    expect(instantShown(newYork, utc('2026-03-08T02:30:00'))).toBe(utc('2026-03-08T07:30:00'));
    expect(newYork(utc('2026-03-08T07:30:00'))).toBe(utc('2026-03-08T03:30:00'));
  });
});
