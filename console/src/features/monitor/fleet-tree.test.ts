import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { storeOf, vehicle } from '../../ui/testing.tsx';
import { indexDepartments } from './department-index.ts';
import { FleetTree, NO_FILTER } from './fleet-tree.ts';
import { createFollower, FOLLOW_DELAY_MS } from './follower.ts';

const dept = (deptId: string, parentId: string | null) => ({ deptId, deptName: `部门${deptId}`, parentId });
/** 1 -> (2 -> (3), 4), 5 */
const departments = () =>
  indexDepartments([dept('1', null), dept('2', '1'), dept('3', '2'), dept('4', '1'), dept('5', null)], '其他部门');

const fleet = () =>
  storeOf([
    vehicle('10', { deptId: '3', cno: '京B2', status: '2' }),
    vehicle('11', { deptId: '3', cno: '京B1', status: '0' }),
    vehicle('12', { deptId: '3', cno: '沪A1', status: '5' }),
    vehicle('13', { deptId: '4', cno: '京A9', status: '1' }),
    vehicle('14', { deptId: '77', cno: '粤B1', status: '2' }),
  ]);

/** The list as words: departments by name with their counts, vehicles by plate. */
function lines(tree: FleetTree, store: ReturnType<typeof fleet>): string[] {
  return Array.from({ length: tree.length }, (_, i) => {
    const item = tree.at(i);
    return item >= 0 ? store.plate(item) : `${tree.departments.name[~item]} ${tree.online(~item)}/${tree.total(~item)}`;
  });
}

const openAll = (tree: FleetTree) => {
  for (let d = 0; d < tree.departments.count; d++) tree.setOpen(d, true);
};

describe('FleetTree', () => {
  it('opens with the roots open, children before vehicles, foreign departments at the end', () => {
    const store = fleet();
    const tree = new FleetTree(store, departments());
    expect(lines(tree, store)).toEqual(['部门1 3/4', '部门2 2/3', '部门4 1/1', '部门5 0/0', '其他部门 1/1', '粤B1']);
  });

  it('sorts alarm, moving, standing, offline, then by plate with provinces by their sound', () => {
    const store = storeOf(
      ['0京B1', '1京A1', '2苏A1', '2京A2', '2京A1', '4沪A1', '5渝A1', '3川A1', '6川A1'].map((text, i) =>
        vehicle(String(i + 1), { deptId: '5', status: text[0] ?? '', cno: text.slice(1) }),
      ),
    );
    const tree = new FleetTree(store, departments());
    expect(lines(tree, store).slice(4).join(' ')).toBe('渝A1 沪A1 京A1 京A2 苏A1 川A1 京A1 川A1 京B1');
  });

  it('takes a new order over at most once a second', () => {
    const store = fleet();
    const tree = new FleetTree(store, departments());
    openAll(tree);
    tree.sync(5_000);
    const before = lines(tree, store).slice(2, 6);
    expect(before).toEqual(['部门3 2/3', '沪A1', '京B2', '京B1']);
    store.applyGps({ data: [], states: [['11', '4', 9_000]] });
    tree.sync(5_100);
    expect(lines(tree, store).slice(2, 6)).toEqual(['部门3 3/3', '沪A1', '京B1', '京B2']);
    store.applyGps({ data: [], states: [['10', '5', 9_500]] });
    tree.sync(5_900);
    expect(tree.waiting).toBe(true);
    expect(lines(tree, store).slice(3, 6)).toEqual(['沪A1', '京B1', '京B2']);
    tree.sync(6_200);
    expect(lines(tree, store).slice(3, 6)).toEqual(['沪A1', '京B2', '京B1']);
  });

  it('keeps counts by differences, whatever happens', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 10, max: 14 }), fc.integer({ min: 0, max: 6 })), { maxLength: 40 }),
        (steps) => {
          const store = fleet();
          const tree = new FleetTree(store, departments());
          steps.forEach(([tid, status], i) => {
            store.applyGps({ data: [], states: [[String(tid), String(status), 10_000 + i]] });
            if (i % 3 === 0) tree.sync(i * 400);
          });
          tree.sync(1e6);
          const fresh = new FleetTree(store, departments());
          for (let d = 0; d < fresh.departments.count; d++) {
            expect([tree.total(d), tree.online(d)]).toEqual([fresh.total(d), fresh.online(d)]);
          }
          openAll(tree);
          openAll(fresh);
          expect(lines(tree, store)).toEqual(lines(fresh, store));
        },
      ),
    );
  });

  it('shows a department by the vehicles that pass the filter, opened', () => {
    const store = fleet();
    const tree = new FleetTree(store, departments());
    tree.setFilter({ ...NO_FILTER, statuses: (1 << 4) | (1 << 5) });
    expect(lines(tree, store)).toEqual(['部门1 3/4', '部门2 2/3', '部门3 2/3', '沪A1']);
    expect(tree.matched).toBe(1);
    tree.setFilter(NO_FILTER);
    expect(tree.length).toBe(6);
  });

  it('forgets vehicles that went, at once', () => {
    const store = fleet();
    const tree = new FleetTree(store, departments());
    openAll(tree);
    store.applyInit([vehicle('13', { deptId: '4' })]);
    store.endInit();
    tree.sync(1);
    expect(lines(tree, store).filter((line) => !line.startsWith('部门'))).toEqual(['京A13']);
  });

  it('keeps what is open when the departments change', () => {
    const store = fleet();
    const before = new FleetTree(store, departments());
    before.setOpen(before.departments.indexOf('2'), true);
    const after = new FleetTree(
      store,
      indexDepartments([dept('0', null), dept('1', '0'), dept('2', '1'), dept('3', '2')], ''),
      before,
    );
    expect(after.isOpen(after.departments.indexOf('2'))).toBe(true);
    expect(after.isOpen(after.departments.indexOf('3'))).toBe(false);
  });
});

