import { QUOTA_ITEMS, type QuotaItem } from '@fleetwarden/contract/quotas/quota-items';

/** Limits by item; null: unlimited. */
export type Limits = Readonly<Record<QuotaItem, number | null>>;
export type QuotaTree = {
  /** The nearest department above that has a quota of its own. */
  above(departmentId: number): number | undefined;
  /** The nearest departments below that have one. */
  below(departmentId: number): readonly number[];
  limitsOf(departmentId: number): Limits | undefined;
  /** Sum of the quotas right below. */
  handedOut(departmentId: number, item: QuotaItem): number;
};

/** A department whose quota is less than the sum of the quotas right below it. */
export type OverCommitment = {
  readonly departmentId: number;
  readonly item: QuotaItem;
  readonly limit: number;
  readonly sum: number;
};

const ITEMS = Object.keys(QUOTA_ITEMS) as QuotaItem[];

/** Builds the tree of departments with a quota; departments without one are skipped. */
export function buildQuotaTree(parents: ReadonlyMap<number, number | null>, quotas: ReadonlyMap<number, Limits>): QuotaTree {
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

/** Finds over-commitments at these departments and at the nearest quota above each. */
export function findOverCommitments(tree: QuotaTree, departmentIds: readonly number[]): OverCommitment[] {
  const checked = new Set(departmentIds.flatMap((id) => [id, tree.above(id)]).filter((id) => id !== undefined));
  return [...checked].flatMap((departmentId) =>
    ITEMS.flatMap((item) => {
      const limit = tree.limitsOf(departmentId)?.[item];
      const sum = tree.handedOut(departmentId, item);
      return limit != null && sum > limit ? [{ departmentId, item, limit, sum }] : [];
    }),
  );
}
