import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Activity, createRef } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { takeNotices } from '../api/feedback.ts';
import { startTexts } from '../api/i18n.ts';
import { endSession, useSession } from '../api/session.ts';
import { createCommonMessages } from '../live/common-messages.ts';
import { VehicleStore } from '../live/vehicle-store.ts';
import { createViewSubscription } from '../live/view-subscription.ts';
import { useMapState } from '../shared/map-state.ts';
import { renderLive, storeOf, stubServer, userInfo, vehicle } from '../ui/testing.tsx';
import { type MapHandle, MapView } from './MapView.tsx';
import { MapUnavailable } from './map-provider.ts';
import type { openVehicleMap as Open } from './vehicle-map.ts';

// WebGL and the provider scripts are external boundaries.
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
const drawing = { setLabels: vi.fn(), setLayout: vi.fn(), setSmooth: vi.fn(), setClusters: vi.fn() };
const STREETS = ['街道（OpenFreeMap）', '街道（OpenStreetMap）'];
let inView: string[] = [];
let keys: ReturnType<typeof key>[];

function openedMap(name: string) {
  return {
    base: {
      grounds: name === KEYLESS.name ? ['normal'] : ['normal', 'satellite', 'traffic'],
      bounds: () => [110, 20, 120, 30],
      position: () => ({ lng: 115, lat: 25, zoom: 8 }),
    },
    restyle: vi.fn(),
    setSelected: vi.fn(),
    close,
    switchTo,
    setGround,
    ...drawing,
    inView: () => inView,
    pixelOf: () => ({ x: 40, y: 30 }),
  };
}

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
  useMapState.setState({ view: null, mode: null, baseMap: null });
  useSession.setState({ token: 'a.b', userInfo: { ...userInfo, configList: [{ typeID: 3, content: 'GaodeMap' }] } });
  stubServer({ 'setting/getMapSetting': () => ({ keys, source }) });
  for (const spy of [close, switchTo, setGround, ...Object.values(drawing)]) spy.mockReset();
  open.mockReset().mockImplementation(({ provider }: Parameters<typeof Open>[0]) => openedMap(provider.name));
  loadKeyless.mockReset().mockResolvedValue(KEYLESS);
  loadKeyed.mockReset().mockImplementation(async (mode: 1 | 2 | 3) => ({ name: NAMES[mode], mode }));
});
afterEach(() => {
  cleanup();
  // settings waiting to be saved belong to the session of their test
  endSession();
});

it('locates and fits no closer than the map has content, unless the user is already closer', async () => {
  const [moveTo, fitBounds] = [vi.fn(), vi.fn()];
  let zoom = 8;
  let emptyBeyond: number | undefined = 11;
  open.mockImplementation(() => ({
    base: {
      grounds: ['normal'],
      bounds: () => [110, 20, 120, 30],
      position: () => ({ lng: 115, lat: 25, zoom }),
      moveTo,
      fitBounds,
      get emptyBeyond() {
        return emptyBeyond;
      },
    },
    restyle: vi.fn(),
    setSelected: vi.fn(),
    close,
    setGround,
    ...drawing,
    inView: () => inView,
  }));
  const ref = createRef<MapHandle>();
  render(
    <MemoryRouter>
      <MapView ref={ref} store={new VehicleStore()} selected={null} onSelect={vi.fn()} dark={false} />
    </MemoryRouter>,
  );
  await waitFor(() => expect(ref.current).not.toBeNull());
  const zoomOf = () => moveTo.mock.lastCall?.[0].zoom as number;
  ref.current?.locate(116, 39);
  expect(zoomOf()).toBe(11);
  const fitLimit = () => fitBounds.mock.lastCall?.[3] as number | undefined;
  ref.current?.fit([116, 39, 116.5, 39.5]);
  expect(fitLimit()).toBe(11);
  // a yard would be a point there
  ref.current?.fit([116, 39, 116.002, 39.002]);
  expect(fitLimit()).toBeGreaterThan(13);
  ref.current?.fit([116, 39, 116.002, 39.002], true);
  expect(fitLimit()).toBeUndefined();
  zoom = 15;
  ref.current?.locate(116, 39);
  expect(zoomOf()).toBe(13);
  zoom = 8;
  emptyBeyond = undefined;
  ref.current?.locate(116, 39);
  expect(zoomOf()).toBe(13);
});

