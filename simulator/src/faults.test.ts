import type { LocationInput } from '@fleetwarden/protocol/jt808';
import { expect, it } from 'vitest';
import { DAY, MINUTE } from './clock.ts';
import { isPulled, withFault, withStandingFault } from './faults.ts';

/** Midnight by the clocks of China. */
const START = Date.UTC(2026, 4, 31, 16);
const report: LocationInput = { deviceAt: START, lng: 113.2, lat: 23.1, heading: 90 };
const SEEDS = Array.from({ length: 40 }, (_, seed) => seed);
const DAYS = Array.from({ length: (10 * DAY) / (MINUTE / 2) }, (_, step) => START + (step * MINUTE) / 2);

it('loose antennas briefly displace some terminals', () => {
  const astray = SEEDS.map((seed) => DAYS.map((at) => withFault(report, seed, at).lng !== report.lng));
  const shares = astray.map((found) => found.filter(Boolean).length / DAYS.length);
  const loose = shares.filter((share) => share > 0);
  expect(loose.length).toBeGreaterThan(5);
  expect(loose.length).toBeLessThan(20);
  for (const share of loose) expect(Math.abs(share - 0.006)).toBeLessThan(0.003);
});

it('compasses sometimes report impossible headings', () => {
  const headings = SEEDS.flatMap((seed) => DAYS.map((at) => withFault(report, seed, at).heading));
  expect(new Set(headings)).toEqual(new Set([90, 511]));
});

it('terminals are briefly unplugged on some days, in daytime', () => {
  const spans = SEEDS.flatMap((seed) =>
    Array.from(
      { length: 30 },
      (_, day) => DAYS.slice(0, DAY / (MINUTE / 2)).filter((at) => isPulled(seed, at + day * DAY)).length / 2,
    ),
  ).filter((minutes) => minutes > 0);
  expect(spans.length / (SEEDS.length * 30)).toBeGreaterThan(0.2);
  expect(spans.length / (SEEDS.length * 30)).toBeLessThan(0.3);
  expect(Math.min(...spans)).toBeGreaterThanOrEqual(11);
  expect(Math.max(...spans)).toBeLessThanOrEqual(80);
});

it('the cameras of some terminals are broken all the time', () => {
  const broken = SEEDS.filter((seed) => withStandingFault({ ...report, alarmBits: 2 }, seed).alarmBits === 0x802);
  expect(broken).toEqual([3, 19, 35]);
});
