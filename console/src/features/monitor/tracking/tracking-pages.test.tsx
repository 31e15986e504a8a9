import type { MapRecord } from '@fleetwarden/contract/live/live';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useImperativeHandle } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { takeNotices } from '../../../api/feedback.ts';
import { startTexts } from '../../../api/i18n.ts';
import { endSession, knowUser } from '../../../api/session.ts';
import { createCommonMessages } from '../../../live/common-messages.ts';
import type { MapHandle, MapViewProps } from '../../../map/MapView.tsx';
import { OverlayLayer } from '../../../map/overlays/overlay-layer.ts';
import type { Shape } from '../../../map/overlays/shapes.ts';
import { sentCommands } from '../../../shared/commands/sent-commands.ts';
import { refuse, renderLive, storeOf, stubServer, userInfo, vehicle } from '../../../ui/testing.tsx';
import { computeProgress, TrackingTimePage } from '../TrackingTimePage.tsx';
import { TrackingPage } from './TrackingPage.tsx';

const located = vi.fn();
/** Shapes over each map, by vehicle. */
const drawn = new Map<string, Shape[]>();
const shown = new Map<string, MapViewProps['store']>();

/** An overlay layer that records its shapes. */
class Seen extends OverlayLayer {
  readonly shapes: Shape[];
  constructor(shapes: Shape[]) {
    super(() => undefined);
    this.shapes = shapes;
  }
  override add<S extends Shape>(shape: S) {
    const overlay = super.add(shape);
    const at = this.shapes.push(shape) - 1;
    return {
      ...overlay,
      get shape() {
        return overlay.shape;
      },
      extend: (...point: Parameters<typeof overlay.extend>) => {
        overlay.extend(...point);
        this.shapes[at] = overlay.shape;
      },
      remove: () => {
        overlay.remove();
        this.shapes.splice(this.shapes.indexOf(overlay.shape), 1);
      },
    };
  }
}

// External boundary WebGL: a map that records its shapes.
vi.mock('../../../map/MapView.tsx', () => ({
  MapView: ({ ref, selected, store }: MapViewProps) => {
    useImperativeHandle(ref, () => {
      const shapes: Shape[] = [];
      drawn.set(String(selected), shapes);
      shown.set(String(selected), store);
      return {
        locate: located,
        overlays: new Seen(shapes),
        getBounds: () => [116, 39.4, 117, 40.4],
        getView: () => ({ lng: 116.4, lat: 39.9, zoom: 15 }),
        addressOf: async () => null,
      } as unknown as MapHandle;
    }, [selected, store]);
    return <div>map</div>;
  },
}));

beforeEach(async () => {
  await startTexts('zh');
  knowUser(userInfo, ['20101', '20102', '20103', '20104']);
});
afterEach(() => {
  cleanup();
  located.mockClear();
  drawn.clear();
  sentCommands.clear();
  takeNotices();
  endSession();
});

const NOW = Date.now();

function setUp(address: string, handlers: Parameters<typeof stubServer>[0] = {}) {
  const server = stubServer({
    'location/getAddress': () => ({ code: 404, data: null }),
    'car/checkedCar': () => ({}),
    'terminal/sendCommand': () => ({ list: [{ targId: '1', seqId: '11', state: 1, resultCode: null }] }),
    ...handlers,
  });
  const store = storeOf([
    vehicle('1', { status: '2', sp: 40, t: NOW - 9_000, r: NOW - 9_000, followed: true }),
    vehicle('2', { status: '0', t: NOW - 9_000, r: NOW - 9_000 }),
  ]);
  const common = createCommonMessages();
  const router = createMemoryRouter(
    [
      { path: '/mapcontent/tracking', Component: TrackingPage },
      { path: '/mapcontent/trackingTime', Component: TrackingTimePage },
    ],
    { initialEntries: [address] },
  );
  renderLive(<RouterProvider router={router} />, store, common);
  const report = (tid: string, more: Partial<MapRecord>) =>
    act(async () => {
      const { deptId: _d, drv: _v, phone: _p, followed: _f, ...record } = vehicle(tid, { status: '2', ...more });
      store.applyGps({ data: [record] });
      // The store notifies once per frame.
      await new Promise((done) => requestAnimationFrame(done));
      await new Promise((done) => setTimeout(done, 20));
    });
  return { server, store, router, report, common, user: userEvent.setup() };
}

