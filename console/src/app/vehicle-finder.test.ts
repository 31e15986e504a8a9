import { describe, expect, it, vi } from 'vitest';
import { storeOf, vehicle } from '../ui/testing.tsx';
import { VehicleFinder } from './vehicle-finder.ts';

const store = storeOf([
  vehicle('1', { cno: '粤B54123', drv: '李静' }),
  vehicle('2', { cno: '京A12345', drv: '张三' }),
  vehicle('3', { cno: '沪C91239', drv: '王小明', phone: '13812300000' }),
  vehicle('4', { cno: '浙D00000', drv: '赵六', phone: '13912300000' }),
]);

describe('VehicleFinder', () => {
  it('ranks plates before drivers and phones: prefix, then suffix, then substring', () => {
    expect(new VehicleFinder(store).find('123', 9)).toEqual(['2', '1', '3', '4']);
  });

  it('finds by the initials of plate and driver once they are computed', async () => {
    const finder = new VehicleFinder(store);
    await new Promise<void>((resolve) => finder.refresh(resolve));
    expect(finder.find('ja', 9)).toEqual(['2']);
    expect(finder.find('wxm', 9)).toEqual(['3']);
    finder.stop();
  });

  it('returns no more than the requested number, and nothing for an empty query', () => {
    const finder = new VehicleFinder(store);
    expect(finder.find('1', 2)).toHaveLength(2);
    expect(finder.find('', 2)).toEqual([]);
  });

  it('updates its index after vehicles are added', async () => {
    const fleet = storeOf([vehicle('1', { cno: '京A1' })]);
    const finder = new VehicleFinder(fleet);
    finder.find('x', 1);
    fleet.applyInit([vehicle('1', { cno: '京A1' }), vehicle('2', { cno: '川X9' })]);
    fleet.endInit();
    await vi.waitFor(() => expect(finder.find('cx', 9)).toEqual(['2']));
    finder.stop();
  });
});
