import { HOUR_MS } from '@fleetwarden/domain/durations';
import { afterEach, describe, expect, it } from 'vitest';
import { userInfo } from '../ui/testing.tsx';
import { browserIn } from '../ui/testing-browser.ts';
import { businessClock, businessToday, businessZone, todaySoFar } from './business-clock.ts';
import { useSession } from './session.ts';

const platformIn = (timeZone: string) => useSession.setState({ userInfo: { ...userInfo, timeZone } });

afterEach(() => useSession.setState({ userInfo: null }));

describe('the platform’s time zone', () => {
  it('is the default before it is known, and if the browser does not support it', () => {
    useSession.setState({ userInfo: null });
    expect(businessZone()).toBe('Asia/Shanghai');
    platformIn('Europe/Nowhere');
    expect(businessZone()).toBe('Asia/Shanghai');
    platformIn('Europe/Madrid');
    expect(businessZone()).toBe('Europe/Madrid');
  });

  it('sets the displayed clock as soon as it is known', () => {
    const noon = Date.parse('2026-11-22T12:00:00Z');
    const hours = ['Asia/Shanghai', 'Asia/Tokyo', 'UTC'].map((zone) => {
      platformIn(zone);
      return (businessClock()(noon) - noon) / HOUR_MS;
    });
    expect(hours).toEqual([8, 9, 0]);
  });
});

describe('the current day of the platform', () => {
  it('lasts from midnight to midnight in the platform’s zone, whatever the zone of the browser', () => {
    platformIn('Asia/Shanghai');
    browserIn('America/New_York', '2026-11-22T23:30:00-05:00');
    expect(businessToday()).toEqual({
      key: '2026-11-23',
      startAt: Date.parse('2026-11-23T00:00:00+08:00'),
      endAt: Date.parse('2026-11-24T00:00:00+08:00'),
    });
  });

  it('is queried from its midnight until now', () => {
    platformIn('Asia/Shanghai');
    browserIn('America/New_York', '2026-11-22T23:30:00-05:00');
    expect(todaySoFar()).toEqual({
      start: Date.parse('2026-11-23T00:00:00+08:00'),
      end: Date.parse('2026-11-23T12:30:00+08:00'),
    });
  });
});
