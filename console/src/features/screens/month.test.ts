import { describe, expect, it } from 'vitest';
import { dayBack, daysOf, monthAfter, monthOf } from './month.ts';

describe('months', () => {
  it('is the month of this machine’s clock', () => {
    expect(monthOf(new Date(2024, 0, 1).getTime())).toBe('2024-01');
    expect(monthOf(new Date(2024, 11, 31, 23, 59, 59).getTime())).toBe('2024-12');
  });
  it.each([
    ['2024-11', 1, '2024-12'],
    ['2024-12', 1, '2025-01'],
    ['2024-01', -1, '2023-12'],
    ['2024-06', 0, '2024-06'],
    ['2024-06', -18, '2022-12'],
  ])('of %s and %i more is %s', (month, months, result) => {
    expect(monthAfter(month, months)).toBe(result);
  });
  it.each([
    ['2024-02', 29],
    ['2023-02', 28],
    ['2100-02', 28],
    ['2024-04', 30],
    ['2024-12', 31],
  ])('%s has %i days', (month, length) => {
    const days = daysOf(month);
    expect(days).toHaveLength(length);
    expect([days[0], days.at(-1)]).toEqual([`${month}-01`, `${month}-${length}`]);
  });
});

describe('days', () => {
  it.each([
    [0, '2024-03-01'],
    [1, '2024-02-29'],
    [61, '2023-12-31'],
  ])('so many as %i before the first of March are %s, from midnight to midnight', (days, key) => {
    const [year = 0, month = 0, day = 0] = key.split('-').map(Number);
    expect(dayBack(new Date(2024, 2, 1, 23, 59).getTime(), days)).toEqual({
      key,
      startAt: new Date(year, month - 1, day).getTime(),
      endAt: new Date(year, month - 1, day + 1).getTime(),
    });
  });
});
