import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTexts } from '../../api/i18n.ts';
import { useSession } from '../../api/session.ts';
import type { AddressOf } from '../../map/use-address.ts';
import { refuse, renderLive, storeOf, stubServer, vehicle } from '../../ui/testing.tsx';
import { VehicleCard } from './VehicleCard.tsx';

const params = {
  tid: '1',
  cno: '京A1',
  color: 2,
  deptName: '一队',
  industry: 1,
  vehicleType: 1,
  phone: '13800000000',
  terminalNo: 'T1',
  protocolVersion: 2019,
  driverName: '张三',
  driverPhone: '138****1234',
  altitude: 50,
  fuel: 63.4,
  mileage: 12_345.6,
  signal: 28,
  satellites: 17,
  recorderKmh: 60,
  temperature: -12,
  serviceTo: '2027-03-31',
  receivedAt: 1,
  onlineSince: 1,
};

const found = (addressInfo: string) => ({ code: 200, data: { addressInfo } });

function setUp(
  answer: () => unknown = () => params,
  { address = () => found('北京市东城区'), ...props }: { address?: () => unknown; addressOf?: AddressOf } = {},
) {
  const server = stubServer({ 'car/getOtherParams': answer, 'location/getAddress': address });
  const now = Date.now();
  const store = storeOf([
    vehicle('1', { status: '2', sp: 61.3, t: now - 3_000, r: now - 2_000, st: now - 65_000, a: 2 }),
    vehicle('2', { status: '2', sp: 12, t: now - 3_000, r: now - 2_000 }),
  ]);
  const onClose = vi.fn();
  const tools = { store, locate: vi.fn(), toggleFollow: vi.fn(), sendsAreas: false };
  renderLive(
    <MemoryRouter>
      <VehicleCard store={store} tid="1" tools={tools} onClose={onClose} {...props} />
    </MemoryRouter>,
    store,
  );
  const move = (tid: string, sp: number, status = '2') =>
    act(async () => {
      const { deptId: _d, drv: _v, phone: _p, followed: _f, ...record } = vehicle(tid, { sp, status, t: now, r: Date.now() });
      store.applyGps({ data: [record] });
      // The store notifies once per frame.
      await new Promise((done) => requestAnimationFrame(done));
      await new Promise((done) => setTimeout(done, 20));
    });
  return { server, store, onClose, move, now };
}

const field = (label: string) => screen.getByText(label).nextElementSibling as HTMLElement;

beforeEach(async () => {
  await startTexts('zh');
  useSession.setState({ rights: ['20101', '20102'] });
});
afterEach(cleanup);

