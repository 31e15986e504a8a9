import type { VehicleStore } from '../../live/vehicle-store.ts';
import type { TreeModel } from '../../ui/tree-rows.ts';
import type { FleetTree } from './fleet-tree.ts';
import type { Follower } from './follower.ts';

/** Key of a department's row; a vehicle's is its tid. */
const deptKey = (id: string) => `dept-${id}`;

/** The fleet as VirtualTree reads it. */
export function treeModel(tree: FleetTree, store: VehicleStore, follower: Follower): TreeModel {
  const { departments } = tree;

  const parentOf = (index: number) => {
    const item = tree.at(index);
    const parent = item >= 0 ? tree.deptOf(item) : departments.parent[~item]!;
    return parent < 0 ? -1 : tree.indexOfDept(parent);
  };

  return {
    length: tree.length,
    row(index) {
      const item = tree.at(index);
      if (item < 0) {
        const check = tree.checkOf(~item);
        return {
          key: deptKey(departments.id[~item]!),
          level: departments.depth[~item]! + 1,
          text: departments.name[~item]!,
          open: tree.isOpen(~item),
          checked: check === 'some' ? 'mixed' : check === 'all',
          position: departments.position[~item]!,
          siblings: departments.siblings[~item]!,
        };
      }
      const d = tree.deptOf(item);
      const [position, siblings] = tree.placeOf(index);
      return {
        key: store.idOf(item),
        level: departments.depth[d]! + 2,
        text: store.plate(item),
        checked: tree.wanted(item),
        position,
        siblings,
      };
    },
    parentOf,
    setOpen(index, open) {
      const item = tree.at(index);
      if (item < 0) tree.setOpen(~item, open);
    },
    toggleCheck(index) {
      const item = tree.at(index);
      if (item < 0) follower.toggleDept(~item);
      else follower.toggleVehicle(item);
    },
  };
}
