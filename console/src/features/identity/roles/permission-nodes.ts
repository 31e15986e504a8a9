import type { PermissionRow } from '@fleetwarden/contract/permission-tree';

/** A permission in its place; nodes stand in the order a full tree shows them, so that what is below one follows it. */
export type PermissionNode = {
  readonly code: string;
  /** Key of its name. */
  readonly name: string;
  /** Index of its group; -1: none. */
  readonly parent: number;
  /** From 1. */
  readonly level: number;
  /** Index after the last one below it. */
  readonly end: number;
  readonly position: number;
  readonly siblings: number;
};

/** Puts every row below its parent. */
export function permissionNodes(rows: readonly PermissionRow[]): readonly PermissionNode[] {
  const children = Map.groupBy(rows, ({ parent }) => parent);
  const nodes: (PermissionNode & { end: number })[] = [];
  const place = (list: readonly PermissionRow[], parent: number, level: number) => {
    list.forEach(({ code, name }, at) => {
      const index = nodes.length;
      nodes.push({ code, name, parent, level, end: 0, position: at + 1, siblings: list.length });
      place(children.get(code) ?? [], index, level + 1);
      nodes[index]!.end = nodes.length;
    });
  };
  place(children.get(null) ?? [], -1, 1);
  return nodes;
}

/** Which of the nodes are held, group by group. */
export type Held = {
  has(index: number): boolean;
  /** Of those below a group. */
  below(index: number): { readonly held: number; readonly all: number };
  state(index: number): boolean | 'mixed';
  readonly count: number;
};

export function heldOf(nodes: readonly PermissionNode[], codes: Iterable<string>): Held {
  const set = new Set(codes);
  // sums from the left: how many before an index are held
  const before = new Int32Array(nodes.length + 1);
  nodes.forEach(({ code }, at) => {
    before[at + 1] = before[at]! + (set.has(code) ? 1 : 0);
  });
  const has = (index: number) => set.has(nodes[index]!.code);
  const below = (index: number) => {
    const { end } = nodes[index]!;
    return { held: before[end]! - before[index + 1]!, all: end - index - 1 };
  };
  return {
    has,
    below,
    state: (index) => {
      const { held, all } = below(index);
      if (!has(index)) return held > 0 ? 'mixed' : false;
      return held === all ? true : 'mixed';
    },
    count: before[nodes.length]!,
  };
}

/**
 * The codes after a click on a box: a group with everything it can have is emptied, any other filled. What one may not give is
 * left as it is, except that it can be taken; who holds a permission holds the groups it stands in.
 */
export function toggled(
  nodes: readonly PermissionNode[],
  codes: readonly string[],
  index: number,
  may: (code: string) => boolean,
): string[] {
  const set = new Set(codes);
  const below = nodes.slice(index, nodes[index]!.end);
  const missing = below.filter(({ code }) => !set.has(code) && may(code));
  if (missing.length === 0) for (const { code } of below) set.delete(code);
  else {
    for (const { code } of missing) set.add(code);
    for (let up = nodes[index]!.parent; up >= 0; up = nodes[up]!.parent) set.add(nodes[up]!.code);
  }
  return inOrder(nodes, set);
}

/** Everything one may give, beside what is there. */
export const filled = (nodes: readonly PermissionNode[], codes: readonly string[], may: (code: string) => boolean): string[] =>
  inOrder(nodes, new Set([...codes, ...nodes.map(({ code }) => code).filter(may)]));

const inOrder = (nodes: readonly PermissionNode[], set: ReadonlySet<string>): string[] =>
  nodes.map(({ code }) => code).filter((code) => set.has(code));

/** Indexes of the nodes that are open to view; with `found` those and the groups they stand in, open or not. */
export function shownNodes(
  nodes: readonly PermissionNode[],
  open: ReadonlySet<string>,
  found: ReadonlySet<number> | null,
): readonly number[] {
  if (found) {
    const shown = new Set<number>();
    for (const index of found) for (let up = index; up >= 0 && !shown.has(up); up = nodes[up]!.parent) shown.add(up);
    return [...shown].sort((a, b) => a - b);
  }
  const shown: number[] = [];
  for (let at = 0; at < nodes.length; ) {
    shown.push(at);
    const { code, end } = nodes[at]!;
    at = open.has(code) ? at + 1 : end;
  }
  return shown;
}
