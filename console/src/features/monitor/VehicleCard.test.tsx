import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTexts } from '../../ui/i18n.ts';
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
  receivedAt: 1,
  onlineSince: 1,
};

function setUp(answer: () => unknown = () => params) {
  const server = stubServer({ 'car/getOtherParams': answer });
  const now = Date.now();
  const store = storeOf([
    vehicle('1', { status: '2', sp: 61.3, t: now - 3_000, r: now - 2_000, st: now - 65_000, a: 2 }),
    vehicle('2', { status: '2', sp: 12, t: now - 3_000, r: now - 2_000 }),
  ]);
  const onClose = vi.fn();
  renderLive(<VehicleCard store={store} tid="1" onClose={onClose} onLocate={vi.fn()} onFollow={vi.fn()} />, store);
  const move = (tid: string, sp: number) =>
    act(async () => {
      const {
        deptId: _d,
        drv: _v,
        phone: _p,
        followed: _f,
        ...record
      } = vehicle(tid, { sp, status: '2', t: now, r: Date.now() });
      store.applyGps({ data: [record] });
      // The store tells its listeners once a frame.
      await new Promise((done) => requestAnimationFrame(done));
      await new Promise((done) => setTimeout(done, 20));
    });
  return { server, store, onClose, move, now };
}

const field = (label: string) => screen.getByText(label).nextElementSibling as HTMLElement;

beforeEach(() => startTexts('zh'));
afterEach(cleanup);

describe('the vehicle dialog', () => {
  it('shows the live values and, once it is there, what else is known', async () => {
    const { server } = setUp();
    const dialog = screen.getByRole('dialog', { name: '车辆信息 京A1' });
    expect(within(dialog).getByText('行驶')).toBeTruthy();
    expect(field('速度 km/h').textContent).toBe('61.3');
    expect(field('方向').textContent).toBe('东 90°');
    expect(field('ACC状态').textContent).toBe('开');
    expect(field('当前报警').textContent).toBe('超速报警');
    expect(field('当前位置').textContent).toContain('116.400000, 39.900000');
    expect(field('当前状态时长').textContent).toBe('1 分 5 秒');
    await screen.findByText('12,345.6');
    expect(within(dialog).getByText('黄色 · 一队')).toBeTruthy();
    expect(server.of('car/getOtherParams')).toHaveLength(1);
  });

  it('changes with its own vehicle only', async () => {
    const { move, server } = setUp();
    await move('2', 99);
    expect(field('速度 km/h').textContent).toBe('61.3');
    await move('1', 72);
    expect(field('速度 km/h').textContent).toBe('72');
    expect(server.of('car/getOtherParams')).toHaveLength(1);
  });

  it('tells the age of the position', async () => {
    setUp();
    expect(field('定位时间').textContent).toMatch(/[34] 秒前$/);
  });

  it('closes on Escape', async () => {
    const { onClose } = setUp();
    await userEvent.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('keeps the live values when the rest cannot be read, and tries again', async () => {
    let failing = true;
    const { server } = setUp(() => (failing ? refuse('5000', 'x') : params));
    await screen.findByText('车辆资料读取失败');
    expect(field('速度 km/h').textContent).toBe('61.3');
    failing = false;
    await userEvent.click(screen.getByRole('button', { name: '重试' }));
    await waitFor(() => expect(screen.queryByText('车辆资料读取失败')).toBeNull());
    expect(server.of('car/getOtherParams')).toHaveLength(2);
  });
});
