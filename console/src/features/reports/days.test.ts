import { DAY_MS } from '@fleetwarden/domain/durations';
import dayjs from 'dayjs';
import { describe, expect, it } from 'vitest';
import { countDate, countRange, DAY, MOMENT, MONTH, readDate, readRange, shortcuts, weekStart, weekText } from './days.ts';

const rangeOf = (now: string, key: string) =>
  shortcuts(dayjs(now))
    .find((each) => each.key === key)
    ?.range.map((day) => day.format(DAY));

describe('date range presets', () => {
  it.each([
    ['today', '2026-11-22', '2026-11-22'],
    ['yesterday', '2026-11-21', '2026-11-21'],
    // the 22nd is a Sunday
    ['lastWeek', '2026-11-09', '2026-11-15'],
    ['lastTenDays', '2026-11-11', '2026-11-20'],
    ['lastMonth', '2026-10-01', '2026-10-31'],
  ])('%s', (key, from, to) => {
    expect(rangeOf('2026-11-22 10:00', key)).toEqual([from, to]);
  });

  it.each([
    ['2026-03-01', '2026-02-21', '2026-02-28'],
    ['2026-03-10', '2026-02-21', '2026-02-28'],
    ['2026-03-11', '2026-03-01', '2026-03-10'],
    ['2026-03-20', '2026-03-01', '2026-03-10'],
    ['2026-03-31', '2026-03-11', '2026-03-20'],
    ['2026-01-05', '2025-12-21', '2025-12-31'],
  ])('the last ten-day period on %s', (now, from, to) => {
    expect(rangeOf(now, 'lastTenDays')).toEqual([from, to]);
  });
});

describe('an ISO week', () => {
  it.each([
    ['2026-01-01', '2026-W01'],
    ['2025-12-29', '2026-W01'],
    ['2027-01-03', '2026-W53'],
    ['2027-01-04', '2027-W01'],
    ['2026-11-22', '2026-W47'],
    ['2024-12-30', '2025-W01'],
  ])('of %s is %s', (day, week) => {
    expect(weekText(dayjs(day))).toBe(week);
  });

  it('begins on Monday, and is null for a week the year does not have', () => {
    expect(weekStart('2026-W47')?.format(DAY)).toBe('2026-11-16');
    expect(weekStart('2025-W53')).toBeNull();
    expect(weekStart('2026-47')).toBeNull();
  });
});

describe('a date text', () => {
  it('is parsed, or is null if invalid', () => {
    expect(readDate('2026-11-22', DAY)?.date()).toBe(22);
    expect(readDate('2026-02-31', DAY)).toBeNull();
    expect(readDate('2026-11', MONTH)?.month()).toBe(10);
    expect(readDate('2026-13', MONTH)).toBeNull();
    expect(readDate('2026-11-22 23:59:59', MOMENT)?.second()).toBe(59);
    expect(readDate('<b>', DAY)).toBeNull();
  });

  it('is converted independently of the browser time zone', () => {
    expect(countDate('1970-01-02', DAY)).toBe(DAY_MS);
    expect(countRange('2026-03-08 02:30:00,2026-03-08 02:30:01', MOMENT)).toEqual([
      Date.UTC(2026, 2, 8, 2, 30),
      Date.UTC(2026, 2, 8, 2, 30, 1),
    ]);
    expect([countDate('2026-11-22 24:00:00', MOMENT), countRange('2026-11-22', DAY), countRange('1,2,3', DAY)]).toEqual([
      null,
      null,
      null,
    ]);
  });

  it('forms a range only with a second date', () => {
    expect(readRange('2026-11-01,2026-11-02', DAY)?.map((day) => day.date())).toEqual([1, 2]);
    expect([readRange('2026-11-01', DAY), readRange('2026-11-01,', DAY), readRange('', DAY)]).toEqual([null, null, null]);
  });
});
