import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useImperativeHandle } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTexts } from '../../api/i18n.ts';
import { endSession, knowUser } from '../../api/session.ts';
import { VehicleStore } from '../../live/vehicle-store.ts';
import type { MapHandle, MapViewProps } from '../../map/MapView.tsx';
import { refuse, renderLive, stubServer, userInfo, vehicle } from '../../ui/testing.tsx';
import { InspectionPage } from './InspectionPage.tsx';

const locate = vi.fn();
let map: MapViewProps | null = null;
// WebGL is the browser's edge: a map that only remembers where it was told to look.
vi.mock('../../map/MapView.tsx', () => ({
  MapView: (props: MapViewProps) => {
    map = props;
    useImperativeHandle(props.ref, () => ({ locate, getView: () => ({ lng: 0, lat: 0, zoom: 14 }) }) as unknown as MapHandle);
    return <div role="application" aria-label="map" />;
  },
}));

const seen = (more: Partial<ReturnType<typeof vehicle>> = {}) => {
  const {
    deptId: _d,
    drv: _v,
    phone: _p,
    followed: _f,
    ...record
  } = vehicle('4', { cno: '京A12345', status: '2', sp: 61.3, ...more });
  return { ...record, deptName: '一队' };
};

function setUp(answer: () => unknown) {
  const address = () => ({ code: 200, data: { addressInfo: '北京市东城区' } });
  const server = stubServer({ 'car/inspect/list': answer, 'location/getAddress': address });
  renderLive(<InspectionPage />, new VehicleStore());
  return { asked: () => server.of('car/inspect/list').length };
}

/** Lets so much time pass, and what it sets off be done. */
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

function hide(hidden: boolean) {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(hidden ? 'hidden' : 'visible');
  fireEvent(document, new Event('visibilitychange'));
  fireEvent(window, new Event('visibilitychange'));
}

beforeEach(async () => {
  await startTexts('zh');
  knowUser({ ...userInfo, inspection: { carNo: '京A12345', carId: '3', targId: '4', color: 2 } }, []);
  locate.mockClear();
  map = null;
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  endSession();
});

describe('inspection mode', () => {
  it('shows the vehicle with plate, department, status, speed, position age and address, and centres the map', async () => {
    setUp(() => ({ list: [seen({ t: Date.now() - 30_000 })] }));
    const card = await screen.findByRole('complementary', { name: '查验车辆' });
    expect(screen.getByRole('heading', { name: '京A12345' })).toBeTruthy();
    for (const text of ['一队', '行驶', '61.3', '116.400000, 39.900000']) expect(card.textContent).toContain(text);
    expect(card.textContent).toMatch(/30 秒前|31 秒前/);
    await pass(1_000);
    expect((await screen.findByText('北京市东城区')).title).toBe('116.400000, 39.900000');
    await screen.findByRole('application');
    expect(map?.focus).toEqual({ lng: 116.4, lat: 39.9, zoom: 13 });
    expect(map?.selected).toBe('4');
    expect(map?.store.followed(map.store.rowOf('4'))).toBe(true);
  });

  it('polls every 10 s, pauses while the page is hidden, and polls at once when it is visible again', async () => {
    const { asked } = setUp(() => ({ list: [seen()] }));
    await screen.findByRole('heading', { name: '京A12345' });
    expect(asked()).toBe(1);
    await pass(9_000);
    expect(asked()).toBe(1);
    await pass(1_100);
    expect(asked()).toBe(2);
    hide(true);
    await pass(60_000);
    expect(asked()).toBe(2);
    hide(false);
    await pass(50);
    expect(asked()).toBe(3);
  });

  it('follows the vehicle until the user moves the map, and again after a click on the button', async () => {
    let x = 116.4;
    setUp(() => ({ list: [seen({ x, r: x * 1_000 })] }));
    await screen.findByRole('application');
    x = 116.5;
    await pass(10_100);
    await waitFor(() => expect(locate).toHaveBeenLastCalledWith(116.5, 39.9, 14));
    act(() => map?.onView?.({ lng: 116.5, lat: 39.9, zoom: 14 }, [0, 0, 1, 1]));
    expect(screen.queryByRole('button', { name: '回到车辆' })).toBeNull();
    act(() => map?.onView?.({ lng: 116.52, lat: 39.9, zoom: 14 }, [0, 0, 1, 1]));
    const back = await screen.findByRole('button', { name: '回到车辆' });
    locate.mockClear();
    x = 116.6;
    await pass(10_100);
    expect(locate).not.toHaveBeenCalled();
    fireEvent.click(back);
    expect(locate).toHaveBeenLastCalledWith(116.6, 39.9, 14);
    expect(screen.queryByRole('button', { name: '回到车辆' })).toBeNull();
  });

  it.each([
    ['has no record', () => ({ list: [] })],
    ['has no position', () => ({ list: [seen({ x: null, y: null, t: null })] })],
  ])('shows a message when the vehicle %s', async (_, answer) => {
    setUp(answer);
    expect(await screen.findByText('车辆尚未上报位置')).toBeTruthy();
    expect(screen.getByRole('heading', { name: '京A12345' })).toBeTruthy();
  });

  it('keeps the last position and marks it as old when calls fail, and offers a retry', async () => {
    let failing = false;
    const { asked } = setUp(() => (failing ? refuse('5000', '请求失败,请联系管理员') : { list: [seen({ t: Date.now() })] }));
    await screen.findByRole('heading', { name: '京A12345' });
    failing = true;
    await pass(10_100);
    expect((await screen.findByRole('alert')).textContent).toContain('位置更新失败，显示的是上一次的位置');
    expect(screen.getByText('61.3')).toBeTruthy();
    failing = false;
    const before = asked();
    fireEvent.click(screen.getByRole('button', { name: '重试' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(asked()).toBe(before + 1);
  });

  it('shows the reason and a retry when the first call fails', async () => {
    setUp(() => refuse('5000', '请求失败,请联系管理员'));
    expect((await screen.findByRole('alert')).textContent).toContain('请求失败,请联系管理员');
    expect(screen.getByRole('button', { name: '重试' })).toBeTruthy();
  });

  it('opens no socket, and requests only the vehicle and its address', async () => {
    const sockets = vi.spyOn(globalThis, 'WebSocket');
    const server = stubServer({ 'car/inspect/list': () => ({ list: [seen()] }) });
    renderLive(<InspectionPage />, new VehicleStore());
    await screen.findByRole('heading', { name: '京A12345' });
    await pass(20_100);
    expect(new Set(server.requests.map(({ path }) => path))).toEqual(new Set(['car/inspect/list', 'location/getAddress']));
    expect(sockets).not.toHaveBeenCalled();
  });
});
