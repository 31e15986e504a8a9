import { DAY_MS, HOUR_MS } from '@fleetwarden/domain/durations';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { takeNotices } from '../../../api/feedback.ts';
import { startTexts } from '../../../api/i18n.ts';
import { useSession } from '../../../api/session.ts';
import type { MapHandle } from '../../../map/MapView.tsx';
import type { Place } from '../../../map/map-provider.ts';
import type { Shape } from '../../../map/overlays/shapes.ts';
import type { Drawn } from '../../../map/tools/drawing.ts';
import { refuse, renderLive, storeOf, stubServer, userInfo, vehicle } from '../../../ui/testing.tsx';
import { selectVehicles, useSelectedVehicles } from '../selected-vehicles.ts';
import { MapTools } from './MapTools.tsx';

const RIGHTS = ['2', '20102', '20105', '20106', '20109'];

beforeEach(async () => {
  await startTexts('zh');
  takeNotices();
  selectVehicles([]);
  useSession.setState({ token: 'a.b', rights: RIGHTS, userInfo });
});
afterEach(cleanup);

/** A map that records its shapes; the test ends its tool. */
function fakeMap(places: Place[] = []) {
  const shapes = new Set<Shape>();
  let ended: ((drawn: Drawn | null) => void) | null = null;
  const end = (drawn: Drawn | null) => {
    const tell = ended;
    ended = null;
    tell?.(drawn);
  };
  const map = {
    locate: vi.fn(),
    fit: vi.fn(),
    getBounds: () => [73, 3, 135, 53] as const,
    getView: () => ({ lng: 104, lat: 36, zoom: 4 }),
    overlays: {
      add: (shape: Shape) => {
        shapes.add(shape);
        let mine = shape;
        return {
          remove: () => void shapes.delete(mine),
          set: (next: Shape) => {
            shapes.delete(mine);
            mine = next;
            shapes.add(next);
          },
        };
      },
    },
    tools: {
      view: {},
      use: (_tool: unknown, tell: (drawn: Drawn | null) => void) => {
        ended = tell;
      },
      stop: () => end(null),
    },
    search: async () => places,
    capture: vi.fn(),
  };
  const { fit, capture, locate } = map;
  const draw = (drawn: Drawn | null) => act(async () => end(drawn));
  return { map: map as unknown as MapHandle, shapes, draw, fit, capture, locate };
}

const now = (tid: string) => ({ ...vehicle(tid), deptName: '华南', drv: '王伟' });

function setUp(
  answers: Parameters<typeof stubServer>[0] = {},
  places?: Place[],
  store = storeOf([vehicle('1', { followed: true })]),
) {
  const server = stubServer({
    'car/regionSearchTarg2': () => ({ list: [now('1'), now('2')], total: 2 }),
    'setting/saveUserSetting': ({ data }) => ({ ...userInfo.settings, ...data }),
    ...answers,
  });
  const fake = fakeMap(places);
  const onLocate = vi.fn();
  const onFull = vi.fn();
  const page = <MapTools map={fake.map} store={store} dark={false} full={false} onFull={onFull} onLocate={onLocate} />;
  const router = createMemoryRouter([{ path: '*', element: page }]);
  renderLive(<RouterProvider router={router} />, storeOf([]));
  return { server, onLocate, onFull, user: userEvent.setup(), ...fake };
}

const circle: Drawn = { mode: 4, centre: [113, 23], radiusM: 1_000 };
const button = (name: string) => screen.getByRole('button', { name });