const windowOf = (plate: string) => within(screen.getByRole('region', { name: plate }));
const rows = (plate: string) => windowOf(plate).queryAllByRole('row').slice(1);
const linesOf = (tid: string) => (drawn.get(tid) ?? []).filter((shape) => shape.kind === 'line');
const labelsOf = (tid: string) => (drawn.get(tid) ?? []).flatMap((shape) => (shape.kind === 'label' ? [shape.text] : []));

describe('tracking', () => {
  it('draws a red line of width 3 and opacity 0.8, and each position extends it', async () => {
    const { report } = setUp('/mapcontent/tracking?targId=1');
    await waitFor(() => expect(linesOf('1')).toHaveLength(1));
    await report('1', { x: 116.41, y: 39.91, sp: 50, t: NOW - 5_000, r: NOW - 5_000 });
    await report('1', { x: 116.42, y: 39.92, sp: 55, t: NOW - 4_000, r: NOW - 4_000 });
    expect(linesOf('1')).toMatchObject([
      {
        stroke: { colour: '#FF0000', width: 3, opacity: 0.8 },
        points: [
          [116.4, 39.9],
          [116.41, 39.91],
          [116.42, 39.92],
        ],
      },
    ]);
    expect(rows('京A1').map((row) => within(row).getAllByRole('cell')[1]?.textContent)).toEqual(['55.0', '50.0', '40.0']);
    expect(windowOf('京A1').getByRole('figure', { name: '速度' }).textContent).toBe('55 km/h');
  });

  it('labels the position where an alarm starts', async () => {
    const { report } = setUp('/mapcontent/tracking?targId=1');
    await waitFor(() => expect(linesOf('1')).toHaveLength(1));
    await report('1', { x: 116.41, t: NOW - 5_000, r: NOW - 5_000, a: 2 });
    await report('1', { x: 116.42, t: NOW - 4_000, r: NOW - 4_000, a: 2 });
    await report('1', { x: 116.43, t: NOW - 3_000, r: NOW - 3_000, a: 0 });
    expect(labelsOf('1')).toEqual(['超速报警']);
    expect(within(rows('京A1')[1]!).getByText('超速报警')).toBeTruthy();
  });

  it('moves only its own marker, and ignores other vehicles', async () => {
    const { report } = setUp('/mapcontent/tracking?targId=1');
    await waitFor(() => expect(linesOf('1')).toHaveLength(1));
    await report('2', { x: 116.5, t: NOW - 5_000, r: NOW - 5_000 });
    expect(rows('京A1')).toHaveLength(1);
    await report('1', { x: 116.41, t: NOW - 4_000, r: NOW - 4_000 });
    const store = shown.get('1')!;
    expect([store.size, store.x(store.rowOf('1'))]).toEqual([1, 116.41]);
  });

  it('centres the map when the vehicle leaves the view', async () => {
    const { report } = setUp('/mapcontent/tracking?targId=1');
    await waitFor(() => expect(linesOf('1')).toHaveLength(1));
    expect(located).not.toHaveBeenCalled();
    await report('1', { x: 116.95, y: 39.5, t: NOW - 4_000, r: NOW - 4_000 });
    expect(located).toHaveBeenCalledExactlyOnceWith(116.95, 39.5, 15);
  });

  it('clears everything when stopped, and starts a new line when restarted', async () => {
    const { report, user } = setUp('/mapcontent/tracking?targId=1');
    await waitFor(() => expect(linesOf('1')).toHaveLength(1));
    await report('1', { x: 116.41, t: NOW - 5_000, r: NOW - 5_000, a: 2 });
    await user.click(windowOf('京A1').getByRole('button', { name: '停止跟踪' }));
    expect(drawn.get('1')).toEqual([]);
    expect(shown.get('1')?.size).toBe(0);
    expect(windowOf('京A1').getByText('已停止跟踪')).toBeTruthy();
    await report('1', { x: 116.42, t: NOW - 4_000, r: NOW - 4_000 });
    expect(rows('京A1')).toHaveLength(0);
    await user.click(windowOf('京A1').getByRole('button', { name: '重新跟踪' }));
    await waitFor(() => expect(linesOf('1')).toMatchObject([{ points: [[116.42, 39.9]] }]));
  });

  it('waits for an offline vehicle, and follows it if it is not followed', async () => {
    const { server, store } = setUp('/mapcontent/tracking?targId=2');
    expect(await screen.findByText('车辆离线,等待上线')).toBeTruthy();
    await waitFor(() => expect(store.followed(store.rowOf('2'))).toBe(true));
    expect(server.of('car/checkedCar')[0]?.data).toEqual({ targId: '2' });
  });

  it('shows at most four windows, and each can be closed', async () => {
    const { router, user } = setUp('/mapcontent/tracking?targId=1,2,3,4,5');
    await waitFor(() => expect(screen.getAllByText('车辆不存在或无权查看')).toHaveLength(2));
    await user.click(windowOf('京A1').getByRole('button', { name: '关闭' }));
    expect(router.state.location.search).toBe('?targId=2%2C3%2C4');
    expect(screen.queryByRole('region', { name: '京A1' })).toBeNull();
  });

  it('shows a message if no vehicle is selected', async () => {
    setUp('/mapcontent/tracking');
    expect(await screen.findByText('暂无跟踪车辆')).toBeTruthy();
  });
});

