import type { Track } from '@fleetwarden/contract/tracks/schemas';
import { DAY_MS, MINUTE_MS } from '@fleetwarden/domain/durations';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useImperativeHandle } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { businessToday } from '../../api/business-clock.ts';
import { takeNotices } from '../../api/feedback.ts';
import { startTexts } from '../../api/i18n.ts';
import { useSession } from '../../api/session.ts';
import type { MapHandle, MapViewProps } from '../../map/MapView.tsx';
import type { Shape } from '../../map/overlays/shapes.ts';
import { formatTime } from '../../ui/format.ts';
import { giveSize, page, refuse, renderLive, storeOf, stubServer, userInfo, vehicle } from '../../ui/testing.tsx';
import { PlaybackPage } from './PlaybackPage.tsx';
import { testTrack } from './testing.ts';

/** Yesterday at 08:00. */
const START = businessToday(businessToday().startAt - 1).startAt + 8 * 60 * MINUTE_MS;

/** The shapes and view of the map; WebGL is an external boundary. */
const map = vi.hoisted(() => ({
  shapes: new Map<object, { shape: unknown; onClick: (() => void) | undefined }>(),
  fit: vi.fn(),
  locate: vi.fn(),
  drawn: 0,
  shown: (): string => '',
}));
vi.mock('../../map/MapView.tsx', () => ({
  MapView: ({ ref, selected, store }: MapViewProps) => {
    map.drawn++;
    map.shown = () => `${selected} ${store.size}`;
    useImperativeHandle(
      ref,
      () =>
        ({
          fit: map.fit,
          locate: map.locate,
          getView: () => ({ lng: 0, lat: 0, zoom: 11 }),
          addressOf: async (lng: number) => (lng === 100 ? '昆明市官渡区' : null),
          overlays: {
            add: (shape: Shape, onClick?: () => void) => {
              const handle = { remove: () => map.shapes.delete(handle) };
              map.shapes.set(handle, { shape, onClick });
              return handle;
            },
          },
          tools: { view: { pixelOf: () => ({ x: 9_999, y: 0 }) } },
        }) as unknown as MapHandle,
      [],
    );
    return null;
  },
}));

const shapes = () => [...map.shapes.values()].map(({ shape }) => shape as Shape);
const badges = () => shapes().flatMap((shape) => (shape.kind === 'badge' ? [shape.text ?? shape.form] : []));

/** A morning: ten minutes of driving, a stop of twenty, ten more. */
const morning = (more: Partial<Track> = {}) => {
  const moving = (i: number) => i < 10 || i >= 30;
  const points = Array.from({ length: 41 }, (_, i) => ({
    at: START + i * MINUTE_MS,
    lng: 100 + (i < 10 ? i : i < 30 ? 10 : i - 20) * 0.01,
    speedKmh: moving(i) ? 50 : 0,
  }));
  const trip = (from: number, to: number) => ({
    start: START + from * MINUTE_MS,
    end: START + to * MINUTE_MS,
    startX: 100,
    startY: 23,
    endX: 100.1,
    endY: 23,
    km: 10,
    sp: 72,
  });
  return testTrack(points, {
    km: 20,
    trips: [trip(0, 10), trip(30, 40)],
    stops: [{ start: START + 10 * MINUTE_MS, end: START + 30 * MINUTE_MS, x: 100, y: 23, idle: 300 }],
    alarms: [{ bit: 1, start: START + 5 * MINUTE_MS, end: START + 7 * MINUTE_MS, x: 100.05, y: 23, sp: 72 }],
    ...more,
  });
};

const RANGE = `start=${START}&end=${START + 60 * MINUTE_MS}`;

function setUp(address: string, answers: Parameters<typeof stubServer>[0] = {}) {
  const server = stubServer({
    'track/listTrack': ({ data }) => morning({ targId: String(data['targId']), carNo: `京A0000${data['targId']}` }),
    'track/listTrackDay': () => ({ list: [] }),
    'track/exportTrack': () => ({ taskId: '5' }),
    'task/listTask': () => page([]),
    'mainPage/getTreeByCarNo': () => ({ list: [] }),
    ...answers,
  });
  const router = createMemoryRouter([{ path: '/', Component: PlaybackPage }], { initialEntries: [address] });
  renderLive(<RouterProvider router={router} />, storeOf([vehicle('3', { cno: '粤B54321' })]));
  return { server, router, user: userEvent.setup() };
}
const slider = () => screen.findByRole<HTMLInputElement>('slider', { name: '播放进度' });
const at = async () => (Number((await slider()).value) - START) / MINUTE_MS;

