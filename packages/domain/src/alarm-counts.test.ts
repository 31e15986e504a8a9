import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countsForBell, isBellAlarm, isSafetyAlarm, popupMatchId } from './alarm-counts.ts';

const anyId = fc.integer({ min: 0, max: 100_000 });

describe('isSafetyAlarm', () => {
  it.each([
    [0, false],
    [59, false],
    [60, true],
    [99, true],
    [100, false],
    [149, false],
    [150, true],
    [65_535, true],
  ])('%i: %s', (warnId, expected) => {
    expect(isSafetyAlarm(warnId)).toBe(expected);
  });

  it('is never true for an alarm of the bell', () => {
    fc.assert(fc.property(anyId, (id) => !(isSafetyAlarm(id) && isBellAlarm(id))));
  });
});

describe('countsForBell', () => {
  it.each([
    [0, true],
    [49, true],
    [50, false],
    [99, false],
    [100, true],
    [149, true],
    [150, false],
  ])('number %i: %s', (alarmId, expected) => {
    expect(isBellAlarm(alarmId)).toBe(expected);
    expect(countsForBell({ alarmId, startMs: 5_000, currentMs: 5_000 })).toBe(expected);
  });

  it.each([
    [0, true],
    [2_000, true],
    [2_001, false],
    [-1, true],
  ])('%i ms after its start: %s', (age, expected) => {
    expect(countsForBell({ alarmId: 1, startMs: 1_790_000_000_000, currentMs: 1_790_000_000_000 + age })).toBe(expected);
  });

  it('is true below 50, or above 99 and below 150, if the alarm is at most 2000 ms old', () => {
    fc.assert(
      fc.property(anyId, fc.integer({ min: 0, max: 10_000 }), (alarmId, age) => {
        const expected = (alarmId < 50 || (alarmId > 99 && alarmId < 150)) && age <= 2_000;
        return countsForBell({ alarmId, startMs: 1_000, currentMs: 1_000 + age }) === expected;
      }),
    );
  });
});

describe('popupMatchId', () => {
  it.each([
    [0, 1],
    [63, 64],
    [64, 65],
    [65, 65],
    [66, 66],
  ])('%i matches %i', (id, expected) => {
    expect(popupMatchId(id)).toBe(expected);
  });

  it('does not change numbers above 64', () => {
    fc.assert(fc.property(fc.integer({ min: 65, max: 1_000_000 }), (id) => popupMatchId(id) === id));
  });
});
