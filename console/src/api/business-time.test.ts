import { HOUR_MS } from '@fleetwarden/domain/durations';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { userInfo } from '../ui/testing.tsx';
import { browserIn } from '../ui/testing-browser.ts';
import { businessDate, businessNow, businessTime, instantOf } from './business-time.ts';
import { hearServerTime } from './server-clock.ts';
import { useSession } from './session.ts';

const platformIn = (timeZone: string) => useSession.setState({ userInfo: { ...userInfo, timeZone } });

beforeEach(() => platformIn('Asia/Shanghai'));
afterEach(() => {
  useSession.setState({ userInfo: null });
  hearServerTime(new Date().toUTCString());
});

describe('the current day of the platform', () => {
  it.each([
    // the browser's wall clock, and the platform's
    ['America/New_York', '2026-11-22T23:30:00-05:00', '2026-11-23 12:30:00'],
    ['Asia/Tokyo', '2026-11-22T23:30:00+09:00', '2026-11-22 22:30:00'],
    ['Asia/Tokyo', '2026-11-23T00:30:00+09:00', '2026-11-22 23:30:00'],
    ['America/New_York', '2026-11-22T11:30:00-05:00', '2026-11-23 00:30:00'],
    ['Pacific/Kiritimati', '2026-12-01T05:00:00+14:00', '2026-11-30 23:00:00'],
    ['Asia/Shanghai', '2026-11-22T23:30:00+08:00', '2026-11-22 23:30:00'],
  ])('in a browser in %s at %s is that of %s', (zone, time, shown) => {
    browserIn(zone, time);
    expect(businessNow().format('YYYY-MM-DD HH:mm:ss')).toBe(shown);
    expect(businessDate()).toBe(shown.slice(0, 10));
  });

  it('differs if the platform’s zone differs', () => {
    platformIn('America/Los_Angeles');
    browserIn('Asia/Tokyo', '2026-11-22T15:30:00+09:00');
    expect([businessDate(-1), businessDate(), businessDate(1)]).toEqual(['2026-11-20', '2026-11-21', '2026-11-22']);
  });

  it('is correct at an hour that the browser’s own clock skips', () => {
    // New York has no half past two on 8 March
    browserIn('America/New_York', '2026-03-07T13:30:00-05:00');
    expect(businessNow().format('YYYY-MM-DD')).toBe('2026-03-08');
  });
});

describe('a wall-clock time of the platform', () => {
  it.each(['America/New_York', 'Asia/Tokyo', 'Pacific/Apia', 'UTC'])(
    'converts back to the same instant in a browser in %s',
    (zone) => {
      vi.stubEnv('TZ', zone);
      for (let at = Date.parse('2026-01-01T00:00:01.250Z'); at < Date.parse('2027-01-01T00:00:00Z'); at += 17 * HOUR_MS) {
        // times that this browser's clock skips are later
        if (businessTime(at).hour() === new Date(at + 8 * HOUR_MS).getUTCHours()) expect(instantOf(businessTime(at))).toBe(at);
      }
      vi.unstubAllEnvs();
    },
  );

  it('gives the start and the end of the platform’s day', () => {
    browserIn('America/New_York', '2026-11-22T11:30:00-05:00');
    expect(instantOf(businessNow().startOf('day'))).toBe(Date.parse('2026-11-23T00:00:00+08:00'));
    expect(instantOf(businessNow().endOf('day'))).toBe(Date.parse('2026-11-23T23:59:59.999+08:00'));
  });
});

describe('a browser with a wrong clock', () => {
  it('uses the server’s time from its responses', () => {
    browserIn('Asia/Shanghai', '2026-11-25T09:00:00+08:00');
    hearServerTime('Sun, 22 Nov 2026 15:59:58 GMT');
    expect(businessNow().format('YYYY-MM-DD HH:mm:ss')).toBe('2026-11-22 23:59:58');
    vi.setSystemTime('2026-11-25T09:00:02+08:00');
    expect(businessDate()).toBe('2026-11-23');
  });

  it('ignores a response without a time', () => {
    browserIn('Asia/Shanghai', '2026-11-25T09:00:00+08:00');
    hearServerTime('Sun, 22 Nov 2026 15:59:58 GMT');
    hearServerTime(null);
    hearServerTime('soon');
    expect(businessDate()).toBe('2026-11-22');
  });
});
