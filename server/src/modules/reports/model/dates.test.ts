import { filterTypes } from '@fleetwarden/contract/reports/report-filters';
import { describe, expect, it } from 'vitest';
import { readDates } from './dates.ts';

const NOW = Date.UTC(2026, 11, 1);
const read = (type: keyof typeof filterTypes, value: string, timeZone = 'Asia/Shanghai') =>
  readDates({ name: 'dates', type: filterTypes[type] }, value, NOW, timeZone);
const instants = (value: string, timeZone: string) => {
  const dates = read('times', value, timeZone);
  if (typeof dates === 'string') return dates;
  // the end is exclusive
  return [dates.times.from, dates.times.to - 1_000].map((at) => new Date(at).toISOString().slice(0, 16));
};

describe('invalid dates', () => {
  it.each([
    ['days', '2026-02-30,2026-03-01'],
    ['days', '2026-02-29,2026-03-01'],
    ['days', '2026-04-31,2026-05-01'],
    ['days', '2026-05-01'],
    ['days', '0000-01-01,0000-01-02'],
    ['days', '1969-12-31,1970-01-02'],
    ['day', '2026-02-30'],
    ['day', ''],
    ['closedDay', '2025-02-29'],
    ['times', '2026-02-30 00:00:00,2026-03-01 00:00:00'],
    ['times', '2026-02-20 24:00:00,2026-03-01 00:00:00'],
    ['times', '2026-02-20 10:60:00,2026-03-01 00:00:00'],
    ['month', '2026-00'],
    ['month', '2026-13'],
    ['month', '0000-01'],
    ['months', '2026-01'],
    ['week', '2026-W00'],
    ['week', '2026-W54'],
    // the year has 52
    ['week', '2025-W53'],
    ['week', '0001-W01'],
  ] as const)('%s %s are refused', (type, value) => expect(read(type, value)).toBe('invalid'));

  it('do not include 29 February of leap years and week 53 of long years', () => {
    expect(read('days', '2024-02-29,2024-03-01')).toMatchObject({ days: { from: '2024-02-29', to: '2024-03-01' } });
    expect(read('week', '2020-W53')).toMatchObject({ days: { from: '2020-12-28', to: '2021-01-03' } });
  });

  it('include future dates, and an end before the start', () => {
    expect(read('days', '9999-12-30,9999-12-31')).toBe('future');
    expect(read('days', '2026-05-02,2026-05-01')).toBe('reversed');
    expect(read('times', '2026-05-01 10:00:00,2026-05-01 09:59:59')).toBe('reversed');
    expect(read('months', '2026-05,2026-04')).toBe('reversed');
  });
});

describe('local times of a time zone', () => {
  it('are correct before and after a clock change', () => {
    // New York: 8 March has no half past two, 1 November has half past one twice
    const zone = 'America/New_York';
    expect(instants('2026-03-08 01:30:00,2026-03-08 03:30:00', zone)).toEqual(['2026-03-08T06:30', '2026-03-08T07:30']);
    expect(instants('2026-03-08 12:00:00,2026-03-08 23:30:00', zone)).toEqual(['2026-03-08T16:00', '2026-03-09T03:30']);
    expect(instants('2026-11-01 01:30:00,2026-11-01 12:00:00', zone)).toEqual(['2026-11-01T05:30', '2026-11-01T17:00']);
    expect(instants('2026-11-01 00:00:00,2026-11-01 23:59:00', zone)).toEqual(['2026-11-01T04:00', '2026-11-02T04:59']);
  });

  it('that are skipped are shifted by the clock change', () => {
    expect(instants('2026-03-08 02:30:00,2026-03-08 02:45:00', 'America/New_York')).toEqual([
      '2026-03-08T07:30',
      '2026-03-08T07:45',
    ]);
  });

  it('are correct in a zone whose day begins at one o’clock', () => {
    // clocks in Cairo go forward at midnight of 24 April 2026
    expect(instants('2026-04-24 00:00:00,2026-04-24 12:00:00', 'Africa/Cairo')).toEqual(['2026-04-23T22:00', '2026-04-24T09:00']);
  });
});
