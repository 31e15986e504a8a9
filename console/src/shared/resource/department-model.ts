import type { TreeModel, TreeRow } from '../../ui/tree-rows.ts';
import type { Department, DepartmentNode } from '../departments.ts';
import { departmentTree } from '../departments.ts';

type Row = TreeRow & { readonly parent: number };

/** Pinyin of names as typed: 'huadonggongsi', 'hdgs'. */
export type Sounds = ReadonlyMap<string, readonly string[]>;

/** IDs of departments whose name or pinyin contains a text, and of their ancestors. */
function matching(list: readonly Department[], text: string, sounds: Sounds): ReadonlySet<string> {
  const parents = new Map(list.map(({ deptId, parentId }) => [deptId, parentId]));
  const matches = new Set<string>();
  const wanted = text.toLowerCase();
  for (const { deptId, deptName } of list) {
    if (![deptName.toLowerCase(), ...(sounds.get(deptName) ?? [])].some((word) => word.includes(wanted))) continue;
    for (let id: string | null | undefined = deptId; id && !matches.has(id); id = parents.get(id)) matches.add(id);
  }
  return matches;
}

/** IDs of the root departments. */
export const topDepartments = (list: readonly Department[]): ReadonlySet<string> =>
  new Set(departmentTree(list).map(({ value }) => value));

/**
 * The visible rows of the tree. With a `text`: matches and their ancestors, all open. `onOpen` reports opening and closing; no
 * check boxes.
 */
export function departmentModel(
  list: readonly Department[],
  opened: ReadonlySet<string>,
  { text, sounds }: { readonly text: string; readonly sounds: Sounds },
  onOpen: (id: string, open: boolean) => void,
): TreeModel {
  const matches = text === '' ? null : matching(list, text, sounds);
  const rows: Row[] = [];
  const visit = (nodes: readonly DepartmentNode[], level: number, parent: number) => {
    const shown = matches ? nodes.filter(({ value }) => matches.has(value)) : nodes;
    shown.forEach(({ value, title, children }, at) => {
      const branch = matches ? children.some((child) => matches.has(child.value)) : children.length > 0;
      const open = branch ? matches !== null || opened.has(value) : undefined;
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

/** Whether a row may move below another: not below itself, a descendant or its current parent; roots stay. */
export function mayMove(model: TreeModel, from: number, to: number): boolean {
  const parent = model.parentOf(from);
  if (parent < 0 || parent === to) return false;
  for (let at = to; at >= 0; at = model.parentOf(at)) if (at === from) return false;
  return true;
}
