import type { DeptNode } from '@fleetwarden/contract/monitor/schemas';

/** The fields of a department that the tree needs; it counts vehicles itself. */
type Department = Pick<DeptNode, 'deptId' | 'deptName' | 'parentId'>;

/**
 * Departments as arrays in depth-first order, so that a subtree is the range `d` to `end[d]`. The last one is artificial: it
 * holds vehicles whose department the user cannot see.
 */
export type DepartmentIndex = {
  readonly count: number;
  readonly id: readonly string[];
  readonly name: readonly string[];
  /** -1: a root. */
  readonly parent: Int32Array;
  readonly depth: Uint8Array;
  readonly end: Int32Array;
  /** Position among siblings from 1, and their number, for screen readers. */
  readonly position: Int32Array;
  readonly siblings: Int32Array;
  readonly indexOf: (id: string) => number;
};

/** ID of the artificial department. */
export const ELSEWHERE = '';

/** Indexes the server's list; siblings keep its order. A department with its parent out of scope is a root. */
export function indexDepartments(list: readonly Department[], elsewhereName: string): DepartmentIndex {
  const known = new Set(list.map(({ deptId }) => deptId));
  const children = new Map<string | null, Department[]>();
  for (const dept of list) {
    const parent = dept.parentId !== null && known.has(dept.parentId) ? dept.parentId : null;
    const siblings = children.get(parent);
    if (siblings) siblings.push(dept);
    else children.set(parent, [dept]);
  }

  const count = list.length + 1;
  const id: string[] = [];
  const name: string[] = [];
  const parent = new Int32Array(count).fill(-1);
  const depth = new Uint8Array(count);
  const end = new Int32Array(count);
  const position = new Int32Array(count);
  const siblings = new Int32Array(count);
  const index = new Map<string, number>();

  const visit = (group: readonly Department[], above: number) => {
    group.forEach((dept, i) => {
      const d = id.push(dept.deptId) - 1;
      name.push(dept.deptName);
      index.set(dept.deptId, d);
      parent[d] = above;
      depth[d] = above < 0 ? 0 : depth[above]! + 1;
      position[d] = i + 1;
      siblings[d] = group.length;
      visit(children.get(dept.deptId) ?? [], d);
      end[d] = id.length;
    });
  };
  visit(children.get(null) ?? [], -1);

  const last = id.push(ELSEWHERE) - 1;
  name.push(elsewhereName);
  end[last] = id.length;
  position[last] = siblings[last] = (children.get(null)?.length ?? 0) + 1;
  return { count: id.length, id, name, parent, depth, end, position, siblings, indexOf: (wanted) => index.get(wanted) ?? last };
}