describe('the region search', () => {
  it('finds vehicles in a drawn shape at once, and selects them for the drawer', async () => {
    const { server, user, draw, shapes, onLocate } = setUp();
    await user.click(button('区域查车'));
    await user.click(button('圆形'));
    await draw(circle);
    expect(await screen.findByText('找到 2 辆')).toBeTruthy();
    expect(server.of('car/regionSearchTarg2')[0]?.data).toEqual({ region: circle });
    expect([...shapes]).toMatchObject([{ kind: 'circle', radiusM: 1_000 }]);
    expect(useSelectedVehicles.getState().targIds).toEqual(['1', '2']);
    const row = screen.getByRole('row', { name: /京A2/ });
    await user.click(within(row).getByRole('button', { name: '定位' }));
    expect(onLocate).toHaveBeenCalledExactlyOnceWith('2');
    expect(within(row).getByRole('link', { name: '轨迹' }).getAttribute('href')).toMatch(
      /^\/mapcontent\/trackPlayback\?targId=2&start=\d+&end=\d+$/,
    );
  });

  it('searches at most 24 hours of history, and links to the track of that time', async () => {
    const past = { firstTime: 1e12, lastTime: 1e12 + HOUR_MS, stay: 3_600, times: 2 };
    const stay = { targId: '5', carNo: '粤B5', color: 2, deptName: '华南', ...past };
    const { server, user, draw } = setUp({ 'car/regionsearch': () => ({ list: [stay], total: 1 }) });
    await user.click(button('区域查车'));
    await user.click(screen.getByRole('tab', { name: '历史' }));
    await user.click(button('矩形'));
    await draw({ mode: 1, bounds: [113, 23, 113.1, 23.1] });
    const [from, to] = [screen.getByLabelText('开始时间'), screen.getByLabelText('结束时间')];
    await user.clear(from);
    await user.type(from, '2026-01-01T00:00');
    await user.clear(to);
    await user.type(to, '2026-01-02T00:01');
    await user.click(button('查询'));
    expect(takeNotices()).toMatchObject([{ kind: 'warning', text: '请选择不超过 24 小时的时间段' }]);
    expect(server.of('car/regionsearch')).toHaveLength(0);
    await user.clear(to);
    await user.type(to, '2026-01-02T00:00');
    await user.click(button('查询'));
    const row = await screen.findByRole('row', { name: /粤B5/ });
    const start = Date.parse('2026-01-01T00:00+08:00');
    expect(server.of('car/regionsearch')[0]?.data).toEqual({
      region: { mode: 1, bounds: [113, 23, 113.1, 23.1] },
      start,
      end: start + DAY_MS,
    });
    expect(within(row).getByText('1 小时 0 分')).toBeTruthy();
    expect(within(row).getByRole('link').getAttribute('href')).toContain(`targId=5&start=${start}&end=${start + DAY_MS}`);
  });

  it('applies the buffer distance of a line, limited to 2,000 m', async () => {
    const { server, user, draw } = setUp();
    await user.click(button('区域查车'));
    await user.click(button('折线'));
    const buffer = screen.getByLabelText('两侧距离（米）');
    expect(buffer).toHaveProperty('value', '200');
    await user.clear(buffer);
    await user.type(buffer, '5000');
    const points = [
      [113, 23],
      [113.1, 23],
    ] as const;
    await draw({ mode: 3, points });
    const asked = { region: { mode: 3, bufferM: 2_000 } };
    await waitFor(() => expect(server.of('car/regionSearchTarg2')[0]?.data).toMatchObject(asked));
  });

  it('searches current positions in an area of any size', async () => {
    const { server, user, draw } = setUp();
    await user.click(button('区域查车'));
    await user.click(button('圆形'));
    await draw({ ...circle, radiusM: 400_000 });
    expect(await screen.findByText('找到 2 辆')).toBeTruthy();
    expect(server.of('car/regionSearchTarg2')).toHaveLength(1);
  });

  it('refuses a history area that is too large, shows limit and size, and keeps the shape: 区域过大', async () => {
    const { server, user, draw, shapes } = setUp();
    await user.click(button('区域查车'));
    await user.click(screen.getByRole('tab', { name: '历史' }));
    await user.click(button('圆形'));
    await draw({ ...circle, radiusM: 40_000 });
    const refused = [{ kind: 'warning', text: '区域过大：最大 5,000 平方公里，当前 5,027 平方公里' }];
    expect(takeNotices()).toMatchObject(refused);
    await user.click(button('查询'));
    expect(takeNotices()).toMatchObject(refused);
    expect([server.requests.length, shapes.size]).toEqual([0, 1]);
  });

  it('shows a message if nothing matches, or the error of the server', async () => {
    let answer: unknown = { list: [], total: 0 };
    const { user, draw } = setUp({ 'car/regionSearchTarg2': () => answer });
    await user.click(button('区域查车'));
    await user.click(button('圆形'));
    await draw(circle);
    expect(await screen.findByText('区域内没有车辆')).toBeTruthy();
    answer = refuse('4029', '请稍后再试');
    await user.click(button('查询'));
    await waitFor(() => expect(takeNotices()).toMatchObject([{ text: '请稍后再试' }]));
  });

  it('removes its drawn shape when it is closed', async () => {
    const { user, draw, shapes } = setUp();
    await user.click(button('区域查车'));
    await user.click(button('圆形'));
    await draw(circle);
    expect(shapes.size).toBe(1);
    await user.click(button('关闭'));
    expect(shapes.size).toBe(0);
  });

  it('is hidden without permission', () => {
    useSession.setState({ rights: ['2'] });
    setUp();
    expect(screen.queryByRole('button', { name: '区域查车' })).toBeNull();
    expect(button('地点搜索')).toBeTruthy();
  });
});

