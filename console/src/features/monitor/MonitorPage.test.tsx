import type { InitRecord } from '@fleetwarden/contract/live/live';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Activity, useImperativeHandle, useState } from 'react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { takeNotices } from '../../api/feedback.ts';
import { startTexts } from '../../api/i18n.ts';
import { useSession } from '../../api/session.ts';
import { tabStore } from '../../api/storage.ts';
import { createCommonMessages } from '../../live/common-messages.ts';
import type { LiveState } from '../../live/connection.ts';
import { VehicleStore } from '../../live/vehicle-store.ts';
import type { MapHandle, MapViewProps } from '../../map/MapView.tsx';
import { useMapState } from '../../shared/map-state.ts';
import { giveSize, refuse, renderLive, storeOf, stubServer, userInfo, vehicle } from '../../ui/testing.tsx';
import { MonitorPage } from './MonitorPage.tsx';

const located = vi.fn();
// External boundary WebGL: a map that records its views.
vi.mock('../../map/MapView.tsx', () => ({
  MapView: ({ ref, onSelect, onMenu }: MapViewProps) => {
    useImperativeHandle(
      ref,
      () => ({ locate: located, getView: () => ({ lng: 0, lat: 0, zoom: 4 }) }) as unknown as MapHandle,
      [],
    );
    return (
      <button type="button" onClick={() => onSelect('2')} onContextMenu={() => onMenu?.('2', { x: 10, y: 10 })}>
        marker
      </button>
    );
  },
}));

/** Permissions to see the live map and to locate and follow vehicles. */
const LOOKING = ['2', '20101', '20102'];
/** The server's counts of the three vehicles below. */
let counts: Record<string, number> | undefined;

beforeAll(() => giveSize(560));
beforeEach(async () => {
  await startTexts('zh');
  // first-view.test.tsx tests the view without a saved one
  useMapState.setState({ view: { lng: 0, lat: 0, zoom: 4 } });
  located.mockClear();
  sessionStorage.clear();
  takeNotices();
  counts = undefined;
  tabStore.remove('monitor.tree');
});
afterEach(() => {
  cleanup();
  useSession.setState({ userInfo: null, rights: null });
});

/** The page as the console keeps it: hidden and shown. */
function Kept() {
  const [mode, setMode] = useState<'hidden' | 'visible'>('visible');
  return (
    <>
      <button type="button" onClick={() => setMode('hidden')}>
        hide
      </button>
      <button type="button" onClick={() => setMode('visible')}>
        show
      </button>
      <Activity mode={mode}>
        <MonitorPage />
      </Activity>
    </>
  );
}

type Position = { readonly x: number; readonly y: number };

function setUp(
  address = '/',
  position: Position | Promise<Position> = { x: 116.4, y: 39.9 },
  state?: LiveState,
  records?: InitRecord[],
  rights: readonly string[] | null = null,
  map: Partial<typeof userInfo.settings.map> = {},
) {
  const settings = { ...userInfo.settings, map: { ...userInfo.settings.map, ...map } };
  useSession.setState({ userInfo: rights && { ...userInfo, settings }, rights: rights ?? LOOKING });
  const server = stubServer({
    'mainPage/getDeptTree': () => ({
      list: [{ deptId: '1', deptName: '总公司', parentId: null, total: 3, online: 2, checked: false }],
    }),
    'car/locate': async ({ data }) => ({ tid: '2', cid: data['carId'], ...(await position) }),
    'car/checkedCar': () => ({}),
    'car/checkedDept': () => ({}),
    'car/exportCarPosition': () => ({ taskId: '1' }),
    'terminal/sendCommand': () => ({ list: [{ targId: '1', seqId: '11', state: 1, resultCode: null }] }),
    'mainPage/countByStatus': () => counts ?? refuse('4004', 'no counts'),
  });
  const fleet = records ?? [
    vehicle('1', { cno: '京A12345', status: '2' }),
    vehicle('2', { cno: '粤B54321', status: '4', drv: '李静' }),
    vehicle('3', { cno: '京C00001', status: '0' }),
  ];
  const store = fleet.length > 0 ? storeOf(fleet) : new VehicleStore();
  const router = createMemoryRouter([{ path: '/', Component: Kept }], { initialEntries: [address] });
  renderLive(<RouterProvider router={router} />, store, createCommonMessages(), state);
  return { server, store, router, user: userEvent.setup() };
}

