import { filterTypes } from '@fleetwarden/contract/reports/report-filters';
import { listPeriods, PERIOD_DAYS, schedulePeriods } from '@fleetwarden/contract/reports/schedules/schedule-periods';
import { describe, expect, it } from 'vitest';
import { addDays, countDays } from '../model/dates.ts';
import type { Filter } from '../model/filter.ts';
import { company, days, month, times } from '../model/filters.ts';
import { formatDateFilter } from '../model/whole-days.ts';
import { buildFiltersAt, getPeriodDays } from './period.ts';

const of = (period: Parameters<typeof getPeriodDays>[0], today: string) => {
  const { from, to } = getPeriodDays(period, today);
  return `${from} ${to}`;
};

describe('the days of a period', () => {
  it('are the days before the due date', () => {
    expect(of('today', '2026-03-01')).toBe('2026-03-01 2026-03-01');
    expect(of('yesterday', '2026-03-01')).toBe('2026-02-28 2026-02-28');
    expect(of('last7', '2026-03-01')).toBe('2026-02-22 2026-02-28');
    // a Sunday belongs to the week that began on Monday
    expect(of('lastWeek', '2026-03-01')).toBe('2026-02-16 2026-02-22');
    expect(of('lastWeek', '2026-03-02')).toBe('2026-02-23 2026-03-01');
    expect(of('lastWeek', '2027-01-01')).toBe('2026-12-21 2026-12-27');
    expect(of('lastMonth', '2026-03-31')).toBe('2026-02-01 2026-02-28');
    expect(of('lastMonth', '2028-03-01')).toBe('2028-02-01 2028-02-29');
    expect(of('lastMonth', '2026-01-15')).toBe('2025-12-01 2025-12-31');
  });

  it('are the last completed third of a month for lastTenDays', () => {
    expect(of('lastTenDays', '2026-03-01')).toBe('2026-02-21 2026-02-28');
    expect(of('lastTenDays', '2026-03-10')).toBe('2026-02-21 2026-02-28');
    expect(of('lastTenDays', '2026-03-11')).toBe('2026-03-01 2026-03-10');
    expect(of('lastTenDays', '2026-03-20')).toBe('2026-03-01 2026-03-10');
    expect(of('lastTenDays', '2026-03-21')).toBe('2026-03-11 2026-03-20');
    expect(of('lastTenDays', '2026-03-31')).toBe('2026-03-11 2026-03-20');
    expect(of('lastTenDays', '2026-01-05')).toBe('2025-12-21 2025-12-31');
  });

  it('are within the maximum length, and in the past, on every day of four years', () => {
    for (let day = '2025-01-01'; day < '2029-01-01'; day = addDays(day, 1))
      for (const period of schedulePeriods) {
        if (period === 'now') continue;
        const range = getPeriodDays(period, day);
        expect(countDays(range)).toBeLessThanOrEqual(PERIOD_DAYS[period]);
        expect(range.from <= range.to && (period === 'today' ? range.to === day : range.to < day)).toBe(true);
      }
  });
});

describe('available periods of a report', () => {
  const offered = (...conditions: Filter[]) =>
    listPeriods(conditions.map(({ type, maxDays }) => ({ filterType: type, maxDays })));

  it('are those that its date filters support, within its maximum range', () => {
    expect(offered(company)).toEqual(['now']);
    expect(offered(company, days('-1'))).toEqual(['today', 'yesterday', 'last7', 'lastWeek', 'lastTenDays', 'lastMonth']);
    expect(offered(times('-1', 7))).toEqual(['today', 'yesterday', 'last7', 'lastWeek']);
    expect(offered(month)).toEqual(['lastMonth']);
    expect(offered({ name: 'week', type: filterTypes.week })).toEqual(['lastWeek']);
    expect(offered({ name: 'day', type: filterTypes.closedDay })).toEqual(['yesterday']);
  });

  it('are formatted as each date filter expects', () => {
    const range = { from: '2026-02-01', to: '2026-02-28' };
    expect(formatDateFilter(days('-1'), range)).toBe('2026-02-01,2026-02-28');
    expect(formatDateFilter(times('-1'), range)).toBe('2026-02-01 00:00:00,2026-02-28 23:59:59');
    expect(formatDateFilter(month, range)).toBe('2026-02');
    expect(formatDateFilter({ name: 'months', type: filterTypes.months }, range)).toBe('2026-02,2026-02');
    expect(formatDateFilter({ name: 'day', type: filterTypes.closedDay }, range)).toBe('2026-02-28');
    expect(formatDateFilter({ name: 'week', type: filterTypes.week }, { from: '2026-02-16', to: '2026-02-22' })).toBe('2026-W08');
  });

  it('are added to the other filters, in the time zone of the business', () => {
    // 23:30 of the 17th in UTC is the morning of the 18th in Shanghai
    const at = Date.parse('2026-03-17T23:30:00Z');
    const report = { filters: [company, days('-1')] };
    expect(buildFiltersAt(report, { deptId: '3' }, 'yesterday', at, 'Asia/Shanghai')).toEqual({
      deptId: '3',
      staticDate: '2026-03-17,2026-03-17',
    });
    expect(buildFiltersAt(report, { deptId: '3' }, 'yesterday', at, 'UTC')).toEqual({
      deptId: '3',
      staticDate: '2026-03-16,2026-03-16',
    });
    expect(buildFiltersAt({ filters: [company] }, { deptId: '3' }, 'now', at, 'UTC')).toEqual({ deptId: '3' });
  });
});