describe('places', () => {
  it('are marked and shown on the map', async () => {
    const { user, shapes, locate } = setUp({}, [
      { name: '深圳', address: 'Shenzhen', lng: 114.05, lat: 22.54 },
      { name: '深圳湾', address: '', lng: 113.9, lat: 22.5 },
    ]);
    await user.click(button('地点搜索'));
    await user.type(screen.getByRole('searchbox', { name: '地点搜索' }), '深圳{Enter}');
    await user.click(await screen.findByRole('button', { name: /深圳湾/ }));
    expect(locate.mock.calls.map(([lng]) => lng)).toEqual([114.05, 113.9]);
    expect([...shapes]).toMatchObject([{ kind: 'pin', at: [113.9, 22.5] }]);
  });

  it('show a message if nothing matches', async () => {
    const { user } = setUp();
    await user.click(button('地点搜索'));
    await user.type(screen.getByRole('searchbox', { name: '地点搜索' }), 'Atlantis{Enter}');
    await waitFor(() => expect(takeNotices()).toMatchObject([{ text: '您选择的地址没有解析到结果！' }]));
  });
});

describe('divisions', () => {
  const answers = {
    'location/rs/getProvince': () => ({ list: [{ areaId: '440000', areaName: '广东省' }] }),
    'location/rs/getCity': () => ({ list: [{ areaId: '440300', areaName: '深圳市' }] }),
    'location/rs/getArea': () => ({ list: [{ areaId: '440305', areaName: '南山区' }] }),
  };
  const square = [
    [113.7, 22.4],
    [114.6, 22.4],
    [114.6, 22.8],
    [113.7, 22.4],
  ];
  /** Serves the outlines file. */
  function giveOutlines() {
    const calls = globalThis.fetch;
    const outlines = {
      features: [{ properties: { province: '44', name: '深圳市' }, geometry: { coordinates: [square] } }],
    };
    globalThis.fetch = (async (address: string, init?: RequestInit) =>
      String(address).includes('outlines') ? Response.json(outlines) : calls(address, init)) as typeof fetch;
  }

  it('are outlined, and their vehicles are listed; a division without outline shows a message', async () => {
    const { server, user, shapes, fit } = setUp(answers);
    giveOutlines();
    await user.click(button('行政区'));
    await screen.findByRole('option', { name: '广东省' });
    await user.selectOptions(screen.getByLabelText('省份'), '440000');
    await screen.findByRole('option', { name: '深圳市' });
    await user.selectOptions(screen.getByLabelText('城市'), '440300');
    await user.click(button('显示边界和车辆'));
    expect(await screen.findByText('找到 2 辆')).toBeTruthy();
    expect([...shapes]).toMatchObject([{ kind: 'polygon' }]);
    expect(fit).toHaveBeenCalledWith([113.7, 22.4, 114.6, 22.8]);
    expect(server.of('car/regionSearchTarg2')[0]?.data).toEqual({ outline: [square] });
    // a county has no outline
    await screen.findByRole('option', { name: '南山区' });
    await user.selectOptions(screen.getByLabelText('区县'), '440305');
    await user.click(button('显示边界和车辆'));
    await waitFor(() => expect(takeNotices()).toMatchObject([{ text: '没有该行政区的边界数据' }]));
    expect(shapes.size).toBe(0);
  });
});

