import type { TreeOption } from '@fleetwarden/contract/monitor/map-settings';
import type { TFunction } from 'i18next';
import type { VehicleStore } from '../../live/vehicle-store.ts';
import { PlateTag } from '../../shared/PlateTag.tsx';
import { StatusMark } from '../../shared/StatusMark.tsx';
import { formatList, formatNumber } from '../../ui/format.ts';
import type { TreeModel } from '../../ui/tree-rows.ts';
import { formatMeasure } from '../../ui/units.ts';
import type { DepartmentIndex } from './department-index.ts';
import styles from './FleetTreeView.module.css';
import type { FleetTree } from './fleet-tree.ts';
import type { Status } from './status.ts';

/** Renders and names the rows of the fleet tree by index; `item` is a store row. */
export function createTreeRows(of: {
  readonly tree: FleetTree;
  readonly store: VehicleStore;
  readonly options: ReadonlySet<TreeOption>;
  readonly model: TreeModel;
  readonly t: TFunction;
  readonly language: string;
}) {
  const { tree, store, options, model, t, language } = of;

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
              .map((n) => formatNumber(language, n))
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
    return isOnline(item) ? formatMeasure(language, 'speed', store.speed(item), 0) : '';
  }

  function isOnline(item: number): boolean {
    return store.status(item) !== 0;
  }

  /** Describes the status icon and the counts for screen readers. */
  function describe(index: number): string {
    const item = tree.at(index);
    if (item >= 0) {
      const words = [t(`monitor.status${store.status(item) as Status}`), options.has('driver') ? '' : store.driver(item)];
      return formatList(language, words.filter(Boolean));
    }
    const [online, total] = countsAt(index);
    return t('monitor.onlineOf', { online: formatNumber(language, online), total: formatNumber(language, total) });
  }

  function countsAt(index: number): readonly [online: number, total: number] {
    const d = tree.deptAt(index);
    return tree.look.grouped ? [tree.ownOnline(d), tree.ownTotal(d)] : [tree.online(d), tree.total(d)];
  }

  return { renderRow, nameOf, describe, speedOf, isOnline };
}

/** The path of a department. */
function pathOf(departments: DepartmentIndex, d: number): string {
  const above = departments.parent[d]!;
  const name = departments.name[d]!;
  return above < 0 ? name : `${pathOf(departments, above)} / ${name}`;
}
