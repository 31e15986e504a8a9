import type { DeptNode } from '@fleetwarden/contract/monitor/schemas';

/** What the tree must know of a department; its counts are kept here. */
type Department = Pick<DeptNode, 'deptId' | 'deptName' | 'parentId'>;

/**
 * The departments as arrays in depth-first order, so that a department and everything below it are one range: `d` to `end[d]`.
 * The last one is not the server's: it takes vehicles whose department the user does not see.
 */
export type DepartmentIndex = {
  readonly count: number;
  readonly id: readonly string[];
  readonly name: readonly string[];
  /** -1: a root. */
  readonly parent: Int32Array;
  readonly depth: Uint8Array;
  readonly end: Int32Array;
  /** Position among its siblings, from 1, and how many they are: for people who do not see the tree. */
  readonly position: Int32Array;
  readonly siblings: Int32Array;
  readonly indexOf: (id: string) => number;
};

/** The id of the department that is not the server's. */
export const ELSEWHERE = '';

/** From the flat list of the server; siblings keep its order. A department whose parent is out of scope is a root. */
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