beforeEach(async () => {
  giveSize(560, 'still');
  await startTexts('zh');
  useSession.setState({ token: 'a.b', userInfo, rights: ['20105'] });
  takeNotices();
  map.shapes.clear();
  map.fit.mockClear();
  map.locate.mockClear();
});
afterEach(cleanup);

describe('opened for a vehicle', () => {
  it('shows the track of today: line, flags, stops with minutes and alarms, and fits the view to it', async () => {
    const midnight = businessToday().startAt;
    const { server } = setUp('/?targId=1');
    await slider();
    expect(server.of('track/listTrack').map(({ data }) => data)).toEqual([
      { targId: '1', start: midnight, end: expect.any(Number), interval: 0, filterDrift: true },
    ]);
    await waitFor(() => expect(badges()).toEqual(['P 20', 'triangle', '起', '终']));
    expect(shapes().filter(({ kind }) => kind === 'line')).toHaveLength(1);
    expect(map.fit).toHaveBeenCalledExactlyOnceWith([100, expect.closeTo(22.998), expect.closeTo(100.2), expect.closeTo(23.002)]);
    expect(screen.getByText('20.0 km · 行驶 2 段 · 停车 1 次 · 报警 1 次')).toBeTruthy();
    expect(map.shown()).toBe('1 1');
  });

  it('shows that the track is simplified, and which points are left out', async () => {
    setUp(`/?targId=1&${RANGE}`, {
      'track/listTrack': () => morning({ stored: 120_000, thinnedM: 10, drift: 3, unfixed: 12 }),
    });
    expect(await screen.findByText('轨迹点较多，已抽稀：显示 41 / 120,000 个点，偏差不超过 10 米；导出含全部点')).toBeTruthy();
    expect(screen.getByText('已过滤漂移点 3 个')).toBeTruthy();
    expect(screen.getByText('未定位点 12 个不显示')).toBeTruthy();
  });

  it('shows fewer stops and no alarms on request, without another request to the server', async () => {
    const { server, router, user } = setUp(`/?targId=1&${RANGE}`);
    await waitFor(() => expect(badges()).toHaveLength(4));
    await user.click(screen.getByRole('checkbox', { name: '显示报警点' }));
    await waitFor(() => expect(badges()).toEqual(['P 20', '起', '终']));
    const least = screen.getByRole('spinbutton', { name: '最短停车（分钟）' });
    await user.clear(least);
    await user.type(least, '21');
    await waitFor(() => expect(badges()).toEqual(['起', '终']));
    expect(server.of('track/listTrack')).toHaveLength(1);
    expect(router.state.location.search).toContain('alarms=0&minStop=21');
    expect(map.fit).toHaveBeenCalledTimes(1);
  });
});

