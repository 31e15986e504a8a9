import type { PermissionRow } from '@fleetwarden/contract/permission-tree';

/** A permission in depth-first order: descendants follow their group. */
export type PermissionNode = {
  readonly code: string;
  /** Text key of its name. */
  readonly name: string;
  /** Index of its group; -1: none. */
  readonly parent: number;
  /** Starts at 1. */
  readonly level: number;
  /** Index after its last descendant. */
  readonly end: number;
  readonly position: number;
  readonly siblings: number;
};

/** Sorts rows into depth-first order. */
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

/** The granted permissions by group. */
export type Held = {
  has(index: number): boolean;
  /** Counts below a group. */
  below(index: number): { readonly held: number; readonly all: number };
  state(index: number): boolean | 'mixed';
  readonly count: number;
};

export function heldOf(nodes: readonly PermissionNode[], codes: Iterable<string>): Held {
  const set = new Set(codes);
  // prefix sums: number granted before an index
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
 * The codes after toggling a box: a full group is emptied, any other one filled. Permissions that the user lacks stay, but can be
 * removed; a permission includes its groups.
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

/** Grants everything that the user can grant. */
export const filled = (nodes: readonly PermissionNode[], codes: readonly string[], may: (code: string) => boolean): string[] =>
  inOrder(nodes, new Set([...codes, ...nodes.map(({ code }) => code).filter(may)]));

const inOrder = (nodes: readonly PermissionNode[], set: ReadonlySet<string>): string[] =>
  nodes.map(({ code }) => code).filter((code) => set.has(code));

/** Indexes of visible nodes; with `found`, the matches and their groups, open or not. */
export function shownNodes(
  nodes: readonly PermissionNode[],
  open: ReadonlySet<string>,
  matches: ReadonlySet<number> | null,
): readonly number[] {
  if (matches) {
    const shown = new Set<number>();
    for (const index of matches) for (let up = index; up >= 0 && !shown.has(up); up = nodes[up]!.parent) shown.add(up);
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
