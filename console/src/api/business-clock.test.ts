import { HOUR_MS } from '@fleetwarden/domain/durations';
import { afterEach, describe, expect, it } from 'vitest';
import { userInfo } from '../ui/testing.tsx';
import { browserIn } from '../ui/testing-browser.ts';
import { businessClock, businessToday, businessZone, todaySoFar } from './business-clock.ts';
import { useSession } from './session.ts';

const platformIn = (timeZone: string) => useSession.setState({ userInfo: { ...userInfo, timeZone } });

afterEach(() => useSession.setState({ userInfo: null }));

describe('the platform’s zone', () => {
  it('is the usual one before it is told, and where the browser does not know it', () => {
    useSession.setState({ userInfo: null });
    expect(businessZone()).toBe('Asia/Shanghai');
    platformIn('Europe/Nowhere');
    expect(businessZone()).toBe('Asia/Shanghai');
    platformIn('Europe/Madrid');
    expect(businessZone()).toBe('Europe/Madrid');
  });

  it('has its clocks shown as soon as it is told', () => {
    const noon = Date.parse('2026-11-22T12:00:00Z');
    const hours = ['Asia/Shanghai', 'Asia/Tokyo', 'UTC'].map((zone) => {
      platformIn(zone);
      return (businessClock()(noon) - noon) / HOUR_MS;
    });
    expect(hours).toEqual([8, 9, 0]);
  });
});

describe('the day it is for the platform', () => {
  it('lasts from midnight to midnight there, wherever it is looked at', () => {
    platformIn('Asia/Shanghai');
    browserIn('America/New_York', '2026-11-22T23:30:00-05:00');
    expect(businessToday()).toEqual({
      key: '2026-11-23',
      startAt: Date.parse('2026-11-23T00:00:00+08:00'),
      endAt: Date.parse('2026-11-24T00:00:00+08:00'),
    });
  });

  it('is looked at from its midnight until now', () => {
    platformIn('Asia/Shanghai');
    browserIn('America/New_York', '2026-11-22T23:30:00-05:00');
    expect(todaySoFar()).toEqual({
      start: Date.parse('2026-11-23T00:00:00+08:00'),
      end: Date.parse('2026-11-23T12:30:00+08:00'),
    });
  });
});
