import type { TreeModel, TreeRow } from '../../ui/tree-rows.ts';
import type { Department, DepartmentNode } from '../departments.ts';
import { departmentTree } from '../departments.ts';

type Row = TreeRow & { readonly parent: number };

/** Sounds of names, as they are typed: 'huadonggongsi', 'hdgs'. */
export type Sounds = ReadonlyMap<string, readonly string[]>;

/** Ids of departments whose name, or a sound of it, has a text in it, and of all above them. */
function matching(list: readonly Department[], text: string, sounds: Sounds): ReadonlySet<string> {
  const parents = new Map(list.map(({ deptId, parentId }) => [deptId, parentId]));
  const found = new Set<string>();
  const wanted = text.toLowerCase();
  for (const { deptId, deptName } of list) {
    if (![deptName.toLowerCase(), ...(sounds.get(deptName) ?? [])].some((word) => word.includes(wanted))) continue;
    for (let id: string | null | undefined = deptId; id && !found.has(id); id = parents.get(id)) found.add(id);
  }
  return found;
}

/** Ids of departments that stand at the top. */
export const topDepartments = (list: readonly Department[]): ReadonlySet<string> =>
  new Set(departmentTree(list).map(({ value }) => value));

/**
 * The rows of the tree that are open to view. With a `text` those that match it and the way to them, all open.
 * `onOpen` is told what is opened and closed; there are no boxes.
 */
export function departmentModel(
  list: readonly Department[],
  opened: ReadonlySet<string>,
  { text, sounds }: { readonly text: string; readonly sounds: Sounds },
  onOpen: (id: string, open: boolean) => void,
): TreeModel {
  const found = text === '' ? null : matching(list, text, sounds);
  const rows: Row[] = [];
  const visit = (nodes: readonly DepartmentNode[], level: number, parent: number) => {
    const shown = found ? nodes.filter(({ value }) => found.has(value)) : nodes;
    shown.forEach(({ value, title, children }, at) => {
      const branch = found ? children.some((child) => found.has(child.value)) : children.length > 0;
      const open = branch ? found !== null || opened.has(value) : undefined;
      const index = rows.push({ key: value, level, text: title, open, position: at + 1, siblings: shown.length, parent }) - 1;
      if (open) visit(children, level + 1, index);
    });
  };
  visit(departmentTree(list), 1, -1);
  return {
    length: rows.length,
    row: (index) => rows[index]!,
    parentOf: (index) => rows[index]!.parent,
    setOpen: (index, open) => {
      if (rows[index]!.open !== undefined) onOpen(rows[index]!.key, open);
    },
    toggleCheck: () => undefined,
  };
}

/** Whether a row may go below another: not below itself, what is below it, or where it stands; what stands at the top stays. */
export function mayMove(model: TreeModel, from: number, to: number): boolean {
  const parent = model.parentOf(from);
  if (parent < 0 || parent === to) return false;
  for (let at = to; at >= 0; at = model.parentOf(at)) if (at === from) return false;
  return true;
}
