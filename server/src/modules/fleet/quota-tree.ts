import { QUOTA_ITEMS, type QuotaItem } from '@fleetwarden/contract/quotas/quota-items';

/** Limits by item; null: none. */
export type Limits = Readonly<Record<QuotaItem, number | null>>;
export type QuotaTree = {
  /** The nearest department above that has a quota of its own. */
  above(departmentId: number): number | undefined;
  /** The nearest departments below that have one. */
  below(departmentId: number): readonly number[];
  limitsOf(departmentId: number): Limits | undefined;
  /** What the quotas right below come to. */
  handedOut(departmentId: number, item: QuotaItem): number;
};

/** A department that gave out more than it has, or was given more than there is. */
export type OverCommitment = {
  readonly departmentId: number;
  readonly item: QuotaItem;
  readonly limit: number;
  readonly sum: number;
};

const ITEMS = Object.keys(QUOTA_ITEMS) as QuotaItem[];

/** Departments with a quota of their own, as the tree they form; departments without one are passed through. */
export function quotaTree(parents: ReadonlyMap<number, number | null>, quotas: ReadonlyMap<number, Limits>): QuotaTree {
  const above = (departmentId: number): number | undefined => {
    let up = parents.get(departmentId);
    while (up != null && !quotas.has(up)) up = parents.get(up);
    return up ?? undefined;
  };
  const children = Map.groupBy(quotas.keys(), above);
  const below = (departmentId: number) => children.get(departmentId) ?? [];
  return {
    above,
    below,
    limitsOf: (departmentId) => quotas.get(departmentId),
    handedOut: (departmentId, item) => below(departmentId).reduce((sum, child) => sum + (quotas.get(child)?.[item] ?? 0), 0),
  };
}

/** Where a department's quota and those right below it do not go together, looked at from each of these departments. */
export function overCommitments(tree: QuotaTree, departmentIds: readonly number[]): OverCommitment[] {
  const looked = new Set(departmentIds.flatMap((id) => [id, tree.above(id)]).filter((id) => id !== undefined));
  return [...looked].flatMap((departmentId) =>
    ITEMS.flatMap((item) => {
      const limit = tree.limitsOf(departmentId)?.[item];
      const sum = tree.handedOut(departmentId, item);
      return limit != null && sum > limit ? [{ departmentId, item, limit, sum }] : [];
    }),
  );
}