describe('following', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    return () => vi.useRealTimers();
  });

  const setUp = (outcome: () => Promise<unknown> = async () => undefined) => {
    const store = fleet();
    const tree = new FleetTree(store, departments());
    const calls = { car: vi.fn(outcome), dept: vi.fn(outcome) };
    const check = (id: string) => tree.checkOf(tree.departments.indexOf(id));
    return { store, tree, calls, check, follower: createFollower(store, tree, calls) };
  };

  it('checks a vehicle at once, and every department above it in part', async () => {
    const { store, tree, calls, check, follower } = setUp();
    follower.toggleVehicle(store.rowOf('10'));
    expect([check('3'), check('2'), check('1'), check('4')]).toEqual(['some', 'some', 'some', 'none']);
    expect(store.followed(store.rowOf('10'))).toBe(false);
    await vi.advanceTimersByTimeAsync(FOLLOW_DELAY_MS);
    expect(store.followed(store.rowOf('10'))).toBe(true);
    expect(calls.car).toHaveBeenCalledExactlyOnceWith('10', true);
    tree.sync(1);
    expect(check('3')).toBe('some');
  });

  it('checks a department with everything below it by one call', async () => {
    const { store, calls, check, follower, tree } = setUp();
    follower.toggleDept(tree.departments.indexOf('2'));
    expect([check('2'), check('3'), check('1')]).toEqual(['all', 'all', 'some']);
    follower.toggleVehicle(store.rowOf('13'));
    expect(check('1')).toBe('all');
    await vi.advanceTimersByTimeAsync(FOLLOW_DELAY_MS);
    expect(calls.dept).toHaveBeenCalledExactlyOnceWith('2', true);
    expect(['10', '11', '12', '13', '14'].map((id) => store.followed(store.rowOf(id)))).toEqual([true, true, true, true, false]);
  });

  it('tells only the last wish of several within 300 ms', async () => {
    const { store, calls, follower } = setUp();
    follower.toggleVehicle(store.rowOf('10'));
    await vi.advanceTimersByTimeAsync(100);
    follower.toggleVehicle(store.rowOf('10'));
    await vi.advanceTimersByTimeAsync(FOLLOW_DELAY_MS);
    expect(calls.car).toHaveBeenCalledExactlyOnceWith('10', false);
  });

  it('takes back what the server refuses', async () => {
    const { store, tree, check, follower } = setUp(() => Promise.reject(new Error('refused')));
    follower.toggleVehicle(store.rowOf('10'));
    await vi.advanceTimersByTimeAsync(FOLLOW_DELAY_MS);
    tree.sync(1);
    expect(store.followed(store.rowOf('10'))).toBe(false);
    expect(check('3')).toBe('none');
  });
});