describe('temporary tracking', () => {
  /** antd loads with the page. */
  const begin = () => screen.findByRole('button', { name: '开始跟踪' }, { timeout: 30_000 });

  it('requests a position every 10 s for 30 min by default', async () => {
    const { server, report, user } = setUp('/mapcontent/trackingTime?targId=1');
    await user.click(await begin());
    await waitFor(() =>
      expect(server.of('terminal/sendCommand')[0]?.data).toEqual({
        cmdCode: '8202',
        targIds: ['1'],
        params: { interval: 10, validMinutes: 30 },
      }),
    );
    const status = () => screen.getByText('已收 / 应收').parentElement?.textContent;
    await waitFor(() => expect(status()).toMatch(/^已收 \/ 应收0 \/ \d$/));
    await report('1', { x: 116.41, t: NOW + 1_000, r: Date.now() + 1_000 });
    expect(status()).toMatch(/^已收 \/ 应收1 \/ \d$/);
    expect(screen.getByText('剩余时间').nextElementSibling?.textContent).toMatch(/^(29|30) 分/);
  });

  it.each([
    ['间隔', '4'],
    ['间隔', '301'],
    ['有效期', '0'],
    ['有效期', '1441'],
  ])('sends no request with %s %s', async (label, value) => {
    const { server, user } = setUp('/mapcontent/trackingTime?targId=1');
    const button = await begin();
    const input = screen.getByRole('spinbutton', { name: label });
    await user.clear(input);
    await user.type(input, value);
    await user.click(button);
    await waitFor(() => expect(document.querySelector('.ant-form-item-explain-error')?.textContent).toBeTruthy());
    expect(server.of('terminal/sendCommand')).toHaveLength(0);
  });

  it('is stopped with interval 0', async () => {
    const { server, user } = setUp('/mapcontent/trackingTime?targId=1');
    await user.click(await begin());
    await screen.findByText('剩余时间');
    await user.click(endButton());
    await waitFor(() => expect(server.of('terminal/sendCommand').at(-1)?.data['params']).toEqual({ interval: 0 }));
    expect(await begin()).toBeTruthy();
  });

  it('shows an error and does not start if the terminal is offline', async () => {
    const { user } = setUp('/mapcontent/trackingTime?targId=1', { 'terminal/sendCommand': () => refuse('4020', '终端不在线') });
    await user.click(await begin());
    await waitFor(() => expect(takeNotices().map(({ text }) => text)).toEqual(['终端不在线']));
    expect(screen.queryByText('剩余时间')).toBeNull();
  });

  it('can be requested again if the terminal refuses it', async () => {
    const { common, user } = setUp('/mapcontent/trackingTime?targId=1');
    await user.click(await begin());
    await screen.findByText('剩余时间');
    const news = { seqId: '11', targId: '1', cmdCode: '8202', state: 3, resultCode: 1, resultData: null };
    await act(async () => common.publish({ type: 'cmdResult', data: news }));
    expect(screen.queryByText('剩余时间')).toBeNull();
    await user.click(screen.getByRole('button', { name: '重新设置' }));
    expect(await begin()).toBeTruthy();
  });

  const endButton = () => screen.getByRole('button', { name: '结束临时跟踪' });
});

describe('tracking progress', () => {
  const asked = { send: { at: 0 } as never, intervalMs: 10_000, lastsMs: 60_000 };
  it.each([
    [0, 60_000, 0],
    [9_999, 50_001, 0],
    [10_000, 50_000, 1],
    [60_000, 0, 6],
    [99_000, 0, 6],
    // the clock was set back
    [-5_000, 60_000, 0],
  ])('after %s ms has %s ms left and expects %s positions', (now, leftMs, expected) => {
    expect(computeProgress(asked, now)).toEqual({ leftMs, expected });
  });
});
