import { onTestFinished, vi } from 'vitest';

/** Simulates a browser in a time zone at a time (ISO with that zone's offset). Only the clock is fixed, timers run. */
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
