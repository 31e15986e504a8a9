import type { VehicleStore } from '../../live/vehicle-store.ts';
import type { TreeModel, TreeRow } from '../../ui/tree-rows.ts';
import type { FleetTree } from './fleet-tree.ts';
import type { Follower } from './follower.ts';
import type { Check } from './tree/tree-checks.ts';

/** Key prefix of department rows; a vehicle's key is its tid. */
const DEPT = 'dept-';
const ALL_OF = 'all-';

const markOf = (check: Check): boolean | 'mixed' => (check === 'some' ? 'mixed' : check === 'all');

/** The index of a row's key; -1: not visible. */
export function indexOfKey(tree: FleetTree, store: VehicleStore, key: string): number {
  const row = store.rowOf(key);
  if (row >= 0) return tree.indexOfRow(row);
  const [prefix, extra] = key.startsWith(ALL_OF) ? [ALL_OF, 1] : [DEPT, 0];
  const index = tree.indexOfDept(tree.departments.indexOf(key.slice(prefix.length)));
  return index < 0 ? -1 : index + extra;
}

/**
 * The fleet as a VirtualTree model. Without a `follower` rows have no check boxes. `allOf`: name of the row for a whole group.
 */
export function treeModel(tree: FleetTree, store: VehicleStore, follower: Follower | null, allOf: string): TreeModel {
  const { departments } = tree;
  const { grouped } = tree.look;
  const box = (checked: boolean | 'mixed') => (follower ? { checked } : {});

  const parentOf = (index: number) => {
    const type = tree.typeAt(index);
    if (type === 1) return -1;
    const d = tree.deptAt(index);
    if (type !== 0) return tree.indexOfDept(d);
    const parent = grouped ? -1 : departments.parent[d]!;
    return parent < 0 ? -1 : tree.indexOfDept(parent);
  };

  const departmentRow = (index: number): TreeRow => {
    const d = tree.deptAt(index);
    const [position, siblings] = grouped ? tree.placeOf(index) : [departments.position[d]!, departments.siblings[d]!];
    return {
      key: DEPT + departments.id[d]!,
      level: grouped ? 1 : departments.depth[d]! + 1,
      text: departments.name[d]!,
      open: tree.isOpen(d),
      ...box(markOf(grouped ? tree.ownCheckOf(d) : tree.checkOf(d))),
      position,
      siblings,
    };
  };

  return {
    length: tree.length,
    row(index) {
      const type = tree.typeAt(index);
      if (type === 0) return departmentRow(index);
      const d = tree.deptAt(index);
      const [position, siblings] = tree.placeOf(index);
      if (type === 9) {
        const key = ALL_OF + departments.id[d]!;
        return { key, level: 2, text: allOf, ...box(markOf(tree.ownCheckOf(d))), position, siblings };
      }
      const item = tree.at(index);
      const depth = grouped ? 0 : departments.depth[d]!;
      return {
        key: store.idOf(item),
        level: type === 1 ? 1 : depth + 2,
        text: store.plate(item),
        ...box(tree.wanted(item)),
        position,
        siblings,
      };
    },
    parentOf,
    setOpen(index, open) {
      if (tree.typeAt(index) === 0) tree.setOpen(tree.deptAt(index), open);
    },
    toggleCheck(index) {
      const item = tree.at(index);
      if (item >= 0) follower?.toggleVehicle(item);
      else if (grouped) follower?.toggleGroup(tree.deptAt(index));
      else follower?.toggleDept(tree.deptAt(index));
    },
  };
}
