import { onTestFinished, vi } from 'vitest';

/**
 * For a test, a browser elsewhere: in a time zone, while clocks there show a time (ISO, with the offset that holds there). Only its
 * clock stands still, timers go on.
 */
export function browserIn(timeZone: string, time: string): void {
  vi.stubEnv('TZ', timeZone);
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(time);
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllEnvs();
  });
  if (new Date().getHours() !== Number(time.slice(11, 13))) throw new Error(`browserIn: no clock in ${timeZone} shows ${time}`);
}