const plates = () =>
  screen
    .queryAllByRole('treeitem')
    .map((row) => row.getAttribute('aria-label'))
    .slice(1);

describe('the monitoring centre', () => {
  it('lists alarm, moving and offline vehicles in this order', async () => {
    setUp();
    await waitFor(() => expect(plates()).toEqual(['粤B54321', '京A12345', '京C00001']));
  });

  it('filters by a status, stores it in the URL, and removes the filter again', async () => {
    const { router, user } = setUp();
    await user.click(await screen.findByRole('button', { name: '1 报警' }));
    await waitFor(() => expect(plates()).toEqual(['粤B54321']));
    expect(router.state.location.search).toBe('?status=alarm');
    await user.click(screen.getByRole('button', { name: '3 全部' }));
    await waitFor(() => expect(plates()).toHaveLength(3));
  });

  it('has a toolbar over its map and a drawer that locates its vehicles', async () => {
    const { user } = setUp('/', undefined, undefined, [vehicle('2', { cno: '粤B54321', followed: true })]);
    // tools and drawer load after the page
    expect(await screen.findByRole('toolbar', { name: '地图工具栏' }, { timeout: 30_000 })).toBeTruthy();
    await user.click(await screen.findByRole('tab', { name: '实时状态' }));
    const row = await screen.findByRole('row', { name: /粤B54321/ });
    await user.click(within(row).getByRole('button', { name: '定位' }));
    await waitFor(() => expect(located).toHaveBeenCalledExactlyOnceWith(116.4, 39.9, 13, 0));
    expect(within(row).getByText('总公司')).toBeTruthy();
  });

  it('without permission for the live map shows map and tools but no vehicle data', async () => {
    const { server } = setUp('/', undefined, undefined, [], ['2', '20102']);
    expect(await screen.findByText('无权查看实时地图')).toBeTruthy();
    expect(await screen.findByRole('toolbar', { name: '地图工具栏' }, { timeout: 30_000 })).toBeTruthy();
    expect((await screen.findAllByRole('tab')).map(({ textContent }) => textContent)).toEqual(['指令记录', '批量下发']);
    expect([screen.queryByRole('tree'), screen.queryByRole('searchbox')]).toEqual([null, null]);
    expect(server.of('mainPage/countByStatus')).toHaveLength(0);
  });

  it('without permission to locate and follow shows vehicle information but offers neither action', async () => {
    const { server, router, user } = setUp('/', undefined, undefined, undefined, ['2', '20101']);
    await waitFor(() => expect(plates()).toHaveLength(3));
    expect(screen.getAllByRole('treeitem').map((row) => row.getAttribute('aria-checked'))).toEqual([null, null, null, null]);
    await user.dblClick(screen.getByRole('treeitem', { name: /^京A12345/ }));
    const dialog = await screen.findByRole('dialog', { name: '车辆信息 京A12345' });
    expect(router.state.location.search).toBe('?sel=1');
    for (const name of ['定位', '关注', '取消关注']) expect(within(dialog).queryByRole('button', { name })).toBeNull();
    fireEvent.contextMenu(screen.getByRole('treeitem', { name: /^总公司/ }));
    const menu = await screen.findByRole('menu', { name: '总公司 的操作' });
    expect(
      within(menu)
        .getAllByRole('menuitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['展开全部在线']);
    expect([server.of('car/locate'), server.of('car/checkedCar'), located.mock.calls]).toEqual([[], [], []]);
  });

  it('applies the search and selection from its URL', async () => {
    const { server } = setUp('/?q=%E4%BA%AC&sel=3');
    await waitFor(() => expect(plates()).toEqual(['京A12345', '京C00001']));
    expect(screen.getByRole('dialog', { name: '车辆信息 京C00001' })).toBeTruthy();
    await waitFor(() => expect(server.of('car/checkedCar')).toHaveLength(1));
  });

  it('searches from two characters; Enter locates the first match at zoom 13 and follows it', async () => {
    const { server, store, user } = setUp();
    await waitFor(() => expect(plates()).toHaveLength(3));
    await user.type(screen.getByRole('searchbox', { name: '搜索车辆' }), '粤B');
    await waitFor(() => expect(plates()).toEqual(['粤B54321']));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(located).toHaveBeenCalledExactlyOnceWith(116.4, 39.9, 13, 0));
    expect(server.of('car/locate')[0]?.data).toEqual({ carId: '92' });
    expect(await screen.findByRole('dialog', { name: '车辆信息 粤B54321' })).toBeTruthy();
    await waitFor(() => expect(store.followed(store.rowOf('2'))).toBe(true));
    await waitFor(() => expect(server.of('car/checkedCar')[0]?.data).toEqual({ targId: '2' }));
  });

  it('locates the vehicle in its initial URL as soon as the store contains it', async () => {
    const { server, store } = setUp('/?sel=4');
    await waitFor(() => expect(plates()).toHaveLength(3));
    expect(server.of('car/locate')).toHaveLength(0);
    act(() => store.applyInit([vehicle('4', { cno: '京D40000' })]));
    await waitFor(() => expect(located).toHaveBeenCalledExactlyOnceWith(116.4, 39.9, 13, 0));
    expect(server.of('car/locate')[0]?.data).toEqual({ carId: '94' });
    expect(await screen.findByRole('dialog', { name: '车辆信息 京D40000' })).toBeTruthy();
    await waitFor(() => expect(server.of('car/checkedCar')[0]?.data).toEqual({ targId: '4' }));
  });

  it('locates a vehicle each time another page selects it, but not on a selection in this page', async () => {
    const { router, user } = setUp();
    await user.click(await screen.findByRole('button', { name: 'marker' }));
    await screen.findByRole('dialog', { name: '车辆信息 粤B54321' });
    const choose = (sel: string) => act(() => router.navigate(`/?sel=${sel}`, { state: { locate: true } }));
    await choose('2');
    await waitFor(() => expect(located).toHaveBeenCalledTimes(1));
    await choose('2');
    await waitFor(() => expect(located).toHaveBeenCalledTimes(2));
    await act(() => router.navigate('/?sel=1'));
    expect(await screen.findByRole('dialog', { name: '车辆信息 京A12345' })).toBeTruthy();
    expect(located).toHaveBeenCalledTimes(2);
  });

  it.each([
    ['another vehicle', '/?sel=1', '京A12345'],
    ['none', '/', null],
  ])('keeps the choice of %s when the position of an earlier vehicle comes late', async (_what, address, plate) => {
    const position = Promise.withResolvers<Position>();
    const { router, server } = setUp('/', position.promise);
    await waitFor(() => expect(plates()).toHaveLength(3));
    await act(() => router.navigate('/?sel=2', { state: { locate: true } }));
    await waitFor(() => expect(server.of('car/locate')).toHaveLength(1));
    await screen.findByRole('dialog', { name: '车辆信息 粤B54321' });
    await act(() => router.navigate(address));
    const shown = () => screen.queryByRole('dialog')?.getAttribute('aria-label') ?? null;
    const wanted = plate && `车辆信息 ${plate}`;
    await waitFor(() => expect(shown()).toBe(wanted));
    await act(async () => {
      position.resolve({ x: 116.4, y: 39.9 });
      // the page has read the reply
      await new Promise((done) => setTimeout(done, 20));
    });
    expect(router.state.location.search).toBe(address.slice(1));
    expect(shown()).toBe(wanted);
    expect(located).not.toHaveBeenCalled();
  });

  it('does not locate the vehicle again after it is hidden and shown', async () => {
    const { server } = setUp('/?sel=2');
    await waitFor(() => expect(located).toHaveBeenCalledTimes(1));
    await waitFor(() => expect(server.of('car/checkedCar')).toHaveLength(1));
    for (const name of ['hide', 'show']) act(() => screen.getByText(name).click());
    await waitFor(() => expect(plates()).toHaveLength(3));
    expect(located).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['0/0', 0, 0],
    ['Paris', 2.35, 48.86],
    ['west of 73.33', 73.32, 39.9],
    ['east of 135.05', 135.06, 39.9],
    ['south of 3.51', 116.4, 3.5],
    ['north of 53.33', 116.4, 53.34],
  ])('does not locate positions out of bounds: %s', async (_where, x, y) => {
    const { user } = setUp('/', { x, y });
    await waitFor(() => expect(plates()).toHaveLength(3));
    await user.dblClick(screen.getByRole('treeitem', { name: /^京A12345/ }));
    await waitFor(() => expect(takeNotices().map(({ text }) => text)).toEqual(['未查询到此车辆GPS数据信息']));
    expect(located).not.toHaveBeenCalled();
  });

  it('opens the vehicle dialog on a marker click, and closes it on Escape', async () => {
    const { router, user } = setUp();
    await user.click(await screen.findByRole('button', { name: 'marker' }));
    expect(await screen.findByRole('dialog', { name: '车辆信息 粤B54321' })).toBeTruthy();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(router.state.location.search).toBe('');
  });

  it('offers a button when no vehicle is followed or no vehicle matches', async () => {
    const { user } = setUp();
    await user.click(await screen.findByRole('tab', { name: '关注' }));
    await user.click(await screen.findByRole('button', { name: '查看全部车辆' }));
    await user.type(screen.getByRole('searchbox', { name: '搜索车辆' }), 'zzz');
    expect(await screen.findByText('没有符合条件的车辆')).toBeTruthy();
    await user.click(screen.getAllByRole('button', { name: '清空条件' }).at(-1)!);
    await waitFor(() => expect(plates()).toHaveLength(3));
  });

  it('lists vehicles that are not followed', async () => {
    const { user } = setUp('/', undefined, undefined, [
      vehicle('1', { cno: '京A00001' }),
      vehicle('2', { cno: '京A00002', followed: true }),
    ]);
    await user.click(await screen.findByRole('tab', { name: '未关注' }));
    await waitFor(() => expect(plates()).toEqual(['京A00001']));
  });

  it('filters vehicles that were never online, which also count as offline', async () => {
    const { user } = setUp('/', undefined, undefined, [
      vehicle('1', { cno: '京A00001', st: 0, r: 0 }),
      vehicle('2', { cno: '京A00002' }),
    ]);
    await user.click(await screen.findByRole('button', { name: '1 从未上线' }));
    await waitFor(() => expect(plates()).toEqual(['京A00001']));
    await user.click(screen.getByRole('button', { name: '2 离线' }));
    await waitFor(() => expect(plates()).toEqual(['京A00001', '京A00002']));
  });

  it('shows the counts from the server, updated by socket changes', async () => {
    counts = { total: 13, offline: 1, parked: 10, moving: 1, idling: 0, alarm: 1, emergency: 0, noFix: 0, never: 0 };
    const { server, store } = setUp();
    await screen.findByRole('button', { name: '1 行驶' });
    expect(server.of('mainPage/countByStatus').length).toBeGreaterThan(0);
    // the server has ten that the store lacks
    expect(await screen.findByRole('button', { name: '10 停车' })).toBeTruthy();
    act(() => store.applyGps({ data: [], states: [['3', '1', 9_000]] }));
    expect(await screen.findByRole('button', { name: '11 停车' })).toBeTruthy();
  });

  it('switches between all, followed, unfollowed and groups with the arrow keys', async () => {
    const { router, user } = setUp();
    await user.click(await screen.findByRole('tab', { name: '全部' }));
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}');
    expect(document.activeElement?.textContent).toBe('分组');
    await waitFor(() => expect(router.state.location.search).toBe('?tab=groups'));
    await user.keyboard('{ArrowRight}');
    await waitFor(() => expect(router.state.location.search).toBe(''));
  });

  it('offers the vehicle actions in the context menu of a vehicle', async () => {
    const { server, user } = setUp('/', undefined, undefined, undefined, [...LOOKING, '20206']);
    await waitFor(() => expect(plates()).toHaveLength(3));
    fireEvent.contextMenu(screen.getByRole('treeitem', { name: /^京A12345/ }));
    const menu = await screen.findByRole('menu', { name: '京A12345 的操作' });
    expect(
      within(menu)
        .getAllByRole('menuitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['定位', '关注', '点名', '复制车牌']);
    await user.click(within(menu).getByRole('menuitem', { name: '点名' }));
    await waitFor(() =>
      expect(server.of('terminal/sendCommand')[0]?.data).toEqual({ cmdCode: '8201', targIds: ['1'], params: {} }),
    );
    const tray = within(await screen.findByRole('region', { name: '指令' }));
    expect(tray.getByText('位置查询（点名）')).toBeTruthy();
    expect(screen.queryByRole('menu')).toBeNull();
  });

  it('offers the same actions in the context menu of a marker and in the drawer', async () => {
    const { user } = setUp('/', undefined, undefined, [vehicle('2', { cno: '粤B54321', followed: true })]);
    const names = () =>
      within(screen.getByRole('menu'))
        .getAllByRole('menuitem')
        .map((item) => item.textContent);
    fireEvent.contextMenu(await screen.findByRole('button', { name: 'marker' }));
    expect(names()).toEqual(['定位', '取消关注', '复制车牌']);
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('menu')).toBeNull();
    await user.click(await screen.findByRole('tab', { name: '实时状态' }));
    const row = await screen.findByRole('row', { name: /粤B54321/ });
    await user.click(within(row).getByRole('button', { name: '粤B54321 的操作' }));
    expect(names()).toEqual(['定位', '取消关注', '复制车牌']);
    await user.keyboard('{Escape}');
    fireEvent.contextMenu(row);
    expect(names()).toHaveLength(3);
  });

  it('offers the department actions in the context menu of a department', async () => {
    const { server, user } = setUp('/', undefined, undefined, undefined, [...LOOKING, '20109', '20208']);
    await waitFor(() => expect(plates()).toHaveLength(3));
    const open = async () => {
      fireEvent.contextMenu(screen.getByRole('treeitem', { name: /^总公司/ }));
      return within(await screen.findByRole('menu', { name: '总公司 的操作' }));
    };
    expect((await open()).getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      '全部关注',
      '取消关注',
      '群发消息',
      '展开全部在线',
      '导出车辆位置',
    ]);
    await user.click((await open()).getByRole('menuitem', { name: '全部关注' }));
    await waitFor(() => expect(server.of('car/checkedDept')[0]?.data).toEqual({ deptId: '1' }));
    await user.click((await open()).getByRole('menuitem', { name: '导出车辆位置' }));
    await waitFor(() => expect(server.of('car/exportCarPosition')[0]?.data).toEqual({ deptId: '1' }));
  });

  it('shows the status counts in a fixed order', async () => {
    setUp();
    const bar = await screen.findByRole('group', { name: '按状态筛选' });
    await waitFor(() =>
      expect(
        within(bar)
          .getAllByRole('button')
          .map(({ textContent }) => textContent),
      ).toEqual(['3全部', '1行驶', '0停车', '0怠速', '1报警', '0未定位', '1离线', '0从未上线']),
    );
  });

  it.each([
    [[...LOOKING, '601'], 1],
    [LOOKING, 0],
  ])('shows a message for an empty fleet; with the rights %j it shows %i buttons to add vehicles', async (rights, times) => {
    setUp('/', undefined, undefined, [], rights);
    expect(await screen.findByText('暂无车辆')).toBeTruthy();
    expect(screen.queryAllByRole('button', { name: '去新增' })).toHaveLength(times);
  });

  it('restores collapsed departments when it opens again', async () => {
    const first = setUp();
    await waitFor(() => expect(plates()).toHaveLength(3));
    await first.user.click(screen.getByRole('treeitem', { name: /^总公司/ }));
    await first.user.keyboard('{ArrowLeft}');
    await waitFor(() => expect(plates()).toHaveLength(0));
    cleanup();
    setUp();
    await screen.findByRole('treeitem', { name: /^总公司/ });
    expect(screen.getByRole('treeitem', { name: /^总公司/ }).getAttribute('aria-expanded')).toBe('false');
  });

  it('redraws at the interval from the user settings, and at once after a click on refresh', async () => {
    const { store, user } = setUp('/', undefined, undefined, undefined, LOOKING, { refreshsetting: '1' });
    await screen.findByRole('button', { name: '1 行驶' });
    act(() => store.applyGps({ data: [], states: [['3', '2', 9_000]] }));
    const refresh = await screen.findByRole('button', { name: '刷新位置' });
    expect(screen.queryByRole('button', { name: '2 行驶' })).toBeNull();
    await user.click(refresh);
    expect(await screen.findByRole('button', { name: '2 行驶' })).toBeTruthy();
  });

  it.each([
    ['20108', 1],
    ['20106', 0],
  ])('with the right %s shows %d settings buttons', async (code, times) => {
    setUp('/', undefined, undefined, undefined, [...LOOKING, code]);
    await waitFor(() => expect(plates()).toHaveLength(3));
    expect(screen.queryAllByRole('button', { name: '地图设置' })).toHaveLength(times);
  });

  it('can collapse the vehicle list for a wider map', async () => {
    const { user } = setUp();
    await user.click(await screen.findByRole('button', { name: '收起车辆列表' }));
    expect(screen.queryByRole('complementary', { name: '车辆列表' })).toBeNull();
    expect(screen.getByRole('button', { name: '展开车辆列表' })).toBeTruthy();
  });
});

