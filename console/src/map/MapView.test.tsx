import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Activity } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { VehicleStore } from '../live/vehicle-store.ts';
import { takeNotices } from '../ui/feedback.ts';
import { startTexts } from '../ui/i18n.ts';
import { useMapState } from '../ui/map-state.ts';
import { useSession } from '../ui/session.ts';
import { stubServer, userInfo } from '../ui/testing.tsx';
import { MapView } from './MapView.tsx';
import { MapUnavailable } from './map-provider.ts';
import type { openVehicleMap as Open } from './vehicle-map.ts';

// WebGL and the providers' scripts are the browser's edge.
const open = vi.hoisted(() => vi.fn());
const loadKeyed = vi.hoisted(() => vi.fn());
const loadKeyless = vi.hoisted(() => vi.fn());
vi.mock('./vehicle-map.ts', () => ({ openVehicleMap: open }));
vi.mock('./providers/provider-table.ts', () => ({ loadKeyed, loadKeyless }));
vi.mock('./reduced-motion.ts', () => ({ reducedMotion: () => true }));

const KEYLESS = { name: 'maplibre', mode: 0 };
const NAMES = { 1: 'baidu', 2: 'amap', 3: 'tencent' } as const;
const key = (mode: 1 | 2 | 3) => ({ mode, key: `key-${mode}`, code: '' });
const source = { kind: 'boundaries', url: '', satelliteUrl: '', attribution: '' };
const close = vi.fn();
const switchTo = vi.fn();
const setGround = vi.fn();
let keys: ReturnType<typeof key>[];

const show = () =>
  render(
    <MemoryRouter>
      <MapView store={new VehicleStore()} selected={null} onSelect={vi.fn()} dark={false} />
    </MemoryRouter>,
  );
const opened = async () => {
  await waitFor(() => expect(open).toHaveBeenCalled());
  return open.mock.lastCall?.[0] as Parameters<typeof Open>[0];
};

beforeEach(async () => {
  await startTexts('zh');
  takeNotices();
  keys = [];
  useMapState.setState({ view: null, mode: null });
  useSession.setState({ token: 'a.b', userInfo: { ...userInfo, configList: [{ typeID: 3, content: 'GaodeMap' }] } });
  stubServer({ 'setting/getMapSetting': () => ({ keys, source }) });
  for (const spy of [close, switchTo, setGround]) spy.mockReset();
  open.mockReset().mockImplementation(({ provider }: Parameters<typeof Open>[0]) => ({
    base: { grounds: provider.mode === 0 ? ['normal'] : ['normal', 'satellite', 'traffic'] },
    ...{ restyle: vi.fn(), setLabels: vi.fn(), setSelected: vi.fn(), close, switchTo, setGround },
  }));
  loadKeyless.mockReset().mockResolvedValue(KEYLESS);
  loadKeyed.mockReset().mockImplementation(async (mode: 1 | 2 | 3) => ({ name: NAMES[mode], mode }));
});
afterEach(cleanup);

it('a map on a page that was hidden opens where it was left', async () => {
  const store = new VehicleStore();
  const page = (mode: 'visible' | 'hidden') => (
    <Activity mode={mode}>
      <MapView store={store} selected={null} onSelect={vi.fn()} dark={false} position={{ lng: 116, lat: 39, zoom: 12 }} />
    </Activity>
  );
  const { rerender } = render(page('visible'));
  expect((await opened()).position).toEqual({ lng: 116, lat: 39, zoom: 12 });
  (await opened()).events.view?.({ lng: 120, lat: 30, zoom: 9 }, [119, 29, 121, 31]);
  rerender(page('hidden'));
  expect(close).toHaveBeenCalledOnce();
  rerender(page('visible'));
  await waitFor(() => expect(open).toHaveBeenCalledTimes(2));
  expect((await opened()).position).toEqual({ lng: 120, lat: 30, zoom: 9 });
});

describe('which map is shown', () => {
  it('is the one without a key where the platform has none, and nothing is said of it', async () => {
    show();
    expect((await opened()).provider).toBe(KEYLESS);
    expect([loadKeyed.mock.calls, takeNotices(), screen.queryByRole('button', { name: '底图' })]).toEqual([[], [], null]);
  });

  it('is the configured provider’s, with the platform’s key', async () => {
    keys = [key(1), key(2)];
    show();
    expect((await opened()).provider).toMatchObject({ name: 'amap' });
    expect(loadKeyed.mock.calls).toEqual([[2, { key: 'key-2', code: '' }]]);
    expect(useMapState.getState().mode).toBe(2);
  });

  it.each([
    ['blocked', '脚本被网络或浏览器拦截'],
    ['timeout', '加载超时，请检查网络和地图密钥'],
    ['refused', '密钥未被接受，请检查平台设置中的密钥'],
  ] as const)('falls back to the one without a key and says why: %s', async (fault, words) => {
    keys = [key(2)];
    loadKeyed.mockRejectedValue(new MapUnavailable('amap', fault));
    show();
    expect((await opened()).provider).toBe(KEYLESS);
    await waitFor(() =>
      expect(takeNotices()).toMatchObject([{ kind: 'warning', text: `高德地图无法使用，已改用内置地图。${words}` }]),
    );
  });

  it('is another one when the one that was opened does not come up after all', async () => {
    keys = [key(2)];
    show();
    const { events } = await opened();
    act(() => events.failed?.('refused'));
    await waitFor(() => expect(switchTo).toHaveBeenCalledWith(KEYLESS));
    await waitFor(() => expect(takeNotices()).toHaveLength(1));
    expect(close).not.toHaveBeenCalled();
  });

  it('is the one without a key where the settings do not answer', async () => {
    stubServer({});
    show();
    expect((await opened()).provider).toBe(KEYLESS);
  });

  it('can be changed for any the platform has a key for, and its ground with it', async () => {
    keys = [key(1), key(2), key(3)];
    const user = userEvent.setup();
    show();
    await opened();
    await user.click(await screen.findByRole('button', { name: '底图' }));
    const names = (await screen.findAllByRole('menuitemradio')).map(({ textContent }) => textContent);
    expect(names).toEqual(['标准', '卫星', '路况', '内置地图', '百度地图', '高德地图', '腾讯地图']);
    await user.click(screen.getByRole('menuitemradio', { name: '卫星' }));
    expect(setGround).toHaveBeenCalledWith('satellite');
    await user.click(await screen.findByRole('button', { name: '底图' }));
    await user.click(await screen.findByRole('menuitemradio', { name: '腾讯地图' }));
    await waitFor(() => expect(switchTo).toHaveBeenCalledWith(expect.objectContaining({ name: 'tencent' })));
    expect([open.mock.calls.length, useMapState.getState().mode]).toEqual([1, 3]);
  });
});
