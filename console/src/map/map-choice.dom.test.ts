import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readCookie, writeCookie } from '../api/cookie.ts';
import { useMapState } from '../shared/map-state.ts';
import { configuredMode, type MapSetting, openMode } from './map-choice.ts';
import { NO_SOURCE } from './maplibre/map-source.ts';

vi.mock('./providers/provider-table.ts', () => ({
  loadKeyed: async (mode: number) => ({ name: `keyed-${mode}`, mode }),
  loadKeyless: async () => ({ name: 'maplibre', mode: 0 }),
}));

const setting: MapSetting = { keys: new Map([[2, { key: 'k', code: '' }]]), source: NO_SOURCE };
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
});

it.each([
  ['BaiduMap', 1],
  ['GaodeMap', 2],
  ['TenxunMap', 3],
  ['', 1],
])('typeID 3 %j is mode %i', (content, mode) => {
  expect(configuredMode([{ typeID: 3, content }])).toBe(mode);
});

describe('a page is served with the hosts of one provider', () => {
  it('its own map is opened there and then', async () => {
    servedFor('2');
    expect((await openMode(2, setting)).provider.name).toBe('keyed-2');
    expect(reload).not.toHaveBeenCalled();
  });

  it('for another one it is loaded anew, once, and goes on where it was', async () => {
    servedFor('0');
    const view = { lng: 113, lat: 23, zoom: 9 };
    useMapState.setState({ view, mode: 2 });
    void openMode(2, setting);
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
    expect(readCookie('mapMode')).toBe('2');
    expect(JSON.parse(sessionStorage.getItem('map.state')!)).toEqual({ view, mode: 2, shown: null });
    // the server's policy does not change: no second reload
    const { provider, fallen } = await openMode(2, setting);
    expect([provider.mode, fallen]).toEqual([0, { mode: 2, fault: 'blocked' }]);
    expect(reload).toHaveBeenCalledOnce();
  });

  it('with the map that needs no key the next one is served with nobody’s', async () => {
    servedFor('2');
    writeCookie('mapMode', '2', 1);
    expect((await openMode(0, setting)).provider.mode).toBe(0);
    expect(readCookie('mapMode') || null).toBeNull();
  });

  it('one that nobody wrote a policy for is open for all', async () => {
    servedFor('__MAP_MODE__');
    expect((await openMode(2, setting)).provider.name).toBe('keyed-2');
  });

  it('without a key there is nothing to load anew for', async () => {
    servedFor('0');
    expect(await openMode(3, setting)).toMatchObject({ provider: { mode: 0 }, fallen: null });
    expect(reload).not.toHaveBeenCalled();
  });
});
