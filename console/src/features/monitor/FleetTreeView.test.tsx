import { parseTreeOptions } from '@fleetwarden/contract/monitor/map-settings';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentProps } from 'react';
import { useSyncExternalStore } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTexts } from '../../api/i18n.ts';
import { useSession } from '../../api/session.ts';
import { createCommonMessages } from '../../live/common-messages.ts';
import { createViewSubscription } from '../../live/view-subscription.ts';
import { giveSize, renderLive, storeOf, vehicle } from '../../ui/testing.tsx';
import { indexDepartments } from './department-index.ts';
import { FleetTreeView } from './FleetTreeView.tsx';
import { FleetTree } from './fleet-tree.ts';
import { createFollower } from './follower.ts';
import { DEFAULT_LOOK } from './tree/tree-filter.ts';

const VEHICLES = 100_000;
const HEIGHT = 560;

beforeAll(() => giveSize(HEIGHT));
beforeEach(async () => {
  await startTexts('zh');
  useSession.setState({ rights: ['20101', '20102'] });
});
afterEach(cleanup);

const departments = indexDepartments(
  [
    { deptId: '1', deptName: '总公司', parentId: null },
    { deptId: '2', deptName: '一队', parentId: '1' },
    { deptId: '3', deptName: '二队', parentId: '1' },
  ],
  '其他部门',
);

/** Ten vehicles in the first team, the rest in the second; every other one is moving. */
function setUp(count = 40, treesetting = '1,2,3,4', view = createViewSubscription()) {
  const store = storeOf(
    Array.from({ length: count }, (_, i) =>
      vehicle(String(i), {
        cno: `京A${String(i).padStart(6, '0')}`,
        deptId: i < 10 ? '2' : '3',
        status: i % 2 === 0 ? '2' : '0',
      }),
    ),
  );
  const tree = new FleetTree(store, departments);
  const calls = { car: vi.fn(async () => {}), dept: vi.fn(async () => {}), group: vi.fn(async () => {}) };
  const follower = createFollower(store, tree, calls);
  const options = parseTreeOptions(treesetting);
  const given = { tree, store, follower, options, onSelect: vi.fn(), onLocate: vi.fn(), onMenu: vi.fn() };
  renderLive(<Harness {...given} />, store, createCommonMessages(), undefined, view);
  return { ...given, user: userEvent.setup() };
}

/** Re-renders as the page does. */
function Harness(given: Omit<ComponentProps<typeof FleetTreeView>, 'version' | 'selected' | 'ref'>) {
  const { tree } = given;
  const version = useSyncExternalStore(
    (notify) => tree.subscribe(notify),
    () => tree.version,
  );
  return <FleetTreeView {...given} ref={null} version={version} selected={null} />;
}

const treeItem = (name: string) => screen.getByRole('treeitem', { name: new RegExp(`^${name}( |$)`) });
const active = () => {
  const id = screen.getByRole('tree').getAttribute('aria-activedescendant');
  return id === null ? null : document.getElementById(id)?.getAttribute('aria-label');
};

