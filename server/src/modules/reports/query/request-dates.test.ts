import { filterTypes } from '@fleetwarden/contract/reports/report-filters';
import { describe, expect, it } from 'vitest';
import { buildDefaultDates, readDates } from '../model/dates.ts';
import type { DatePreset } from '../model/filter.ts';
import { MAX_DAYS, MAX_DETAIL_DAYS } from '../model/filters.ts';

const ZONE = 'Asia/Shanghai';
/** Tuesday, 31 March 2026, 10:20:30 in Shanghai. */
const NOW = Date.UTC(2026, 2, 31, 2, 20, 30);
const { days, times, day, month, months, week, closedDay, year } = filterTypes;

describe('the default of a date filter', () => {
  it.each<[DatePreset, number, string]>([
    ['0', days, '2026-03-31,2026-03-31'],
    ['1', days, '2026-03-31,2026-03-31'],
    ['-1', days, '2026-03-30,2026-03-30'],
    ['curMonth', days, '2026-03-01,2026-03-31'],
    // February has no 31st
    ['dtOneMonth', days, '2026-02-28,2026-03-30'],
    ['-7,-1', days, '2026-03-24,2026-03-30'],
    ['0', times, '2026-03-31 00:00:00,2026-03-31 10:20:30'],
    ['1', times, '2026-03-31 00:00:00,2026-03-31 23:59:59'],
    ['-1', times, '2026-03-30 00:00:00,2026-03-30 23:59:59'],
    ['curMonth', times, '2026-03-01 00:00:00,2026-03-31 23:59:59'],
    ['dtOneMonth', times, '2026-02-28 00:00:00,2026-03-30 23:59:59'],
    ['-7,-1', times, '2026-03-24 00:00:00,2026-03-30 23:59:59'],
    ['0', day, '2026-03-31'],
    ['-1', day, '2026-03-30'],
    ['-1', closedDay, '2026-03-30'],
    ['dtOneMonth', month, '2026-02'],
    ['dtOneMonth', months, '2026-02,2026-02'],
    ['-1', week, '2026-W13'],
    ['0', year, '2026'],
  ])('%s of type %d is %s', (remark, type, begins) => {
    expect(buildDefaultDates({ name: 'date', type: type as typeof days, preset: remark }, NOW, ZONE)).toBe(begins);
  });

  it.each([
    // the same instants as in the console's test, in any browser zone: 22 November 2026 in Shanghai
    '2026-11-21T23:30:00-05:00',
    '2026-11-21T11:30:00-05:00',
    '2026-11-22T23:30:00+09:00',
    '2026-11-23T00:30:00+09:00',
  ])('follows the time zone of the business at %s', (time) => {
    const at = Date.parse(time);
    const begins = (type: number, remark: DatePreset) =>
      buildDefaultDates({ name: 'date', type: type as typeof days, preset: remark }, at, ZONE);
    expect([begins(days, '-1'), begins(closedDay, '-1'), begins(month, 'dtOneMonth')]).toEqual([
      '2026-11-21,2026-11-21',
      '2026-11-21',
      '2026-10',
    ]);
    const read = (type: number, value: string) => readDates({ name: 'date', type: type as typeof days }, value, at, ZONE);
    for (const [type, last, first] of [
      [days, '2026-11-22,2026-11-22', '2026-11-22,2026-11-23'],
      [times, '2026-11-22 00:00:00,2026-11-22 23:59:59', '2026-11-22 00:00:00,2026-11-23 00:00:00'],
      [day, '2026-11-22', '2026-11-23'],
      [closedDay, '2026-11-21', '2026-11-22'],
      [week, '2026-W46', '2026-W47'],
      [month, '2026-10', '2026-11'],
    ] as const)
      expect([typeof read(type, last), read(type, first)]).toEqual(['object', 'future']);
  });

  it('is undefined for filters without dates', () => {
    expect(buildDefaultDates({ name: 'text', type: filterTypes.text }, NOW, ZONE)).toBeUndefined();
  });
});

describe('requested dates', () => {
  const read = (type: number, value: string, maxDays?: number) => {
    const found = readDates({ name: 'date', type: type as typeof days, ...(maxDays && { maxDays }) }, value, NOW, ZONE);
    return typeof found === 'string' ? found : `${found.days.from},${found.days.to}`;
  };
  it.each<[type: number, value: string, becomes: string, maxDays?: number]>([
    [days, '2026-03-30,2026-03-31', '2026-03-30,2026-03-31'],
    [days, '2026-03-31,2026-04-01', 'future'],
    [days, '2026-03-31,2026-03-30', 'reversed'],
    [days, '2026-02-29,2026-03-01', 'invalid'],
    [days, '2025-12-29,2026-03-31', '2025-12-29,2026-03-31', MAX_DAYS],
    [days, '2025-12-28,2026-03-31', 'tooLong', MAX_DAYS],
    [times, '2026-03-31 00:00:00,2026-03-31 23:59:59', '2026-03-31,2026-03-31'],
    [times, '2026-03-31 10:00:00,2026-03-31 09:59:59', 'reversed'],
    [times, '2026-03-31 10:00:00,2026-04-01 00:00:00', 'future'],
    [times, '2026-03-01 00:00:00,2026-03-31 23:59:59', '2026-03-01,2026-03-31', MAX_DETAIL_DAYS],
    [times, '2026-02-28 00:00:00,2026-03-31 23:59:59', 'tooLong', MAX_DETAIL_DAYS],
    [times, '2026-03-31,2026-03-31', 'invalid'],
    [day, '2026-03-31', '2026-03-31,2026-03-31'],
    [day, '2026-04-01', 'future'],
    // a day that is over: neither today nor later
    [closedDay, '2026-03-30', '2026-03-30,2026-03-30'],
    [closedDay, '2026-03-31', 'future'],
    [closedDay, '2026-04-01', 'future'],
    // nor the month under way
    [month, '2026-02', '2026-02-01,2026-02-28'],
    [month, '2026-03', 'future'],
    [month, '2026-13', 'invalid'],
    [months, '2025-03,2026-02', '2025-03-01,2026-02-28', 366],
    [months, '2025-02,2026-02', 'tooLong', 366],
    [months, '2026-02,2026-03', 'future'],
    [months, '2026-02,2026-01', 'reversed'],
    // weeks that are over
    [week, '2026-W13', '2026-03-23,2026-03-29'],
    [week, '2026-W14', 'future'],
    [week, '2026-W60', 'invalid'],
  ])('%d, %s', (type, value, becomes, maxDays) => {
    expect(read(type, value, maxDays)).toBe(becomes);
  });

  it('are limited to 93 days, and to 31 days for details', () => {
    expect([MAX_DAYS, MAX_DETAIL_DAYS]).toEqual([93, 31]);
  });
});
