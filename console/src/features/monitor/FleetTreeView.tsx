import type { TreeOption } from '@fleetwarden/contract/monitor/map-settings';
import { permission } from '@fleetwarden/contract/permissions';
import type { Ref } from 'react';
import { useCallback, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/session.ts';
import type { VehicleStore } from '../../live/vehicle-store.ts';
import { useViewPart } from '../../shared/live-context.ts';
import type { VirtualTreeHandle } from '../../ui/VirtualTree.tsx';
import { VirtualTree } from '../../ui/VirtualTree.tsx';
import { createTreeRows } from './FleetTreeRows.tsx';
import type { FleetTree } from './fleet-tree.ts';
import type { Follower } from './follower.ts';
import { indexOfKey, treeModel } from './tree-model.ts';

/** Target of a context menu: a vehicle by tid, or a department of the tree. */
export type MenuTarget = { readonly tid: string } | { readonly dept: number };

type Props = {
  tree: FleetTree;
  /** The tree's version; a change re-renders. */
  version: number;
  store: VehicleStore;
  follower: Follower;
  /** Contents of rows. */
  options: ReadonlySet<TreeOption>;
  selected: string | null;
  onSelect: (tid: string) => void;
  onLocate: (row: number) => void;
  onMenu: (target: MenuTarget, at: { readonly x: number; readonly y: number }) => void;
  ref: Ref<VirtualTreeHandle>;
};

/** Departments with online and total counts, vehicles with status, plate, speed and driver, by the account's settings. */
export function FleetTreeView(props: Props) {
  const { tree, version, store, follower, options, selected, onSelect, onLocate, onMenu, ref } = props;
  const { t, i18n } = useTranslation();
  const mayFollow = useMay(permission.locateAndFollow);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the model reads the tree, whose changes the version tells
  const model = useMemo(
    () => treeModel(tree, store, mayFollow ? follower : null, t('monitor.selectAll')),
    [tree, store, follower, mayFollow, version, t],
  );
  const { renderRow, nameOf, describe, speedOf, isOnline } = createTreeRows({
    tree,
    store,
    options,
    model,
    t,
    language: i18n.language,
  });
  const speeds = options.has('speed');
  const [[from, to], setSpan] = useState<readonly [number, number]>([0, 0]);
  useNews(store, () => (speeds ? inView(from, to).map(speedOf).join() : ''));
  const handleVisible = useCallback((first: number, end: number) => setSpan([first, end]), []);
  // speeds update outside the map's view, too
  useViewPart(
    speeds
      ? {
          tids: inView(from, to)
            .filter(isOnline)
            .map((item) => store.idOf(item)),
        }
      : null,
  );
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const lastActive = useRef(-1);
  const active = activeIndex(activeKey);

  /** The active row keeps the focus when the order changes; if it disappears, its position does. */
  function activeIndex(key: string | null): number {
    if (key === null) return -1;
    const near = lastActive.current;
    if (near < model.length && model.row(near).key === key) return near;
    const index = indexOfKey(tree, store, key);
    lastActive.current = index >= 0 ? index : Math.min(near, model.length - 1);
    return lastActive.current;
  }

  /** The vehicles among these rows. */
  function inView(first: number, end: number): number[] {
    const length = Math.max(0, Math.min(end, tree.length) - first);
    return Array.from({ length }, (_, i) => tree.at(first + i)).filter((item) => item >= 0);
  }

  const targetAt = (index: number): MenuTarget => {
    const item = tree.at(index);
    return item >= 0 ? { tid: store.idOf(item) } : { dept: tree.deptAt(index) };
  };

  return (
    <VirtualTree
      ref={ref}
      label={t('monitor.tree')}
      model={model}
      active={active}
      selected={selected}
      checkLabel={(row) => {
        if (row.open !== undefined && !tree.look.grouped) return t('monitor.checkDept');
        return t(row.checked ? 'monitor.unfollow' : 'monitor.follow');
      }}
      renderRow={renderRow}
      nameOf={nameOf}
      describe={describe}
      onActive={(index) => {
        lastActive.current = index;
        setActiveKey(model.row(index).key);
      }}
      onSelect={(index) => {
        const item = tree.at(index);
        if (item >= 0) onSelect(store.idOf(item));
      }}
      onRun={(index) => {
        const item = tree.at(index);
        const d = tree.deptAt(index);
        if (item >= 0) onLocate(item);
        else if (tree.typeAt(index) === 9) model.toggleCheck(index);
        else tree.setOpen(d, !tree.isOpen(d));
      }}
      onMenu={(index, at) => onMenu(targetAt(index), at)}
      onVisibleRange={speeds ? handleVisible : undefined}
    />
  );
}

/** Re-renders only when the result of `read` changes. */
function useNews(store: VehicleStore, read: () => string): void {
  const subscribe = useCallback((notify: () => void) => store.subscribe(notify), [store]);
  useSyncExternalStore(subscribe, read);
}