it('a map on a page that was hidden reopens at its last view', async () => {
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

it('opens a view from the page no closer than the map has content, and a view of the user unchanged', async () => {
  loadKeyless.mockResolvedValue({ ...KEYLESS, emptyBeyond: 11 });
  const view = { lng: 116, lat: 39, zoom: 14 };
  const page = (props: object) => (
    <MemoryRouter>
      <MapView store={new VehicleStore()} selected={null} onSelect={vi.fn()} dark={false} {...props} />
    </MemoryRouter>
  );
  render(page({ focus: view }));
  expect((await opened()).position).toEqual({ ...view, zoom: 11 });
  cleanup();
  open.mockClear();
  render(page({ position: view }));
  expect((await opened()).position).toEqual(view);
});

describe('the displayed map', () => {
  it('is the keyless map without a notice if the platform has no key', async () => {
    show();
    expect((await opened()).provider).toBe(KEYLESS);
    expect([loadKeyed.mock.calls, takeNotices()]).toEqual([[], []]);
  });

  it('is the map of the configured provider, with the key of the platform', async () => {
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
  ] as const)('falls back to the keyless map and shows the reason: %s', async (fault, words) => {
    keys = [key(2)];
    loadKeyed.mockRejectedValue(new MapUnavailable('amap', fault));
    show();
    expect((await opened()).provider).toBe(KEYLESS);
    await waitFor(() =>
      expect(takeNotices()).toMatchObject([{ kind: 'warning', text: `高德地图不可用，已改用内置地图。${words}` }]),
    );
  });

  it('is replaced by the keyless map if it fails after it was opened', async () => {
    keys = [key(2)];
    show();
    const { events } = await opened();
    act(() => events.failed?.('refused'));
    await waitFor(() => expect(switchTo).toHaveBeenCalledWith(KEYLESS));
    await waitFor(() => expect(takeNotices()).toHaveLength(1));
    expect(close).not.toHaveBeenCalled();
  });

  it('is the keyless map if the settings cannot be loaded', async () => {
    stubServer({});
    show();
    expect((await opened()).provider).toBe(KEYLESS);
  });

  it('can be a street map that the user selects, which is saved for the account', async () => {
    const server = stubServer({
      'setting/getMapSetting': () => ({ keys, source: { ...source, kind: 'xyz', url: 'https://own.example/{z}/{x}/{y}' } }),
      'setting/saveUserSetting': ({ data }) => data,
    });
    const user = userEvent.setup();
    show();
    await opened();
    await user.click(await screen.findByRole('button', { name: '底图' }));
    const items = await screen.findAllByRole('menuitemradio');
    expect(items.map((item) => [item.textContent, item.getAttribute('aria-checked')])).toEqual([
      ['平台底图', 'true'],
      ['内置地图', 'false'],
      ...STREETS.map((name) => [name, 'false']),
    ]);
    await user.click(screen.getByRole('menuitemradio', { name: STREETS[1]! }));
    await waitFor(() =>
      expect(loadKeyless).toHaveBeenLastCalledWith(
        expect.objectContaining({ kind: 'xyz', url: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png' }),
      ),
    );
    expect(useMapState.getState()).toMatchObject({ mode: 0, baseMap: 'openStreetMap' });
    await waitFor(() =>
      expect(server.of('setting/saveUserSetting').at(-1)?.data).toMatchObject({ mapTools: { baseMap: 'openStreetMap' } }),
    );
  });

  it('is the built-in map, with a notice, if a source fails later, and the source is not opened again', async () => {
    useMapState.setState({ mode: 0, baseMap: 'openFreeMap' });
    show();
    const { events } = await opened();
    act(() => events.failed?.('blocked'));
    await waitFor(() => expect(takeNotices()).toMatchObject([{ kind: 'warning', text: '底图无法访问，已改用内置地图' }]));
    expect(loadKeyless.mock.calls.map(([{ kind }]) => kind)).toEqual(['vector', 'boundaries']);
    await userEvent.setup().click(await screen.findByRole('button', { name: '底图' }));
    expect(screen.getByRole('menuitemradio', { name: '内置地图' }).getAttribute('aria-checked')).toBe('true');
  });

  it('offers a street map once to a user of the built-in map', async () => {
    const server = stubServer({
      'setting/getMapSetting': () => ({ keys, source }),
      'setting/saveUserSetting': ({ data }) => data,
    });
    const user = userEvent.setup();
    open.mockImplementation(() => ({ ...openedMap('maplibre'), base: { ...openedMap('maplibre').base, emptyBeyond: 11 } }));
    show();
    await user.click(await screen.findByRole('button', { name: '暂不' }));
    expect(screen.queryByRole('button', { name: '显示街道' })).toBeNull();
    await waitFor(() =>
      expect(server.of('setting/saveUserSetting').at(-1)?.data).toMatchObject({ mapTools: { baseMap: 'platform' } }),
    );
    cleanup();
    useSession.setState({ userInfo });
    show();
    await user.click(await screen.findByRole('button', { name: '显示街道' }));
    await waitFor(() => expect(loadKeyless).toHaveBeenLastCalledWith(expect.objectContaining({ kind: 'vector' })));
    expect(useSession.getState().userInfo?.settings.mapTools.baseMap).toBe('openFreeMap');
  });

  it('can be switched to any provider with a platform key, and so can its map type', async () => {
    keys = [key(1), key(2), key(3)];
    const user = userEvent.setup();
    show();
    await opened();
    await user.click(await screen.findByRole('button', { name: '底图' }));
    const names = (await screen.findAllByRole('menuitemradio')).map(({ textContent }) => textContent);
    expect(names).toEqual(['标准', '卫星', '路况', '内置地图', ...STREETS, '百度地图', '高德地图', '腾讯地图']);
    await user.click(screen.getByRole('menuitemradio', { name: '卫星' }));
    expect(setGround).toHaveBeenCalledWith('satellite');
    await user.click(await screen.findByRole('button', { name: '底图' }));
    await user.click(await screen.findByRole('menuitemradio', { name: '腾讯地图' }));
    await waitFor(() => expect(switchTo).toHaveBeenCalledWith(expect.objectContaining({ name: 'tencent' })));
    expect([open.mock.calls.length, useMapState.getState().mode]).toEqual([1, 3]);
  });
});

it.each([
  [
    ['2', '20107'],
    ['测距', '测面积'],
  ],
  [['2'], []],
])('with the permissions %j the map offers the measuring tools %j', async (rights, names) => {
  useSession.setState({ rights });
  show();
  await opened();
  await screen.findByRole('button', { name: '视野内的车辆' });
  const tools = ['测距', '测面积'].filter((name) => screen.queryByRole('button', { name }));
  expect(tools).toEqual(names);
});

describe('vehicles on the map', () => {
  const fleet = () =>
    storeOf([
      vehicle('1', { cno: '京A00001', status: '2', sp: 61.3, followed: true }),
      vehicle('2', { cno: '京A00002', status: '5', drv: '李静', followed: true }),
      vehicle('3', { cno: '京A00003', status: '1', followed: true }),
    ]);
  const options = () => screen.getAllByRole('option').map((row) => row.textContent);
  const active = () => screen.getAllByRole('option').find((row) => row.getAttribute('aria-selected') === 'true')?.textContent;

  async function setUp() {
    const [onSelect, onMenu] = [vi.fn(), vi.fn()];
    const view = createViewSubscription();
    const server = stubServer({
      'setting/getMapSetting': () => ({ keys, source }),
      'setting/saveUserSetting': ({ data }) => data,
    });
    const store = fleet();
    const page = (
      <MemoryRouter>
        <MapView store={store} selected="3" onSelect={onSelect} onMenu={onMenu} dark={false} />
      </MemoryRouter>
    );
    const { unmount } = renderLive(page, store, createCommonMessages(), undefined, view);
    const { events } = await opened();
    await screen.findByRole('button', { name: '视野内的车辆' });
    return { onSelect, onMenu, events, view, server, unmount, user: userEvent.setup() };
  }

  it('at one point are listed for selection', async () => {
    const { events, onSelect, user } = await setUp();
    act(() => events.select(['1'], { x: 5, y: 5 }));
    expect(onSelect).toHaveBeenLastCalledWith('1');
    act(() => events.select(['2', '1'], { x: 5, y: 5 }));
    expect(screen.getByRole('listbox', { name: '此处车辆：2' })).toBe(document.activeElement);
    expect(options()).toEqual(['京A00002紧急报警李静', '京A00001行驶张三']);
    await user.keyboard('{ArrowDown}{Enter}');
    expect(onSelect).toHaveBeenLastCalledWith('1');
    expect(screen.queryByRole('listbox')).toBeNull();
    act(() => events.select(['2', '1'], { x: 5, y: 5 }));
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(onSelect).toHaveBeenCalledTimes(2);
    act(() => events.select(['2', '1'], { x: 5, y: 5 }));
    await user.click(screen.getByRole('option', { name: /京A00002/ }));
    expect(onSelect).toHaveBeenLastCalledWith('2');
  });

  it('have a context menu: a single one directly, several at one point through a list, and in the lists', async () => {
    inView = ['2', '1'];
    const { events, onMenu, onSelect, user } = await setUp();
    act(() => events.menu?.(['1'], { x: 5, y: 6 }));
    expect(onMenu).toHaveBeenLastCalledWith('1', { x: 5, y: 6 });
    act(() => events.menu?.(['2', '1'], { x: 7, y: 8 }));
    await user.keyboard('{ArrowDown}{Enter}');
    expect(onMenu).toHaveBeenLastCalledWith('1', { x: 7, y: 8 });
    await user.click(screen.getByRole('button', { name: '视野内的车辆' }));
    fireEvent.contextMenu(screen.getByRole('option', { name: /京A00001/ }), { clientX: 30, clientY: 40 });
    expect(onMenu).toHaveBeenLastCalledWith('1', { x: 30, y: 40 });
    // the context-menu key
    fireEvent.contextMenu(screen.getByRole('listbox', { name: '视野内的车辆' }));
    expect(onMenu).toHaveBeenLastCalledWith('2', { x: 0, y: 0 });
    expect(onSelect).not.toHaveBeenCalled();
  });

  it('have a tooltip; the tooltip of a cluster lists its vehicle states, the most urgent first', async () => {
    const { events } = await setUp();
    act(() => events.hover?.({ kind: 'vehicle', id: '1', x: 10, y: 10 }));
    const card = screen.getByRole('tooltip').textContent;
    for (const text of ['京A00001', '行驶', '速度 61.3 km/h', '张三', '超过 5 分钟没有新的定位']) expect(card).toContain(text);
    act(() => events.hover?.({ kind: 'cluster', byStatus: [1, 0, 1_200, 0, 0, 3, 0], x: 10, y: 10 }));
    expect(screen.getByRole('tooltip').textContent).toBe('车辆：1,204紧急报警3行驶1,200离线1');
    act(() => events.hover?.(null));
    expect(screen.queryByRole('tooltip')).toBeNull();
  });

  it('in view can be browsed with the keyboard, shown on the map, and opened', async () => {
    inView = ['2', '1', '3'];
    const { onSelect, user } = await setUp();
    const button = screen.getByRole('button', { name: '视野内的车辆' });
    button.focus();
    await user.keyboard('{Enter}');
    const region = screen.getByRole('region', { name: '视野内的车辆' });
    expect(within(region).getByText('视野内车辆：3')).toBeTruthy();
    expect(active()).toContain('京A00002');
    expect(screen.getByRole('tooltip').textContent).toContain('京A00002');
    await user.keyboard('{ArrowDown}{ArrowRight}');
    expect(active()).toContain('京A00003');
    await user.keyboard('{Home}{ArrowUp}{End}{ArrowLeft}{Enter}');
    expect(onSelect).toHaveBeenLastCalledWith('1');
    await user.keyboard('{Escape}');
    expect([screen.queryByRole('listbox'), screen.queryByRole('tooltip'), document.activeElement]).toEqual([null, null, button]);
    inView = [];
    await user.click(button);
    expect(screen.getByText('视野内没有车辆')).toBeTruthy();
  });

  it('are drawn as the user prefers, and the preference is saved for the account', async () => {
    const { server, user } = await setUp();
    expect(drawing.setLayout).toHaveBeenLastCalledWith(1);
    // reduced motion is set in the system
    expect(drawing.setSmooth).toHaveBeenLastCalledWith(false);
    const pick = async (role: 'menuitemradio' | 'menuitemcheckbox', name: string) => {
      await user.click(screen.getByRole('button', { name: '车辆显示' }));
      await user.click(screen.getByRole(role, { name }));
    };
    await pick('menuitemradio', '大图标（105×80）');
    expect(drawing.setLayout).toHaveBeenLastCalledWith(3);
    await pick('menuitemcheckbox', '车牌标签');
    expect(drawing.setLabels).toHaveBeenLastCalledWith(false);
    await pick('menuitemcheckbox', '车辆聚合');
    expect(drawing.setClusters).toHaveBeenLastCalledWith(false);
    await pick('menuitemcheckbox', '平滑移动');
    await waitFor(() =>
      expect(server.of('setting/saveUserSetting').at(-1)?.data).toEqual({
        markers: { click: 1, layout: 3, labels: false, clusters: false, smooth: false },
      }),
    );
  });

  it('are subscribed for the map view, with the selected one at any location, until the map is closed', async () => {
    const { events, view, unmount, user } = await setUp();
    expect(view.current()).toEqual({ bounds: [107, 17, 123, 33], zoom: 8, tids: ['3'] });
    act(() => events.view?.({ lng: 0, lat: 0, zoom: 4 }, [0, 0, 10, 10]));
    expect(view.current()).toEqual({ bounds: [-3, -3, 13, 13], zoom: 4, tids: ['3'] });
    await user.click(screen.getByRole('button', { name: '车辆显示' }));
    await user.click(screen.getByRole('menuitemcheckbox', { name: '车辆聚合' }));
    // each vehicle as a single record
    expect(view.current()).toEqual({ bounds: [-3, -3, 13, 13], tids: ['3'] });
    unmount();
    expect(view.current()).toEqual({ tids: [] });
  });

  it('show an alert while they cannot be drawn because WebGL is lost', async () => {
    const { events } = await setUp();
    act(() => events.lost?.(true));
    expect(screen.getByRole('alert').textContent).toContain('车辆暂时无法显示');
    act(() => events.lost?.(false));
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
