import { describe, expect, it, vi } from 'vitest';
import { FARTHEST_MONTH, findNearestDay, monthAfter, nearestDay } from './nearest-day.ts';

describe('the nearest day with data', () => {
  it('is the nearest in either direction, and the later of two at equal distance', () => {
    expect(nearestDay(['2026-10-31', '2026-11-28'], '2026-11-03')).toBe('2026-10-31');
    expect(nearestDay(['2026-11-01', '2026-11-05'], '2026-11-03')).toBe('2026-11-05');
    expect(nearestDay([], '2026-11-03')).toBeNull();
  });

  it('is searched from its own month outward, and never in the future', async () => {
    const days: Record<string, string[]> = { '2026-08': ['2026-08-02', '2026-08-30'] };
    const daysOf = vi.fn(async (month: string) => days[month] ?? []);
    expect(await findNearestDay('2026-11-03', '2026-11-21', daysOf)).toBe('2026-08-30');
    expect(daysOf.mock.calls.map(([month]) => month)).toEqual(['2026-10', '2026-11', '2026-09', '2026-08']);
  });

  it('can be a later day', async () => {
    const daysOf = async (month: string) => (month === '2026-05' ? ['2026-05-01'] : month === '2026-03' ? ['2026-03-01'] : []);
    expect(await findNearestDay('2026-04-20', '2026-11-21', daysOf)).toBe('2026-05-01');
  });

  it('is null if no day within a year has data', async () => {
    const daysOf = vi.fn(async () => []);
    expect(await findNearestDay('2026-11-03', '2026-11-21', daysOf)).toBeNull();
    expect(daysOf).toHaveBeenCalledTimes(FARTHEST_MONTH + 1);
  });

  it('counts months across years', () => {
    expect([monthAfter('2026-01', -1), monthAfter('2026-12', 1), monthAfter('2026-06', -18)]).toEqual([
      '2025-12',
      '2027-01',
      '2024-12',
    ]);
  });
});
