import { DAY_MS } from '@fleetwarden/domain/durations';
import { beforeEach, describe, expect, it } from 'vitest';
import { useSession } from '../../api/session.ts';
import { userInfo } from '../../ui/testing.tsx';
import { browserIn } from '../../ui/testing-browser.ts';
import { dayBack, daysOf, monthAfter, thisMonth } from './month.ts';

beforeEach(() => useSession.setState({ userInfo }));

describe('months', () => {
  it.each([
    ['America/New_York', '2024-01-31T10:59:59-05:00', '2024-01'],
    ['America/New_York', '2024-01-31T11:00:00-05:00', '2024-02'],
    ['Asia/Tokyo', '2024-02-01T00:59:59+09:00', '2024-01'],
    ['Asia/Tokyo', '2024-02-01T01:00:00+09:00', '2024-02'],
  ])('in a browser in %s at %s the current month of the platform is %s', (zone, time, month) => {
    browserIn(zone, time);
    expect(thisMonth()).toBe(month);
  });
  it.each([
    ['2024-11', 1, '2024-12'],
    ['2024-12', 1, '2025-01'],
    ['2024-01', -1, '2023-12'],
    ['2024-06', 0, '2024-06'],
    ['2024-06', -18, '2022-12'],
  ])('%s plus %i is %s', (month, months, result) => {
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
  ])('%i days before 1 March is %s, from midnight to midnight in the platform time zone', (days, key) => {
    // it is still the last of February there
    browserIn('America/New_York', '2024-02-29T19:30:00-05:00');
    const startAt = Date.parse(`${key}T00:00:00+08:00`);
    expect(dayBack(days)).toEqual({ key, startAt, endAt: startAt + DAY_MS });
  });
});
