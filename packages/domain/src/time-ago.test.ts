import { describe, expect, it } from 'vitest';
import { DAY_MS, SECOND_MS } from './durations.ts';
import { timeAgo } from './time-ago.ts';

const MINUTE = 60 * SECOND_MS;
const HOUR = 60 * MINUTE;

describe('timeAgo', () => {
  it('counts minutes under an hour', () => {
    expect(timeAgo(59 * SECOND_MS)).toEqual({ unit: 'minute', count: 0 });
    expect(timeAgo(MINUTE)).toEqual({ unit: 'minute', count: 1 });
    expect(timeAgo(HOUR - 1)).toEqual({ unit: 'minute', count: 59 });
  });
  it('counts hours under a day', () => {
    expect(timeAgo(HOUR)).toEqual({ unit: 'hour', count: 1 });
    expect(timeAgo(DAY_MS - 1)).toEqual({ unit: 'hour', count: 23 });
  });
  it('counts days from then on', () => {
    expect(timeAgo(DAY_MS)).toEqual({ unit: 'day', count: 1 });
    expect(timeAgo(400 * DAY_MS + HOUR)).toEqual({ unit: 'day', count: 400 });
  });
  it('shows a time in the future as now', () => {
    expect(timeAgo(-5 * HOUR)).toEqual({ unit: 'minute', count: 0 });
  });
});