describe('the other tools', () => {
  it('zoom to a drawn box', async () => {
    const { user, draw, fit } = setUp();
    await user.click(button('拉框放大'));
    expect(button('拉框放大').getAttribute('aria-pressed')).toBe('true');
    await draw({ mode: 1, bounds: [113, 23, 114, 24] });
    expect(fit).toHaveBeenCalledExactlyOnceWith([113, 23, 114, 24], true);
    expect(button('拉框放大').getAttribute('aria-pressed')).toBe('false');
  });

  it('save a screenshot of the map, and warn if its base map is missing', async () => {
    const { user, capture } = setUp();
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    const canvas = { toBlob: (take: (blob: Blob) => void) => take(new Blob(['png'])) };
    capture.mockResolvedValueOnce({ canvas, complete: true });
    await user.click(button('截图'));
    await waitFor(() => expect(saved[0]).toMatch(/^地图截图 \d{4}-\d\d-\d\d \d\d-\d\d\.png$/));
    expect(takeNotices()).toEqual([]);
    capture.mockResolvedValueOnce({ canvas, complete: false });
    await user.click(button('截图'));
    await waitFor(() => expect(takeNotices()).toMatchObject([{ kind: 'warning' }]));
    capture.mockRejectedValueOnce(new Error('gone'));
    await user.click(button('截图'));
    await waitFor(() => expect(takeNotices()).toMatchObject([{ kind: 'error', text: '截图失败' }]));
    vi.restoreAllMocks();
  });

  it('save display switches with the user account', async () => {
    const { user } = setUp();
    await user.click(button('显示开关'));
    const tails = screen.getByRole('switch', { name: '轨迹尾巴' });
    expect(tails).toHaveProperty('checked', false);
    await user.click(tails);
    expect(useSession.getState().userInfo?.settings.mapTools).toEqual({ tails: true, areas: true });
    await user.click(screen.getByRole('switch', { name: '围栏' }));
    expect(useSession.getState().userInfo?.settings.mapTools).toEqual({ tails: true, areas: false });
    await user.click(screen.getByRole('switch', { name: '车牌标签' }));
    await user.click(screen.getByRole('switch', { name: '车辆聚合' }));
    expect(useSession.getState().userInfo?.settings.markers).toMatchObject({ labels: false, clusters: false, smooth: true });
  });

  it('close their panel on Escape, and return the focus to its button', async () => {
    const { user } = setUp();
    for (const [name, field] of [
      ['地点搜索', '地点搜索'],
      ['显示开关', '轨迹尾巴'],
    ] as const) {
      await user.click(button(name));
      const panel = screen.getByRole('region', { name });
      within(panel).getByLabelText(field).focus();
      await user.keyboard('{Escape}');
      expect([screen.queryByRole('region', { name }), document.activeElement]).toEqual([null, button(name)]);
    }
  });

  it('reset to the view saved for the user, or to the followed vehicles', async () => {
    const { user, locate } = setUp({}, [], storeOf([vehicle('1', { followed: true, x: 113, y: 23 })]));
    await user.click(button('复位'));
    expect(locate).toHaveBeenLastCalledWith(expect.closeTo(113, 4), expect.closeTo(23, 4), 12);
    const configList = [
      { typeID: 1, content: '121.5|31.2' },
      { typeID: 2, content: '9' },
    ];
    useSession.setState({ userInfo: { ...userInfo, configList } });
    await user.click(button('复位'));
    expect(locate.mock.lastCall?.map((value: number) => Math.round(value * 10) / 10)).toEqual([121.5, 31.2, 9]);
  });

  it('reset to the view of the specification for a fleet without positions', async () => {
    const { user, locate } = setUp({}, [], storeOf([]));
    await user.click(button('复位'));
    const [lng, lat, zoom] = locate.mock.lastCall!;
    // 116.3964|39.9093 in the Baidu system
    expect([lng.toFixed(3), lat.toFixed(3), zoom]).toEqual(['116.384', '39.902', 12]);
  });

  it('open full screen', async () => {
    const { user, onFull } = setUp();
    await user.click(button('全屏'));
    expect(onFull).toHaveBeenCalledOnce();
  });
});
