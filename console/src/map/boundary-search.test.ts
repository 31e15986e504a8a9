import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const feature = (kind: string, zh: string, en: string, coordinates: [number, number]) => ({
  properties: { kind, zh, en },
  geometry: { coordinates },
});
const LABELS = {
  features: [
    feature('district', '广州区', 'Guangzhou District', [1, 1]),
    feature('city', '广州', 'Guangzhou', [113.26, 23.13]),
    feature('province', '广东', 'Guangdong', [113.4, 23.4]),
  ],
};
const fetched = vi.fn();
let search: (text: string) => Promise<{ name: string }[]>;

beforeEach(async () => {
  vi.resetModules();
  fetched.mockReset().mockImplementation(async () => Response.json(LABELS));
  vi.stubGlobal('fetch', fetched);
  ({ searchBoundaries: search } = await import('./boundary-search.ts'));
});
afterEach(() => vi.unstubAllGlobals());

it('finds provinces, cities and districts by either name, exact matches first, then larger ones', async () => {
  expect(await search('广州')).toEqual([
    { name: '广州', address: 'Guangzhou', lng: 113.26, lat: 23.13 },
    expect.objectContaining({ name: '广州区' }),
  ]);
  expect((await search('guang')).map(({ name }) => name)).toEqual(['广东', '广州', '广州区']);
  expect((await search('广东省')).map(({ name }) => name)).toEqual(['广东']);
  expect([await search('nowhere'), await search('  ')]).toEqual([[], []]);
  expect(fetched).toHaveBeenCalledOnce();
});

it('accepts degrees in several notations', async () => {
  for (const text of ['116.39, 39.9', '116.39|39.9', '116.39，39.9'])
    expect(await search(text)).toMatchObject([{ lng: 116.39, lat: 39.9 }]);
  expect(await search('200, 95')).toEqual([]);
});

it('downloads again after a failed download', async () => {
  fetched.mockRejectedValueOnce(new Error('offline'));
  await expect(search('广州')).rejects.toMatchObject({ fault: 'blocked' });
  expect(await search('广州')).toHaveLength(2);
});