describe('playing', () => {
  it('moves without rendering React again', async () => {
    setUp(`/?targId=1&${RANGE}`);
    const bar = await slider();
    await waitFor(() => expect(map.fit).toHaveBeenCalled());
    const { drawn } = map;
    for (let i = 0; i < 200; i++) fireEvent.input(bar, { target: { value: START + i * 1_000 } });
    expect(map.drawn).toBe(drawn);
    expect(bar.getAttribute('aria-valuetext')).toBe(formatTime(START + 199_000));
  });

  it('responds to keys: Space plays and pauses, arrows step, Shift with an arrow steps by a segment', async () => {
    const { user } = setUp(`/?targId=1&${RANGE}`);
    expect(await at()).toBe(0);
    await user.keyboard('{ArrowRight}{ArrowRight}');
    expect(await at()).toBe(2);
    await user.keyboard('{ArrowLeft}');
    expect(await at()).toBe(1);
    await user.keyboard('{Shift>}{ArrowRight}{/Shift}');
    expect(await at()).toBe(30);
    await user.keyboard('{Shift>}{ArrowLeft}{/Shift}');
    expect(await at()).toBe(0);
    await user.keyboard(' ');
    await user.click(await screen.findByRole('button', { name: '暂停（空格）' }));
    expect(await screen.findByRole('button', { name: '播放（空格）' })).toBeTruthy();
  });

  it('a focused field handles its own keys', async () => {
    const { user } = setUp(`/?targId=1&${RANGE}`);
    await slider();
    await user.click(screen.getByRole('spinbutton', { name: '最短停车（分钟）' }));
    await user.keyboard(' {ArrowRight}');
    expect(await at()).toBe(0);
    expect(screen.getByRole('button', { name: '播放（空格）' })).toBeTruthy();
  });

  it('steps from segment to segment, and returns to the start on stop', async () => {
    const { user } = setUp(`/?targId=1&${RANGE}`);
    await user.click(await screen.findByRole('button', { name: /^下一段/ }));
    expect(await at()).toBe(30);
    await user.click(screen.getByRole('button', { name: /^下一段/ }));
    expect(await at()).toBe(40);
    await user.click(screen.getByRole('button', { name: /^上一段/ }));
    expect(await at()).toBe(30);
    await user.click(screen.getByRole('button', { name: '停止' }));
    expect(await at()).toBe(0);
  });

  it('the map follows the vehicle when this is turned on', async () => {
    const { user } = setUp(`/?targId=1&${RANGE}`);
    await slider();
    expect(map.locate).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: '地图跟随车辆' }));
    expect(map.locate).toHaveBeenCalledWith(100, 23, 11);
  });

  it('a click on a stop or an alarm on the map moves playback to it', async () => {
    setUp(`/?targId=1&${RANGE}`);
    await waitFor(() => expect(badges()).toHaveLength(4));
    const click = (form: string) =>
      [...map.shapes.values()].find(({ shape }) => (shape as { form?: string }).form === form)?.onClick?.();
    click('triangle');
    expect(await at()).toBe(5);
    click('square');
    expect(await at()).toBe(10);
  });
});

describe('the lists', () => {
  const open = (name: RegExp) => async () => {
    const shown = setUp(`/?targId=1&${RANGE}`);
    await shown.user.click(await screen.findByRole('tab', { name }));
    return { ...shown, grid: await screen.findByRole('grid') };
  };

  it('of points move playback to the time of the selected point', async () => {
    const { user, grid } = await open(/^轨迹点/)();
    const rows = within(grid).getAllByRole('row');
    expect(
      within(rows[3]!)
        .getAllByRole('gridcell')
        .map(({ textContent }) => textContent)
        .slice(0, 2),
    ).toEqual([formatTime(START + 2 * MINUTE_MS), '50.0']);
    await user.click(rows[3]!);
    expect(await at()).toBe(2);
    await waitFor(() => expect(rows[3]!.getAttribute('aria-current')).toBe('true'));
    await user.keyboard('{ArrowDown}{Enter}');
    expect(await at()).toBe(3);
  });

  it('of stops show duration and address', async () => {
    const { user, grid } = await open(/^停车点/)();
    expect(await within(grid).findByText('昆明市官渡区')).toBeTruthy();
    const [, row] = within(grid).getAllByRole('row');
    expect(within(row!).getByText('20 分 0 秒')).toBeTruthy();
    await user.click(row!);
    expect(await at()).toBe(10);
  });

  it('of trips and alarms', async () => {
    const { user, grid } = await open(/^行驶段/)();
    expect(within(grid).getAllByRole('row')).toHaveLength(3);
    await user.click(screen.getByRole('tab', { name: /^报警点/ }));
    const row = within(await screen.findByRole('grid', { name: '报警点' })).getAllByRole('row')[1]!;
    expect(within(row).getByText('超速报警')).toBeTruthy();
    await user.click(row);
    expect(await at()).toBe(5);
    // all have one class
    expect(screen.queryByRole('group', { name: '类别' })).toBeNull();
  });

  it('of alarms can hide an alarm class, on the map as well', async () => {
    const [overspeed, adas] = [1, 66].map((bit, i) => {
      const start = START + (5 + i) * MINUTE_MS;
      return { bit, start, end: start + MINUTE_MS, x: 100.05, y: 23, sp: 72 };
    });
    const track = () => morning({ alarms: [overspeed!, adas!] });
    const { user } = setUp(`/?targId=1&${RANGE}`, { 'track/listTrack': track });
    await user.click(await screen.findByRole('tab', { name: /^报警点/ }));
    const marks = () => shapes().filter((shape) => shape.kind === 'badge' && shape.form === 'triangle').length;
    const kinds = () => within(screen.getByRole('grid', { name: '报警点' })).getAllByRole('row').length - 1;
    await waitFor(() => expect([kinds(), marks()]).toEqual([2, 2]));
    const safety = screen.getByRole('button', { name: '主动安全 1' });
    await user.click(safety);
    expect(safety.getAttribute('aria-pressed')).toBe('false');
    expect([kinds(), marks()]).toEqual([1, 1]);
    expect(screen.getByText('超速报警')).toBeTruthy();
    await user.click(safety);
    expect([kinds(), marks()]).toEqual([2, 2]);
  });
});