describe('the fleet tree', () => {
  it('renders only the visible rows of 100,000 vehicles, and exposes their number to screen readers', () => {
    const { tree } = setUp(VEHICLES);
    act(() => tree.setOpen(tree.departments.indexOf('3'), true));
    expect(tree.length).toBe(3 + VEHICLES - 10);
    const drawn = screen.getAllByRole('treeitem');
    expect(drawn.length).toBeLessThan(HEIGHT / 28 + 25);
    expect(treeItem('京A000010').getAttribute('aria-setsize')).toBe(String(VEHICLES - 10));
    expect(treeItem('京A000010').getAttribute('aria-posinset')).toBe('1');
    expect(treeItem('京A000010').getAttribute('aria-level')).toBe('3');
  });

  it('shows the online and total counts of a department', () => {
    setUp();
    expect(within(treeItem('总公司')).getByText('(20/40)')).toBeTruthy();
    expect(within(treeItem('一队')).getByText('(5/10)')).toBeTruthy();
  });

  it('shows checked, mixed and unchecked departments', async () => {
    const { tree, user } = setUp();
    act(() => tree.setOpen(tree.departments.indexOf('2'), true));
    await user.click(within(treeItem('京A000000')).getByTitle('关注'));
    expect(treeItem('京A000000').getAttribute('aria-checked')).toBe('true');
    expect(treeItem('一队').getAttribute('aria-checked')).toBe('mixed');
    expect(treeItem('二队').getAttribute('aria-checked')).toBe('false');
    await user.click(within(treeItem('一队')).getByTitle('关注部门及下级全部车辆'));
    expect(treeItem('一队').getAttribute('aria-checked')).toBe('true');
    expect(treeItem('总公司').getAttribute('aria-checked')).toBe('mixed');
    await user.click(within(treeItem('总公司')).getByTitle('关注部门及下级全部车辆'));
    expect(treeItem('二队').getAttribute('aria-checked')).toBe('true');
  });

  it('is navigated with the arrow keys, Home and End', async () => {
    const { user } = setUp();
    await user.tab();
    expect(active()).toBe('总公司');
    await user.keyboard('{ArrowDown}');
    expect(active()).toBe('一队');
    await user.keyboard('{ArrowRight}');
    expect(treeItem('一队').getAttribute('aria-expanded')).toBe('true');
    await user.keyboard('{ArrowRight}');
    expect(active()).toBe('京A000000');
    await user.keyboard('{ArrowLeft}');
    expect(active()).toBe('一队');
    await user.keyboard('{ArrowLeft}');
    expect(treeItem('一队').getAttribute('aria-expanded')).toBe('false');
    await user.keyboard('{ArrowLeft}');
    expect(active()).toBe('总公司');
    await user.keyboard('{End}');
    expect(active()).toBe('二队');
    await user.keyboard('{Home}');
    expect(active()).toBe('总公司');
  });

  it('moves to the row that matches the typed text', async () => {
    const { user } = setUp();
    await user.tab();
    await user.keyboard('二');
    expect(active()).toBe('二队');
  });

  it('checks with Space and locates with Enter', async () => {
    const { tree, store, onLocate, user } = setUp();
    act(() => tree.setOpen(tree.departments.indexOf('2'), true));
    await user.tab();
    await user.keyboard('{ArrowDown}{ArrowDown} ');
    expect(treeItem('京A000000').getAttribute('aria-checked')).toBe('true');
    await user.keyboard('{Enter}');
    expect(onLocate).toHaveBeenCalledExactlyOnceWith(store.rowOf('0'));
  });

  it('selects on a click and locates on a double click', async () => {
    const { tree, store, onLocate, onSelect, user } = setUp();
    act(() => tree.setOpen(tree.departments.indexOf('2'), true));
    await user.dblClick(treeItem('京A000002'));
    expect(onSelect).toHaveBeenCalledWith('2');
    expect(onLocate).toHaveBeenCalledExactlyOnceWith(store.rowOf('2'));
  });

  it('shows the fields from the user settings', () => {
    const { tree } = setUp(12, '5,6');
    act(() => tree.setOpen(tree.departments.indexOf('2'), true));
    const row = treeItem('京A000000');
    expect(within(row).getByText('张三')).toBeTruthy();
    expect(within(row).getByTitle('速度 km/h').textContent).toBe('0');
    expect(row.getAttribute('aria-label')).toBe('京A000000 张三 0');
    expect(within(row).queryByTitle('行驶')).toBeNull();
    expect(within(treeItem('总公司')).queryByText('(6/12)')).toBeNull();
  });

  it('updates a displayed speed', () => {
    const { tree, store } = setUp(12, '6');
    act(() => tree.setOpen(tree.departments.indexOf('2'), true));
    act(() => store.applyGps({ data: [vehicle('0', { cno: '京A000000', status: '2', sp: 61.4, r: 9_000 })] }));
    return vi.waitFor(() => expect(within(treeItem('京A000000')).getByTitle('速度 km/h').textContent).toBe('61'));
  });

  it('does not redraw for a speed outside the view', async () => {
    const { tree, store } = setUp(12, '6');
    act(() => tree.setOpen(tree.departments.indexOf('2'), true));
    const drawn = vi.spyOn(store, 'plate');
    const heard = vi.fn();
    store.subscribe(heard);
    act(() => store.applyGps({ data: [vehicle('10', { cno: '京A000010', deptId: '3', status: '2', sp: 61.4, r: 9_000 })] }));
    await vi.waitFor(() => expect(heard).toHaveBeenCalled());
    expect(drawn).not.toHaveBeenCalled();
  });

  it('opens a context menu at the pointer, or at the active row by keyboard', async () => {
    const { onMenu, user } = setUp();
    fireEvent.contextMenu(treeItem('一队'), { clientX: 40, clientY: 60 });
    expect(onMenu).toHaveBeenLastCalledWith({ dept: 1 }, { x: 40, y: 60 });
    await user.tab();
    await user.keyboard('{ArrowDown}');
    fireEvent.contextMenu(screen.getByRole('tree'));
    expect(onMenu).toHaveBeenLastCalledWith({ dept: 2 }, expect.anything());
    expect(treeItem('二队').getAttribute('aria-haspopup')).toBe('menu');
  });

  it('shows groups as siblings, with a select-all row first in each', async () => {
    const { tree, user } = setUp();
    act(() => {
      tree.setLook({ ...DEFAULT_LOOK, grouped: true });
      tree.setOpen(tree.departments.indexOf('2'), true);
    });
    expect(
      screen
        .getAllByRole('treeitem')
        .slice(0, 3)
        .map((row) => row.getAttribute('aria-label')),
    ).toEqual(['一队', '全选', '京A000000']);
    expect(treeItem('全选').getAttribute('aria-posinset')).toBe('1');
    expect(treeItem('京A000000').getAttribute('aria-level')).toBe('2');
    await user.dblClick(treeItem('全选'));
    expect(treeItem('京A000000').getAttribute('aria-checked')).toBe('true');
    expect(treeItem('一队').getAttribute('aria-checked')).toBe('true');
    expect(treeItem('二队').getAttribute('aria-checked')).toBe('false');
  });

  it('subscribes to the online vehicles in view if speeds are shown, and to none otherwise', () => {
    const view = createViewSubscription();
    const draw = (treesetting: string) => {
      cleanup();
      setUp(40, treesetting, view);
      return view.current().tids;
    };
    // closed departments have no vehicle rows
    expect(draw('1,2,3,4,6')).toEqual([]);
    const team = within(screen.getByRole('tree')).getByRole('treeitem', { name: '一队' });
    fireEvent.doubleClick(team);
    expect(view.current().tids).toEqual(['0', '2', '4', '6', '8']);
    expect(draw('1,2,3,4')).toEqual([]);
  });
});
