import type { DepartmentIndex } from '../department-index.ts';

/** Adds to a department and its ancestors. */
export function addAbove(counts: Int32Array, { parent }: DepartmentIndex, from: number, difference: number): void {
  if (difference === 0) return;
  for (let d = from; d >= 0; d = parent[d]!) counts[d]! += difference;
}

/** Turns own counts into subtree counts: parents come before children. */
export function sumUp(counts: Int32Array, { count, parent }: DepartmentIndex): void {
  for (let d = count - 1; d > 0; d--) if (parent[d]! >= 0) counts[parent[d]!]! += counts[d]!;
}

/** A subtree sum without the children's subtrees. */
export function ownPart({ end }: DepartmentIndex, d: number, sum: (d: number) => number): number {
  let own = sum(d);
  for (let child = d + 1; child < end[d]!; child = end[child]!) own -= sum(child);
  return own;
}
