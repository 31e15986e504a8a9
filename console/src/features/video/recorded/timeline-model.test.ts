import { DAY_MS, HOUR_MS } from '@fleetwarden/domain/durations';
import { describe, expect, it } from 'vitest';
import { recording } from './testing.ts';
import { hourMarks, shareOf, timeAt, timelineRows } from './timeline-model.ts';

const day = { start: 0, end: DAY_MS };

describe('the timeline of a day', () => {
  it('has one line per channel, with recordings as fractions of the day', () => {
    const rows = timelineRows([recording(2, 360, 720), recording(1, 0, 144)], day);
    expect(rows.map(({ channel, stretches }) => [channel, stretches.map(({ from, size }) => [from, size])])).toEqual([
      [1, [[0, 0.1]]],
      [2, [[0.25, 0.25]]],
    ]);
  });
  it('joins adjacent recordings of the same source and colour, and separates alarms and sources', () => {
    const alarms = [1];
    const [row] = timelineRows(
      [
        recording(1, 0, 10),
        recording(1, 10, 20),
        recording(1, 20, 30, { alarms }),
        recording(1, 30, 40),
        recording(1, 5, 15, { source: 'server' }),
      ],
      day,
    );
    expect(row!.stretches.map(({ source, isAlarm, start, end }) => [source, isAlarm, start / 60_000, end / 60_000])).toEqual([
      ['terminal', false, 0, 20],
      ['terminal', false, 30, 40],
      ['server', false, 5, 15],
      ['terminal', true, 20, 30],
    ]);
  });
  it('cuts recordings at the start and the end of the day, and leaves out other days', () => {
    const [row] = timelineRows([recording(1, -60, 60), recording(1, 23 * 60, 25 * 60), recording(1, 1500, 1560)], day);
    expect(row!.stretches.map(({ from, size }) => [from, from + size])).toEqual([
      [0, 1 / 24],
      [23 / 24, 1],
    ]);
  });
  it('marks every second hour, also on a day of 23 hours', () => {
    expect(hourMarks(day).map(({ from }) => from * 24)).toEqual([0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22]);
    expect(hourMarks({ start: 0, end: 23 * HOUR_MS }).at(-1)!.at).toBe(22 * HOUR_MS);
  });
  it('returns the time at a position in seconds, and no time outside the day', () => {
    expect(timeAt(day, 0.5)).toBe(DAY_MS / 2);
    expect(timeAt(day, 1 / 86_399)).toBe(1_000);
    expect(timeAt(day, -1)).toBe(0);
    expect(timeAt(day, 2)).toBe(DAY_MS);
    expect(shareOf(day, DAY_MS * 2)).toBe(1);
  });
});