describe('without live data', () => {
  const TEXT = '实时数据已断开,正在重连';
  const down = (ms: number): LiveState => ({
    init: 0,
    sockets: { init: 'waiting', gpsmsg: 'waiting', commonmsg: 'waiting' },
    downSince: Date.now() - ms,
  });

  it('shows a warning after 10 s, and still locates and follows with HTTP calls', async () => {
    const { server, user } = setUp('/', { x: 116.4, y: 39.9 }, { ...down(11_000), init: 2 });
    expect(await screen.findByText(TEXT)).toBeTruthy();
    await waitFor(() => expect(plates()).toHaveLength(3));
    await user.type(screen.getByRole('searchbox', { name: '搜索车辆' }), '粤B');
    await waitFor(() => expect(plates()).toEqual(['粤B54321']));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(located).toHaveBeenCalledOnce());
    expect(server.of('car/locate')).toHaveLength(1);
    await waitFor(() => expect(server.of('car/checkedCar')).toHaveLength(1));
  });

  it('shows no warning after a short interruption', async () => {
    setUp('/', { x: 116.4, y: 39.9 }, { ...down(1_000), init: 2 });
    await waitFor(() => expect(plates()).toHaveLength(3));
    expect(screen.queryByText(TEXT)).toBeNull();
  });

  it('from the start, shows the reason in place of the vehicle list', async () => {
    setUp('/', { x: 116.4, y: 39.9 }, down(11_000), []);
    expect(await screen.findByText('车辆列表通过实时连接获取，恢复后自动显示')).toBeTruthy();
    expect(screen.getAllByText(TEXT)).toHaveLength(2);
  });
});
