import { beforeEach, describe, expect, it, vi } from 'vitest';
import { storeOf, vehicle } from '../../ui/testing.tsx';
import { indexDepartments } from './department-index.ts';
import { FleetTree } from './fleet-tree.ts';
import { createFollower } from './follower.ts';

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

function setUp(followed: boolean) {
  const store = storeOf(['10', '11'].map((tid) => vehicle(tid, { deptId: '1', followed })));
  const tree = new FleetTree(store, indexDepartments([{ deptId: '1', deptName: '总公司', parentId: null }], '其他部门'));
  const calls = { car: vi.fn(async () => {}), dept: vi.fn(async () => {}), group: vi.fn(async () => {}) };
  const isFollowed = () => ['10', '11'].map((tid) => store.followed(store.rowOf(tid)));
  return { store, tree, calls, isFollowed, follower: createFollower(store, tree, calls) };
}

// the map draws the followed vehicles of the store; the server stores the changes
describe('the transition between followed and unfollowed', () => {
  it.each([
    ['followed', true],
    ['unfollowed', false],
  ])('lasts 300 ms until a vehicle is %s', async (_name, on) => {
    const { store, calls, isFollowed, follower } = setUp(!on);
    follower.toggleVehicle(store.rowOf('10'));
    await vi.advanceTimersByTimeAsync(299);
    expect([isFollowed(), calls.car.mock.calls]).toEqual([[!on, !on], []]);
    await vi.advanceTimersByTimeAsync(1);
    expect([isFollowed(), calls.car.mock.calls]).toEqual([[on, !on], [['10', on]]]);
  });

  it.each([
    ['followed', true],
    ['unfollowed', false],
  ])('lasts 300 ms until a department is %s', async (_name, on) => {
    const { calls, isFollowed, follower, tree } = setUp(!on);
    follower.toggleDept(tree.departments.indexOf('1'));
    await vi.advanceTimersByTimeAsync(299);
    expect([isFollowed(), calls.dept.mock.calls]).toEqual([[!on, !on], []]);
    await vi.advanceTimersByTimeAsync(1);
    expect([isFollowed(), calls.dept.mock.calls]).toEqual([[on, on], [['1', on]]]);
  });

  it('restarts with each click', async () => {
    const { store, calls, isFollowed, follower } = setUp(false);
    for (let clicks = 0; clicks < 3; clicks++) {
      follower.toggleVehicle(store.rowOf('10'));
      await vi.advanceTimersByTimeAsync(299);
    }
    expect([isFollowed(), calls.car.mock.calls]).toEqual([[false, false], []]);
    await vi.advanceTimersByTimeAsync(1);
    expect(calls.car.mock.calls).toEqual([['10', true]]);
  });
});
