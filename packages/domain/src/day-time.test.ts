import { describe, expect, it } from 'vitest';
import { getWeekday, isNight, isWithin, minuteOfDay, parseClock, segmentsOverlap } from './day-time.ts';

describe('times of the day', () => {
  it('are minutes from midnight', () => {
    expect([parseClock('00:00'), parseClock('06:30'), parseClock('23:59')]).toEqual([0, 390, 1439]);
  });

  it.each([
    [480, 480, 600, true],
    [600, 480, 600, false],
    [1400, 1320, 360, true],
    [359, 1320, 360, true],
    [360, 1320, 360, false],
    [700, 0, 0, true],
  ])('%i from %i to %i: %s', (minute, start, end, inside) => expect(isWithin(minute, start, end)).toBe(inside));

  it('overlap if they share a minute, also over midnight', () => {
    const [evening, morning, night] = [
      { start: '18:00', end: '22:00' },
      { start: '06:00', end: '09:00' },
      { start: '22:00', end: '06:00' },
    ];
    expect(segmentsOverlap([evening, morning, night])).toBe(false);
    expect(segmentsOverlap([night, { start: '05:59', end: '07:00' }])).toBe(true);
    expect(segmentsOverlap([{ start: '00:00', end: '00:00' }, morning])).toBe(true);
    expect(
      segmentsOverlap([
        { start: '20:00', end: '00:00' },
        { start: '00:00', end: '02:00' },
      ]),
    ).toBe(false);
  });

  it('are local times, also on days with a clock change', () => {
    expect(minuteOfDay(Date.UTC(2026, 4, 20, 18, 30), 'Asia/Shanghai')).toBe(150);
    // in Madrid 02:00 became 03:00 an hour before
    expect(minuteOfDay(Date.UTC(2026, 2, 29, 2, 15), 'Europe/Madrid')).toBe(4 * 60 + 15);
    expect(minuteOfDay(Date.UTC(2026, 2, 29, 0, 15), 'Europe/Madrid')).toBe(75);
  });

  it('belong to the local day of the week', () => {
    // 2026-05-20 is a Wednesday; at 16:00 UTC it is Thursday in Shanghai
    expect(getWeekday(Date.UTC(2026, 4, 20, 15, 59), 'Asia/Shanghai')).toBe(3);
    expect(getWeekday(Date.UTC(2026, 4, 20, 16), 'Asia/Shanghai')).toBe(4);
    expect(getWeekday(Date.UTC(2026, 4, 24, 4), 'Asia/Shanghai')).toBe(7);
  });

  it('are night from 22:00 to 06:00', () =>
    expect([1319, 1320, 0, 359, 360].map(isNight)).toEqual([false, true, true, true, false]));
});
