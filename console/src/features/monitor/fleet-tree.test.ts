import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { storeOf, vehicle } from '../../ui/testing.tsx';
import { indexDepartments } from './department-index.ts';
import { FleetTree } from './fleet-tree.ts';
import { createFollower, FOLLOW_DELAY_MS } from './follower.ts';
import { NEVER_SEEN } from './status.ts';
import { DEFAULT_LOOK, NO_FILTER } from './tree/tree-filter.ts';

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

/** The list as text: departments with counts, vehicles by plate. */
function lines(tree: FleetTree, store: ReturnType<typeof fleet>): string[] {
  return Array.from({ length: tree.length }, (_, i) => {
    const item = tree.at(i);
    return item >= 0 ? store.plate(item) : `${tree.departments.name[~item]} ${tree.online(~item)}/${tree.total(~item)}`;
  });
}

const rowsOf = (tree: FleetTree) => Array.from({ length: tree.length }, (_, i) => tree.at(i));

const openAll = (tree: FleetTree) => {
  for (let d = 0; d < tree.departments.count; d++) tree.setOpen(d, true);
};

describe('FleetTree', () => {
  it('opens with its roots expanded, child departments before vehicles, and unknown departments at the end', () => {
    const store = fleet();
    const tree = new FleetTree(store, departments());
    expect(lines(tree, store)).toEqual(['部门1 3/4', '部门2 2/3', '部门4 1/1', '部门5 0/0', '其他部门 1/1', '粤B1']);
  });

  it('sorts alarms first, then by plate in pinyin order; or by alarm, moving, parked, offline, then plate', () => {
    const store = storeOf(
      ['0京B1', '1京A1', '2苏A1', '2京A2', '2京A1', '4沪A1', '5渝A1', '3川A1', '6川A1'].map((text, i) =>
        vehicle(String(i + 1), { deptId: '5', status: text[0] ?? '', cno: text.slice(1) }),
      ),
    );
    const tree = new FleetTree(store, departments());
    tree.setOpen(tree.departments.indexOf('5'), true);
    expect(lines(tree, store).slice(4).join(' ')).toBe('渝A1 沪A1 川A1 川A1 京A1 京A1 京A2 京B1 苏A1');
    tree.setLook({ ...DEFAULT_LOOK, onlineFirst: true });
    expect(lines(tree, store).slice(4).join(' ')).toBe('渝A1 沪A1 京A1 京A2 苏A1 川A1 京A1 川A1 京B1');
  });

  it('applies a new sort order at most once per second', () => {
    const store = fleet();
    const tree = new FleetTree(store, departments());
    tree.setLook({ ...DEFAULT_LOOK, onlineFirst: true });
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

  it('has the same incremental counts and rows as a rebuilt tree after any status changes', () => {
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

  it('has the same order whichever row is read first', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(fc.constantFrom('3', '4', '5'), fc.constantFrom('京A1', '京A2', '沪A1', '粤B1'), fc.nat(5), fc.boolean()),
          {
            maxLength: 30,
          },
        ),
        fc.infiniteStream(fc.nat(1_000)),
        (vehicles, looks) => {
          const store = storeOf(
            vehicles.map(([deptId, cno, status], i) => vehicle(String(i), { deptId, cno, status: String(status) })),
          );
          const found = Uint8Array.from(vehicles, ([, , , hit]) => Number(hit));
          const [looked, read] = [new FleetTree(store, departments()), new FleetTree(store, departments())];
          for (const tree of [looked, read]) tree.setFilter({ ...NO_FILTER, found });
          for (let n = 0; n < 3 && looked.length > 0; n++) looked.at(looks.next().value! % looked.length);
          for (let row = 0; row < store.size; row++)
            expect(looked.indexOfRow(row)).toBe(found[row] ? rowsOf(read).indexOf(row) : -1);
          expect(rowsOf(looked)).toEqual(rowsOf(read));
          expect(rowsOf(looked).filter((row) => row >= 0)).toHaveLength(found.filter(Boolean).length);
          expect(looked.firstVehicle()).toBe(rowsOf(read).find((row) => row >= 0) ?? -1);
        },
      ),
    );
  });

  it('inserts new and moved vehicles in their place at once', () => {
    const store = fleet();
    const tree = new FleetTree(store, departments());
    openAll(tree);
    tree.sync(5_000);
    store.applyInit(
      [vehicle('13', { deptId: '5', cno: '京A9', status: '1' }), vehicle('15', { deptId: '4', cno: '京C1' })],
      false,
    );
    tree.sync(5_100);
    expect(lines(tree, store).slice(6)).toEqual(['部门4 0/1', '京C1', '部门5 1/1', '京A9', '其他部门 1/1', '粤B1']);
  });

  it('notifies listeners of changes, and only of changes', () => {
    const store = fleet();
    const tree = new FleetTree(store, departments());
    const heard = vi.fn();
    tree.subscribe(heard);
    tree.sync(5_000);
    expect(heard).not.toHaveBeenCalled();
    store.applyGps({ data: [], states: [['11', '4', 9_000]] });
    tree.sync(5_100);
    expect(heard).toHaveBeenCalledOnce();
  });

  it('expands departments with vehicles that match the filter and hides others', () => {
    const store = fleet();
    const tree = new FleetTree(store, departments());
    tree.setFilter({ ...NO_FILTER, statuses: (1 << 4) | (1 << 5) });
    expect(lines(tree, store)).toEqual(['部门1 3/4', '部门2 2/3', '部门3 2/3', '沪A1']);
    expect(tree.matched).toBe(1);
    tree.setFilter(NO_FILTER);
    expect(tree.length).toBe(6);
  });

  it('filters never online vehicles, and includes them in offline vehicles', () => {
    const store = storeOf([
      vehicle('1', { deptId: '5', cno: '京A1', st: 0, r: 0 }),
      vehicle('2', { deptId: '5', cno: '京A2' }),
      vehicle('3', { deptId: '5', cno: '京A3', status: '2' }),
    ]);
    const tree = new FleetTree(store, departments());
    tree.setFilter({ ...NO_FILTER, statuses: NEVER_SEEN });
    expect(lines(tree, store)).toEqual(['部门5 1/3', '京A1']);
    tree.setFilter({ ...NO_FILTER, statuses: 1 });
    expect(lines(tree, store)).toEqual(['部门5 1/3', '京A1', '京A2']);
  });

  describe('with display settings', () => {
    const setUp = () => {
      const store = storeOf([
        vehicle('1', { deptId: '5', cno: '京A1', status: '2' }),
        vehicle('2', { deptId: '5', cno: '京A2', status: '0' }),
        vehicle('3', { deptId: '5', cno: '京A3', status: '2', run: 2 }),
      ]);
      const tree = new FleetTree(store, departments());
      const plates = () => lines(tree, store).filter((line) => !line.startsWith('部门'));
      return { store, tree, plates };
    };

    it('hides suspended vehicles unless enabled, and offline vehicles if disabled', () => {
      const { tree, plates } = setUp();
      expect(plates()).toEqual(['京A1', '京A2']);
      tree.setLook({ ...DEFAULT_LOOK, suspended: true });
      expect(plates()).toEqual(['京A1', '京A2', '京A3']);
      tree.setLook({ ...DEFAULT_LOOK, offline: false });
      expect(plates()).toEqual(['京A1']);
      expect(lines(tree, setUp().store)).toContain('部门5 2/3');
    });

    it('still shows hidden vehicles that match a status filter or a search', () => {
      const { tree, plates } = setUp();
      tree.setLook({ ...DEFAULT_LOOK, offline: false });
      tree.setFilter({ ...NO_FILTER, statuses: 1 });
      expect(plates()).toEqual(['京A2']);
      tree.setFilter({ ...NO_FILTER, found: Uint8Array.of(0, 1, 1) });
      expect(plates()).toEqual(['京A2', '京A3']);
    });
  });

  describe('in groups', () => {
    const setUp = () => {
      const store = storeOf([
        vehicle('10', { deptId: '3', cno: '京B2', status: '2' }),
        vehicle('11', { deptId: '3', cno: '京B1' }),
        vehicle('12', { deptId: '2', cno: '沪A1', status: '2' }),
        vehicle('13', { deptId: '2', cno: '沪A2' }),
        vehicle('14', { deptId: '4', cno: '京A9' }),
      ]);
      const tree = new FleetTree(store, departments());
      tree.setLook({ ...DEFAULT_LOOK, grouped: true });
      return { store, tree };
    };
    const types = (tree: FleetTree) => Array.from({ length: tree.length }, (_, i) => tree.typeAt(i));

    it('shows departments with vehicles as siblings, and a department of one vehicle as that vehicle', () => {
      const { store, tree } = setUp();
      expect(types(tree)).toEqual([0, 0, 1]);
      expect([0, 1].map((i) => tree.departments.name[tree.deptAt(i)])).toEqual(['部门2', '部门3']);
      expect(store.plate(tree.at(2))).toBe('京A9');
      expect([0, 1, 2].map((i) => tree.placeOf(i))).toEqual([
        [1, 3],
        [2, 3],
        [3, 3],
      ]);
    });

    it('expands a group with its select-all row first, and counts only its own vehicles', () => {
      const { store, tree } = setUp();
      const d = tree.departments.indexOf('2');
      tree.setOpen(d, true);
      expect(types(tree)).toEqual([0, 9, 3, 3, 0, 1]);
      expect([2, 3].map((i) => store.plate(tree.at(i)))).toEqual(['沪A1', '沪A2']);
      expect([1, 2, 3].map((i) => tree.placeOf(i))).toEqual([
        [1, 3],
        [2, 3],
        [3, 3],
      ]);
      expect([tree.ownOnline(d), tree.ownTotal(d), tree.online(d), tree.total(d)]).toEqual([1, 2, 2, 4]);
    });

    it('checks a group without its child departments', () => {
      const { store, tree } = setUp();
      const [d, below] = [tree.departments.indexOf('2'), tree.departments.indexOf('3')];
      expect(Array.from(tree.wantOwn(d, true), (row) => store.plate(row)).sort()).toEqual(['沪A1', '沪A2']);
      expect([tree.ownCheckOf(d), tree.ownCheckOf(below), tree.checkOf(d)]).toEqual(['all', 'none', 'some']);
    });

    it('shows only groups with vehicles that match the filter', () => {
      const { tree } = setUp();
      tree.setFilter({ ...NO_FILTER, statuses: 1 << 2 });
      expect(types(tree)).toEqual([0, 9, 3, 0, 9, 3]);
    });
  });

  it('expands all departments with online vehicles', () => {
    const store = fleet();
    const tree = new FleetTree(store, departments());
    tree.openOnline(tree.departments.indexOf('1'));
    expect(['1', '2', '3', '4', '5'].map((id) => tree.isOpen(tree.departments.indexOf(id)))).toEqual([
      true,
      true,
      true,
      true,
      true,
    ]);
    const quiet = new FleetTree(storeOf([vehicle('1', { deptId: '3' })]), departments());
    quiet.openOnline(quiet.departments.indexOf('2'));
    expect(quiet.isOpen(quiet.departments.indexOf('3'))).toBe(false);
  });

  it('restores expanded departments, without deleted ones', () => {
    const store = fleet();
    const tree = new FleetTree(store, departments());
    tree.setOpen(tree.departments.indexOf('4'), true);
    const ids = tree.openIds();
    const next = new FleetTree(store, departments());
    next.openOnly([...ids.filter((id) => id !== '1'), '999']);
    expect(next.openIds().sort()).toEqual(ids.filter((id) => id !== '1').sort());
  });

  it('removes deleted vehicles at once', () => {
    const store = fleet();
    const tree = new FleetTree(store, departments());
    openAll(tree);
    store.applyInit([vehicle('13', { deptId: '4' })]);
    store.endInit();
    tree.sync(1);
    expect(lines(tree, store).filter((line) => !line.startsWith('部门'))).toEqual(['京A13']);
  });

  it('keeps departments expanded when the department list changes', () => {
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
    const calls = { car: vi.fn(outcome), dept: vi.fn(outcome), group: vi.fn(outcome) };
    const check = (id: string) => tree.checkOf(tree.departments.indexOf(id));
    return { store, tree, calls, check, follower: createFollower(store, tree, calls) };
  };

  it('checks a vehicle at once and marks all its parent departments as mixed', async () => {
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

  it('checks a department with all descendants in one call', async () => {
    const { store, calls, check, follower, tree } = setUp();
    follower.toggleDept(tree.departments.indexOf('2'));
    expect([check('2'), check('3'), check('1')]).toEqual(['all', 'all', 'some']);
    follower.toggleVehicle(store.rowOf('13'));
    expect(check('1')).toBe('all');
    await vi.advanceTimersByTimeAsync(FOLLOW_DELAY_MS);
    expect(calls.dept).toHaveBeenCalledExactlyOnceWith('2', true);
    expect(['10', '11', '12', '13', '14'].map((id) => store.followed(store.rowOf(id)))).toEqual([true, true, true, true, false]);
  });

  it('follows a group in one call, without its child departments', async () => {
    const { store, calls, check, follower, tree } = setUp();
    follower.toggleGroup(tree.departments.indexOf('4'));
    follower.toggleGroup(tree.departments.indexOf('1'));
    await vi.advanceTimersByTimeAsync(FOLLOW_DELAY_MS);
    expect(calls.group.mock.calls).toEqual([
      ['4', true],
      ['1', true],
    ]);
    expect(store.followed(store.rowOf('13'))).toBe(true);
    expect([check('4'), check('2')]).toEqual(['all', 'none']);
  });

  it('checks 100,000 vehicles in one call and one store update, with no call per vehicle', async () => {
    const vehicles = Array.from({ length: 100_000 }, (_, i) => vehicle(String(i), { deptId: '3' }));
    const store = storeOf(vehicles);
    const tree = new FleetTree(store, departments());
    const calls = { car: vi.fn(async () => {}), dept: vi.fn(async () => {}), group: vi.fn(async () => {}) };
    createFollower(store, tree, calls).toggleDept(tree.departments.indexOf('1'));
    const before = store.followVersion;
    await vi.advanceTimersByTimeAsync(FOLLOW_DELAY_MS);
    expect(calls.dept).toHaveBeenCalledExactlyOnceWith('1', true);
    expect(calls.car).not.toHaveBeenCalled();
    // one change of the store, not one per vehicle
    expect(store.followVersion - before).toBe(1);
    expect(store.followed(99_999)).toBe(true);
  });

  it('sends only the last state of several clicks within 300 ms', async () => {
    const { store, calls, follower } = setUp();
    follower.toggleVehicle(store.rowOf('10'));
    await vi.advanceTimersByTimeAsync(100);
    follower.toggleVehicle(store.rowOf('10'));
    await vi.advanceTimersByTimeAsync(FOLLOW_DELAY_MS);
    expect(calls.car).toHaveBeenCalledExactlyOnceWith('10', false);
  });

  it('reverts the check if the server refuses it', async () => {
    const { store, tree, check, follower } = setUp(() => Promise.reject(new Error('refused')));
    follower.toggleVehicle(store.rowOf('10'));
    await vi.advanceTimersByTimeAsync(FOLLOW_DELAY_MS);
    tree.sync(1);
    expect(store.followed(store.rowOf('10'))).toBe(false);
    expect(check('3')).toBe('none');
  });
});
