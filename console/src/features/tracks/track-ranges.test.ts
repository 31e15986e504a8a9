import { MAX_TRACK_MS } from '@fleetwarden/contract/tracks/track-rules';
import { describe, expect, it } from 'vitest';
import { rangeFault, rangeOfDay, TRACK_RANGES } from './track-ranges.ts';

const at = (text: string) => Date.parse(`${text}+08:00`);
const NOW = at('2026-11-21T16:20:00');
const range = (key: (typeof TRACK_RANGES)[number]['key'], now = NOW) => TRACK_RANGES.find((each) => each.key === key)!.of(now);
const between = (start: string, end: string) => ({ start: at(start), end: at(end) });

describe('common ranges', () => {
  it('end now or in the past', () => {
    expect(range('lastHour')).toEqual(between('2026-11-21T15:20:00', '2026-11-21T16:20:00'));
    expect(range('today')).toEqual(between('2026-11-21T00:00:00', '2026-11-21T16:20:00'));
    expect(range('yesterday')).toEqual(between('2026-11-20T00:00:00', '2026-11-21T00:00:00'));
    expect(range('last3Days')).toEqual(between('2026-11-19T00:00:00', '2026-11-21T16:20:00'));
    expect(range('lastWeek')).toEqual(between('2026-11-09T00:00:00', '2026-11-16T00:00:00'));
  });

  it('a ten-day period is the one before the current period, which starts on the 1st, 11th or 21st', () => {
    expect(range('lastTenDays')).toEqual(between('2026-11-11T00:00:00', '2026-11-21T00:00:00'));
    expect(range('lastTenDays', at('2026-11-20T08:00:00'))).toEqual(between('2026-11-01T00:00:00', '2026-11-11T00:00:00'));
    expect(range('lastTenDays', at('2026-11-05T08:00:00'))).toEqual(between('2026-10-21T00:00:00', '2026-11-01T00:00:00'));
    expect(range('lastTenDays', at('2026-10-31T08:00:00'))).toEqual(between('2026-10-11T00:00:00', '2026-10-21T00:00:00'));
  });

  it('are all valid for a request', () => {
    for (const { of } of TRACK_RANGES) expect(rangeFault(of(NOW), NOW)).toBeNull();
  });
});

it('a range is in order, not in the future, and at most 30 days long', () => {
  expect(rangeFault({ start: NOW, end: NOW }, NOW)).toBe('order');
  expect(rangeFault({ start: NOW + 1, end: NOW + 2 }, NOW)).toBe('future');
  expect(rangeFault({ start: NOW - MAX_TRACK_MS - 1, end: NOW }, NOW)).toBe('tooLong');
});

it('a day ends at midnight, and today ends now', () => {
  expect(rangeOfDay('2026-11-20', NOW)).toEqual(between('2026-11-20T00:00:00', '2026-11-21T00:00:00'));
  expect(rangeOfDay('2026-11-21', NOW)).toEqual(between('2026-11-21T00:00:00', '2026-11-21T16:20:00'));
});
