import { describe, expect, it } from 'vitest';
import { daysOfMonth, parseDayKey } from './business-day.ts';

const NOW = Date.parse('2026-11-21T04:00:00Z'); // 12:00 in Shanghai

describe('parseDayKey', () => {
  it.each([
    ['2026-11-21', 'Asia/Shanghai', '2026-11-20T16:00:00Z'],
    ['2026-11-21', 'Pacific/Kiritimati', '2026-11-20T10:00:00Z'],
    ['2026-11-21', 'Pacific/Pago_Pago', '2026-11-21T11:00:00Z'],
    ['2026-03-08', 'America/New_York', '2026-03-08T05:00:00Z'],
  ])('%s in %s begins at %s', (key, zone, start) => {
    expect(parseDayKey(key, zone)).toMatchObject({ key, startAt: Date.parse(start) });
  });
});

describe('daysOfMonth', () => {
  it('returns the days of the month that have started', () => {
    const keys = (month: string) => daysOfMonth(month, 'Asia/Shanghai', NOW).map(({ key }) => key);
    expect(keys('2026-02')).toHaveLength(28);
    expect([keys('2026-11')[0], keys('2026-11').at(-1), keys('2026-11').length]).toEqual(['2026-11-01', '2026-11-21', 21]);
    expect(keys('2026-12')).toEqual([]);
  });
});
