import type { Ref } from 'react';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { VehicleStore } from '../../live/vehicle-store.ts';
import { formatNumber } from '../../ui/format.ts';
import { PlateTag } from '../../ui/PlateTag.tsx';
import { StatusMark } from '../../ui/StatusMark.tsx';
import type { VirtualTreeHandle } from '../../ui/VirtualTree.tsx';
import { VirtualTree } from '../../ui/VirtualTree.tsx';
import styles from './FleetTreeView.module.css';
import type { FleetTree } from './fleet-tree.ts';
import type { Follower } from './follower.ts';
import type { Status } from './status.ts';
import { treeModel } from './tree-model.ts';

type Props = {
  tree: FleetTree;
  /** The tree's version: a change of it draws again. */
  version: number;
  store: VehicleStore;
  follower: Follower;
  selected: string | null;
  onSelect: (tid: string) => void;
  onLocate: (row: number) => void;
  ref: Ref<VirtualTreeHandle>;
};

/** Departments with online and total, vehicles with status, plate and driver. */
export function FleetTreeView({ tree, version, store, follower, selected, onSelect, onLocate, ref }: Props) {
  const { t, i18n } = useTranslation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the model reads the tree, whose changes the version tells
  const model = useMemo(() => treeModel(tree, store, follower), [tree, store, follower, version]);
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const lastActive = useRef(-1);
  const active = indexOfKey(activeKey);

  /** The active row keeps the keyboard while the order changes around it; if it went, its place does. */
  function indexOfKey(key: string | null): number {
    if (key === null) return -1;
    const near = lastActive.current;
    if (near < model.length && model.row(near).key === key) return near;
    const row = store.rowOf(key);
    const index = row >= 0 ? tree.indexOfRow(row) : tree.indexOfDept(tree.departments.indexOf(key.slice('dept-'.length)));
    lastActive.current = index >= 0 ? index : Math.min(near, model.length - 1);
    return lastActive.current;
  }

  function renderRow(index: number) {
    const item = tree.at(index);
    if (item < 0) {
      const [online, total] = [tree.online(~item), tree.total(~item)].map((n) => formatNumber(i18n.language, n));
      return (
        <>
          <span className={styles['name']}>{tree.departments.name[~item]}</span>
          <span className={styles['count']}>
            {online}/{total}
          </span>
        </>
      );
    }
    const status = store.status(item) as Status;
    return (
      <>
        <span className={styles['status']} title={t(`monitor.status${status}`)}>
          <StatusMark status={status} />
        </span>
        <PlateTag plate={store.plate(item)} colour={store.colour(item)} />
        <span className={styles['driver']}>{store.driver(item)}</span>
      </>
    );
  }

  return (
    <VirtualTree
      ref={ref}
      label={t('monitor.tree')}
      model={model}
      active={active}
      selected={selected}
      checkLabel={(row) => t(row.open !== undefined ? 'monitor.checkDept' : row.checked ? 'monitor.unfollow' : 'monitor.follow')}
      renderRow={renderRow}
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
        if (item < 0) tree.setOpen(~item, !tree.isOpen(~item));
        else onLocate(item);
      }}
    />
  );
}
