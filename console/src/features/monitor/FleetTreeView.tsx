import type { TreeOption } from '@fleetwarden/contract/monitor/map-settings';
import { permission } from '@fleetwarden/contract/permissions';
import type { Ref } from 'react';
import { useCallback, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/session.ts';
import type { VehicleStore } from '../../live/vehicle-store.ts';
import { useShown } from '../../shared/live-context.ts';
import { PlateTag } from '../../shared/PlateTag.tsx';
import { StatusMark } from '../../shared/StatusMark.tsx';
import { formatList, formatNumber } from '../../ui/format.ts';
import type { VirtualTreeHandle } from '../../ui/VirtualTree.tsx';
import { VirtualTree } from '../../ui/VirtualTree.tsx';
import type { DepartmentIndex } from './department-index.ts';
import styles from './FleetTreeView.module.css';
import type { FleetTree } from './fleet-tree.ts';
import type { Follower } from './follower.ts';
import type { Status } from './status.ts';
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
  const speeds = options.has('speed');
  const [[from, to], setSpan] = useState<readonly [number, number]>([0, 0]);
  useNews(store, () => (speeds ? inView(from, to).map(speedOf).join() : ''));
  const handleShown = useCallback((first: number, end: number) => setSpan([first, end]), []);
  // speeds update outside the map's view, too
  useShown(
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

  function renderRow(index: number) {
    const item = tree.at(index);
    if (item < 0) return renderDepartment(index);
    const status = store.status(item) as Status;
    return (
      <>
        {options.has('statusIcon') && (
          <span className={styles['status']} title={t(`monitor.status${status}`)}>
            <StatusMark status={status} />
          </span>
        )}
        {options.has('plateColour') ? <PlateTag plate={store.plate(item)} colour={store.colour(item)} /> : store.plate(item)}{' '}
        <span className={styles['driver']}>{options.has('driver') && store.driver(item)}</span>{' '}
        {options.has('speed') && status !== 0 && (
          <span className={styles['speed']} title={t('monitor.fieldSpeed')}>
            {speedOf(item)}
          </span>
        )}
      </>
    );
  }

  function renderDepartment(index: number) {
    const d = tree.deptAt(index);
    const { grouped } = tree.look;
    const all = tree.typeAt(index) === 9;
    return (
      <>
        <span className={styles['name']} title={grouped ? pathOf(tree.departments, d) : undefined}>
          {all ? t('monitor.selectAll') : tree.departments.name[d]}
        </span>
        {options.has('counts') && !all && (
          <span className={styles['count']}>
            (
            {countsAt(index)
              .map((n) => formatNumber(i18n.language, n))
              .join('/')}
            )
          </span>
        )}
      </>
    );
  }

  /** The accessible name is the visible text, for speech control; counts in brackets are left out. */
  function nameOf(index: number): string {
    const item = tree.at(index);
    if (item < 0) return model.row(index).text;
    const words = [store.plate(item), options.has('driver') && store.driver(item), options.has('speed') && speedOf(item)];
    return words.filter(Boolean).join(' ');
  }

  /** '' if meaningless. */
  function speedOf(item: number): string {
    return isOnline(item) ? formatNumber(i18n.language, Math.round(store.speed(item))) : '';
  }

  function isOnline(item: number): boolean {
    return store.status(item) !== 0;
  }

  /** The vehicles among these rows. */
  function inView(first: number, end: number): number[] {
    const length = Math.max(0, Math.min(end, tree.length) - first);
    return Array.from({ length }, (_, i) => tree.at(first + i)).filter((item) => item >= 0);
  }

  /** Describes the status icon and the counts for screen readers. */
  function describe(index: number): string {
    const item = tree.at(index);
    if (item >= 0) {
      const words = [t(`monitor.status${store.status(item) as Status}`), options.has('driver') ? '' : store.driver(item)];
      return formatList(i18n.language, words.filter(Boolean));
    }
    const [online, total] = countsAt(index);
    return t('monitor.onlineOf', { online: formatNumber(i18n.language, online), total: formatNumber(i18n.language, total) });
  }

  function countsAt(index: number): readonly [online: number, total: number] {
    const d = tree.deptAt(index);
    return tree.look.grouped ? [tree.ownOnline(d), tree.ownTotal(d)] : [tree.online(d), tree.total(d)];
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
      onShown={speeds ? handleShown : undefined}
    />
  );
}

/** Re-renders only when the result of `read` changes. */
function useNews(store: VehicleStore, read: () => string): void {
  const subscribe = useCallback((notify: () => void) => store.subscribe(notify), [store]);
  useSyncExternalStore(subscribe, read);
}

/** The path of a department. */
function pathOf(departments: DepartmentIndex, d: number): string {
  const above = departments.parent[d]!;
  const name = departments.name[d]!;
  return above < 0 ? name : `${pathOf(departments, above)} / ${name}`;
}