describe('several vehicles', () => {
  it('have different colours, and one of them is selected', async () => {
    const { user } = setUp(`/?targId=1,2&${RANGE}`);
    await slider();
    await waitFor(() =>
      expect(shapes().flatMap((s) => (s.kind === 'line' ? [s.stroke.colour] : []))).toEqual(['#4F46E5', '#A21CAF']),
    );
    expect(map.shown()).toBe('1 2');
    await user.click(screen.getByRole('button', { name: '京A00002' }));
    expect(map.shown()).toBe('2 2');
  });

  it('are shown if loading succeeds, even if another vehicle fails', async () => {
    setUp(`/?targId=1,2&${RANGE}`, {
      'track/listTrack': ({ data }) =>
        data['targId'] === '2'
          ? refuse('4001', 'validation', [{ path: 'end', message: '时段内的轨迹点超过 3000000 个' }])
          : morning(),
    });
    expect(await screen.findByText('时段内的轨迹点超过 3000000 个')).toBeTruthy();
    await slider();
    expect(map.shown()).toBe('1 1');
  });
});

describe('without a track', () => {
  it('shows that no track exists, and links to the nearest day with a track', async () => {
    const [near, far] = [3, 20].map((days) => businessToday(START - days * DAY_MS).key);
    const { router, user, server } = setUp(`/?targId=1&${RANGE}`, {
      'track/listTrack': () => testTrack([]),
      'track/listTrackDay': ({ data }) => ({
        list: [far!, near!].flatMap((day) => (day.startsWith(String(data['month'])) ? [{ day, km: 5 }] : [])),
      }),
    });
    await user.click(await screen.findByRole('button', { name: `查看 ${near} 的轨迹` }));
    expect(screen.getAllByText('该时段没有轨迹').length).toBeGreaterThan(0);
    const day = businessToday(START - 3 * DAY_MS).startAt;
    await waitFor(() => expect(router.state.location.search).toContain(`start=${day}&end=${day + DAY_MS}`));
    await waitFor(() => expect(server.of('track/listTrack').at(-1)?.data).toMatchObject({ start: day }));
  });

  it('shows that no track exists within a year before or after', async () => {
    setUp(`/?targId=1&${RANGE}`, { 'track/listTrack': () => testTrack([]) });
    expect(await screen.findByText('前后一年内没有轨迹')).toBeTruthy();
  });

  it('prompts for a vehicle if none is selected', async () => {
    const { user, server } = setUp('/');
    expect(await screen.findByText('请选择车辆和时段')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: '查询' }));
    expect((await screen.findByRole('alert')).textContent).toBe('请选择车辆');
    expect(server.of('track/listTrack')).toHaveLength(0);
  });
});

