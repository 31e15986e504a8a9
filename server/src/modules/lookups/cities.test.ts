import { expect, it } from 'vitest';
import { loadCities } from './cities.ts';

it.each([
  ['Shenzhen', 114.0579, 22.5431, 440300],
  ['Guangzhou', 113.2644, 23.1291, 440100],
  ['Xiangyang, a renamed city', 112.1225, 32.009, 420600],
  ['a district of Shanghai', 121.4737, 31.2304, 310101],
  ['a county directly under its province', 113.4536, 30.3645, 429004],
  ['Japan', 139.6917, 35.6895, null],
  ['the sea', 125, 28, null],
])('finds %s, also on a repeated query', async (_, lng, lat, code) => {
  const cityAt = await loadCities();
  expect([cityAt(lng, lat), cityAt(lng + 0.001, lat), cityAt(lng, lat)]).toEqual([code, code, code]);
});

it('returns consistent cities near a border: on a line from Guangzhou to Foshan', async () => {
  const cityAt = await loadCities();
  const along = Array.from({ length: 2_000 }, (_, i) => cityAt(113.2644 - (i / 2_000) * 0.15, 23.1 - (i / 2_000) * 0.08));
  const changes = along.filter((code, i) => i > 0 && code !== along[i - 1]);
  expect([along[0], along.at(-1)]).toEqual([440100, 440600]);
  expect(changes.length).toBeLessThanOrEqual(5);
  expect(new Set(along)).toEqual(new Set([440100, 440600]));
});