describe('the vehicle dialog', () => {
  it('shows the live values at once and other data when it is loaded', async () => {
    const { server } = setUp();
    const dialog = screen.getByRole('dialog', { name: '车辆信息 京A1' });
    expect(within(dialog).getByText('行驶')).toBeTruthy();
    expect(field('速度 km/h').textContent).toBe('61.3');
    expect(field('方向').textContent).toBe('东 90°');
    expect(field('ACC状态').textContent).toBe('开');
    expect(field('当前报警').textContent).toBe('超速报警');
    expect(field('当前状态时长').textContent).toBe('1 分 5 秒');
    await waitFor(() => expect(field('速度 km/h').textContent).toBe('61.3 (60)'));
    expect(within(dialog).getByText('黄色 · 一队')).toBeTruthy();
    expect(server.of('car/getOtherParams')).toHaveLength(1);
  });

  it('shows the fields the user chose, and all fields on demand', async () => {
    setUp();
    const labels = () => [...document.querySelectorAll('dt')].map(({ textContent }) => textContent);
    const chosen = ['定位时间', '速度 km/h', '方向', 'ACC状态', '当前位置', '当前报警', '当日里程 km', '当前状态时长'];
    expect(labels()).toEqual(chosen);
    await userEvent.click(screen.getByRole('button', { name: '显示全部' }));
    expect(labels()).toHaveLength(24);
    await waitFor(() => expect(field('总里程 km').textContent).toBe('12,345.6'));
    expect(field('温度 ℃').textContent).toBe('-12');
    expect(field('服务到期').textContent).toBe('2027-03-31');
    expect(field('驾驶员电话').textContent).toBe('138****1234');
    expect(field('信号 / 卫星数').textContent).toBe('28 / 17');
    expect(field('经纬度').textContent).toContain('116.400000, 39.900000');
    await userEvent.click(screen.getByRole('button', { name: '只显示所选' }));
    expect(labels()).toEqual(chosen);
  });

  it('lets the keyboard scroll the values while no address is loaded', async () => {
    setUp(undefined, { address: () => new Promise(() => {}) });
    const values = screen.getByRole('region', { name: '车辆信息' });
    expect(within(values).queryByRole('button')).toBeNull();
    screen.getByRole('button', { name: '关闭' }).focus();
    await userEvent.tab();
    expect(document.activeElement).toBe(values);
  });

  it('shows open alarms in addition to those in the latest report of the terminal', async () => {
    setUp(() => ({ ...params, openAlarms: [1, 100] }));
    await waitFor(() => expect(field('当前报警').textContent).toBe('超速报警、平台超速报警'));
  });

  it('shows no speed, heading or ignition for an offline vehicle', async () => {
    const { move } = setUp();
    await move('1', 12, '0');
    expect(['速度 km/h', '方向', 'ACC状态'].map((label) => field(label).textContent)).toEqual(['—', '—', '—']);
  });

  it('updates only for its own vehicle', async () => {
    const { move, server } = setUp();
    await move('2', 99);
    expect(field('速度 km/h').textContent).toMatch(/^61\.3/);
    await move('1', 72);
    expect(field('速度 km/h').textContent).toMatch(/^72/);
    expect(server.of('car/getOtherParams')).toHaveLength(1);
  });

  it('shows the age of the position', async () => {
    setUp();
    expect(field('定位时间').textContent).toMatch(/[34] 秒前$/);
  });

  it('closes on Escape', async () => {
    const { onClose } = setUp();
    await userEvent.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('keeps the live values when other data cannot be loaded, and offers a retry', async () => {
    let failing = true;
    const { server } = setUp(() => (failing ? refuse('5000', 'x') : params));
    await screen.findByText('车辆资料加载失败');
    expect(field('速度 km/h').textContent).toBe('61.3');
    failing = false;
    await userEvent.click(screen.getByRole('button', { name: '重试' }));
    await waitFor(() => expect(screen.queryByText('车辆资料加载失败')).toBeNull());
    expect(server.of('car/getOtherParams')).toHaveLength(2);
  });
});

describe('the address in the vehicle dialog', () => {
  const asked = { lng: 116.4, lat: 39.9 };

  it('is from the server', async () => {
    const { server } = setUp();
    await waitFor(() => expect(field('当前位置').textContent).toContain('北京市东城区'));
    expect(server.of('location/getAddress').map(({ data }) => data)).toEqual([asked]);
  });

  it('is from the map provider if the provider returns one', async () => {
    const addressOf = vi.fn(async () => '北京市东城区长安街1号');
    const { server } = setUp(undefined, { addressOf });
    await waitFor(() => expect(field('当前位置').textContent).toContain('长安街1号'));
    expect(addressOf).toHaveBeenCalledExactlyOnceWith(116.4, 39.9);
    expect(server.of('location/getAddress')).toHaveLength(0);
  });

  it.each([
    ['has no address', async () => null],
    ['fails', () => Promise.reject(new Error('refused'))],
  ])('is from the server if the provider %s', async (_how, addressOf: AddressOf) => {
    setUp(undefined, { addressOf });
    await waitFor(() => expect(field('当前位置').textContent).toContain('北京市东城区'));
  });

  it.each([
    ['has no address', () => ({ code: 404, data: null })],
    ['fails', () => refuse('5000', 'x')],
  ])('is 暂无地址查询 if the server %s', async (_how, address) => {
    setUp(undefined, { address });
    await waitFor(() => expect(field('当前位置').textContent).toBe('暂无地址查询'));
  });
});
