import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readCookie, writeCookie } from '../api/cookie.ts';
import { useMapState } from '../shared/map-state.ts';
import { configuredMode, firstChoice, type MapSetting, openMap } from './map-choice.ts';
import type { MapMode } from './map-provider.ts';
import { MapUnavailable } from './map-provider.ts';
import { NO_SOURCE } from './maplibre/map-source.ts';

vi.mock('./providers/provider-table.ts', () => ({
  loadKeyed: async (mode: number) => ({ name: `keyed-${mode}`, mode }),
  loadKeyless: async (source: { kind: string; url: string }) => {
    if (source.url === 'https://away.example') throw new MapUnavailable('away', 'blocked');
    return { name: `maplibre-${source.kind}`, mode: 0 };
  },
}));

const setting: MapSetting = { keys: new Map([[2, { key: 'k', code: '' }]]), source: NO_SOURCE };
const openMode = (mode: MapMode, from = setting) => openMap({ mode, baseMap: 'platform' }, from);
const reload = vi.fn();
/** Sets the page's policy as the server does. */
const servedFor = (mode: string) => {
  document.head.innerHTML = `<meta name="map-mode" content="${mode}">`;
};

beforeEach(() => {
  sessionStorage.clear();
  writeCookie('mapMode', null, 0);
  reload.mockReset();
  vi.spyOn(location, 'reload').mockImplementation(reload);
});
afterEach(() => {
  document.head.innerHTML = '';
  vi.restoreAllMocks();
  useMapState.setState({ view: null, mode: null, baseMap: null });
});

it.each([
  ['BaiduMap', 1],
  ['GaodeMap', 2],
  ['TenxunMap', 3],
  ['', 1],
])('typeID 3 %j is mode %i', (content, mode) => {
  expect(configuredMode([{ typeID: 3, content }])).toBe(mode);
});

describe('a page served with the hosts of one provider', () => {
  it('opens the map of that provider immediately', async () => {
    servedFor('2');
    expect((await openMode(2, setting)).provider.name).toBe('keyed-2');
    expect(reload).not.toHaveBeenCalled();
  });

  it('reloads once for another provider, and continues with the same view', async () => {
    servedFor('0');
    const view = { lng: 113, lat: 23, zoom: 9 };
    useMapState.setState({ view, mode: 2 });
    void openMode(2, setting);
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
    expect(readCookie('mapMode')).toBe('2');
    expect(JSON.parse(sessionStorage.getItem('map.state')!)).toEqual({ view, mode: 2, baseMap: null, shown: null });
    // the server's policy does not change: no second reload
    const { provider, fallen } = await openMode(2, setting);
    expect([provider.mode, fallen]).toEqual([0, { mode: 2, fault: 'blocked' }]);
    expect(reload).toHaveBeenCalledOnce();
  });

  it('opens the keyless map, and the next page is served without hosts of a provider', async () => {
    servedFor('2');
    writeCookie('mapMode', '2', 1);
    expect((await openMode(0, setting)).provider.mode).toBe(0);
    expect(readCookie('mapMode') || null).toBeNull();
  });

  it('opens any provider if it was served without a policy', async () => {
    servedFor('__MAP_MODE__');
    expect((await openMode(2, setting)).provider.name).toBe('keyed-2');
  });

  it('does not reload for a provider without a key', async () => {
    servedFor('0');
    expect(await openMode(3, setting)).toMatchObject({ provider: { mode: 0 }, fallen: null });
    expect(reload).not.toHaveBeenCalled();
  });
});

describe('a base map without a key', () => {
  const xyz: MapSetting = { ...setting, source: { ...NO_SOURCE, kind: 'xyz', url: 'https://tiles.example/{z}/{x}/{y}' } };
  const openBase = (baseMap: 'platform' | 'boundaries' | 'openFreeMap' | 'openStreetMap', from = setting) =>
    openMap({ mode: 0, baseMap }, from);

  it('of another host opens on a page that was reloaded once for it', async () => {
    servedFor('platform');
    useMapState.setState({ mode: 0, baseMap: 'openFreeMap' });
    void openBase('openFreeMap');
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
    expect(readCookie('mapMode')).toBe('openFreeMap');
    expect(JSON.parse(sessionStorage.getItem('map.state')!)).toMatchObject({ mode: 0, baseMap: 'openFreeMap' });
    // the server's policy does not change: the built-in map, no second reload
    const { baseMap, fallen } = await openBase('openFreeMap');
    expect([baseMap, fallen, reload.mock.calls.length]).toEqual(['boundaries', { mode: 0, fault: 'blocked' }, 1]);
    servedFor('openFreeMap');
    expect((await openBase('openFreeMap')).provider.name).toBe('maplibre-vector');
  });

  it('of the platform needs a page that is served for it or for a provider', async () => {
    for (const served of ['platform', '2', '__MAP_MODE__']) {
      servedFor(served);
      expect((await openBase('platform', xyz)).provider.name).toBe('maplibre-xyz');
    }
    servedFor('openStreetMap');
    void openBase('platform', xyz);
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
    expect(readCookie('mapMode') || null).toBeNull();
  });

  it('that is built in needs no host, and the next page is served without other hosts', async () => {
    servedFor('openFreeMap');
    writeCookie('mapMode', 'openFreeMap', 1);
    expect((await openBase('boundaries', xyz)).provider.name).toBe('maplibre-boundaries');
    expect([readCookie('mapMode'), reload.mock.calls.length]).toEqual(['boundaries', 0]);
  });

  it('that cannot be loaded is replaced by the built-in map', async () => {
    servedFor('platform');
    const away: MapSetting = { ...setting, source: { ...NO_SOURCE, kind: 'vector', url: 'https://away.example' } };
    expect(await openBase('platform', away)).toMatchObject({
      provider: { name: 'maplibre-boundaries' },
      baseMap: 'boundaries',
      fallen: { mode: 0, fault: 'blocked' },
    });
  });
});

it.each([
  ['the map of this window', 'openStreetMap', { mode: 2, baseMap: 'platform' }, { mode: 2, baseMap: 'platform' }],
  ['the saved map if the window has none', 'openStreetMap', { mode: null, baseMap: null }, { mode: 0, baseMap: 'openStreetMap' }],
  ['the configured provider’s map if none is saved', undefined, { mode: null, baseMap: null }, { mode: 1, baseMap: 'platform' }],
] as const)('the first map is %s', (_, saved, window, choice) => {
  expect(firstChoice([], saved, window)).toEqual(choice);
});
