import { DAY_MS, HOUR_MS } from '@fleetwarden/domain/durations';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyClockOffset, observeClock } from './clock-offset.ts';

const START = Date.UTC(2026, 4, 20);

/** Reports every ten seconds of a clock that is `aheadMs` ahead; `delays`: ms on the way. */
function heard(
  aheadMs: number,
  minutes: number,
  delays: (n: number) => number = () => 800,
  clock = emptyClockOffset(),
  from = START,
) {
  let changes = 0;
  for (let n = 0; n < minutes * 6; n++) {
    const at = from + n * 10_000;
    if (observeClock(clock, at + aheadMs, at + delays(n))) changes++;
  }
  return { clock, changes };
}

describe('the clock of a terminal', () => {
  it.each([
    ['90 s fast', 90_000, -89_000, -89_000],
    ['one hour fast', HOUR_MS, -3_599_000, -3_599_000],
    ['a little fast', 20_000, -19_000, 0],
    ['correct', 0, 1_000, 0],
    ['in UTC: time zone or delay, not corrected', -8 * HOUR_MS, 8 * HOUR_MS + 1_000, 0],
    ['about 24 years slow', -9_000 * DAY_MS, null, 0],
  ])('%s', (_, aheadMs, offsetMs, correctionMs) => {
    expect(heard(aheadMs, 5).clock).toMatchObject({ offsetMs, correctionMs });
  });

  it('is known after two windows, and again after it was set', () => {
    const { clock, changes } = heard(90_000, 2);
    expect([clock.offsetMs, changes]).toEqual([null, 0]);
    heard(90_000, 2, undefined, clock, START + 120_000);
    expect(clock.correctionMs).toBe(-89_000);
    expect(heard(0, 4, undefined, clock, START + HOUR_MS)).toMatchObject({ clock: { correctionMs: 0 }, changes: 1 });
  });

  it('is not changed by delays of any kind or by single wrong times', () => {
    fc.assert(
      fc.property(fc.infiniteStream(fc.nat({ max: 240_000 })), (stream) => {
        const delays = (n: number) => (n % 7 === 0 ? 500 : (stream.next().value as number));
        expect(heard(0, 30, delays).clock.correctionMs).toBe(0);
        expect(heard(120_000, 30, delays).clock.correctionMs).toBeCloseTo(-120_000, -4);
      }),
      { numRuns: 50 },
    );
    const glitch = (n: number) => (n === 20 ? -3_600_000 : 500);
    expect(heard(0, 30, glitch).clock.correctionMs).toBe(0);
  });
});