describe('the requested vehicles and range', () => {
  it('are selected by typing and by common ranges, and are stored in the URL', async () => {
    const { user, server, router } = setUp('/', {
      'mainPage/getTreeByCarNo': () => ({
        list: [
          { ltId: 'v3', ltName: '粤B54321', ltType: 3, deptId: '1', parentId: '1', carNo: '粤B54321', targId: '3', carId: '3' },
        ],
      }),
    });
    await user.type(await screen.findByRole('combobox', { name: '车辆' }), '54321');
    await user.click(await screen.findByTitle('粤B54321'));
    await user.click(screen.getByRole('button', { name: '昨天' }));
    await user.click(screen.getByRole('button', { name: '查询' }));
    await waitFor(() => expect(server.of('track/listTrack')).toHaveLength(1));
    const { startAt } = businessToday();
    const { start, end, targId } = server.of('track/listTrack')[0]!.data as { start: number; end: number; targId: string };
    expect([targId, start, end]).toEqual(['3', startAt - DAY_MS, startAt]);
    expect(router.state.location.search).toContain(`targId=3&start=${start}&end=${end}`);
  });

  it('can be exported in each format, with one file per vehicle', async () => {
    const { user, server } = setUp(`/?targId=1,2&${RANGE}`);
    await user.click(await screen.findByRole('button', { name: /导出$/ }));
    expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual(
      ['xlsx', 'csv', 'gpx', 'kml'].map((format) => `导出为 ${format}`),
    );
    await user.click(screen.getByRole('menuitem', { name: '导出为 gpx' }));
    await waitFor(() =>
      expect(server.of('track/exportTrack').map(({ data }) => data)).toEqual(
        ['1', '2'].map((targId) => ({ targId, start: START, end: START + 60 * MINUTE_MS, filterDrift: true, format: 'gpx' })),
      ),
    );
    await waitFor(() => expect(takeNotices().map(({ text }) => text)).toEqual(['导出任务已开始，完成后可在任务列表下载']));
  });
});

describe('events along the track', () => {
  const crossing = {
    areaId: '7',
    areaName: '一号货场',
    useFor: 4,
    start: START + 8 * MINUTE_MS,
    end: START + 32 * MINUTE_MS,
    entered: true,
    left: true,
    x: 100.08,
    y: 23,
    km: 2.5,
    sp: 40,
    tooLong: true,
  };
  const photo = {
    id: '5',
    kind: 0 as const,
    event: 1,
    channel: 2,
    time: START + 20 * MINUTE_MS,
    x: null,
    y: null,
    sp: null,
    bytes: 1,
    name: '京A00001 5.jpg',
    url: '/api/WebGis/media/5',
  };

  it('are on the map: geofences where they were entered, photos where the vehicle was', async () => {
    setUp(`/?targId=1&${RANGE}`, {
      'track/listTrack': () => morning({ targId: '1', carNo: '京A00001', crossings: [crossing], media: [photo] }),
    });
    await slider();
    await waitFor(() => expect(badges()).toEqual(['P 20', 'triangle', '一号货场', '照', '起', '终']));
    const badge = shapes().find((shape) => shape.kind === 'badge' && shape.text === '照');
    expect(badge).toMatchObject({ at: [expect.closeTo(100.1), 23] });
  });

  it('are listed: geofences with irregularities, and photos; a click on one moves playback to its time', async () => {
    const { user } = setUp(`/?targId=1&${RANGE}`, {
      'track/listTrack': () => morning({ targId: '1', carNo: '京A00001', crossings: [crossing], media: [photo] }),
    });
    await user.click(await screen.findByRole('tab', { name: /^区域进出/ }));
    const row = within(await screen.findByRole('grid', { name: '区域进出' })).getAllByRole('row')[1]!;
    expect(row.textContent).toContain('一号货场');
    expect(row.textContent).toContain('关键点');
    expect(row.textContent).toContain('停留超时');
    await user.click(row);
    await waitFor(async () => expect(await at()).toBe(8));
    await user.click(screen.getByRole('tab', { name: /^照片/ }));
    const image = await screen.findByRole('img', { name: '定时 · 通道 2' });
    expect(image.getAttribute('src')).toBe(photo.url);
    await user.click(within(image.closest('li')!).getByRole('button'));
    await waitFor(async () => expect(await at()).toBe(20));
    await waitFor(() => expect(image.closest('li')!.getAttribute('aria-current')).toBe('true'));
  });
});
