import { CallError } from '@fleetwarden/contract/errors';
import type { Queryable } from '../../platform/db/database.ts';
import { namesOf, readQuotaTree } from './quota-store.ts';
import { overCommitments } from './quota-tree.ts';

/**
 * Throws CallError validation where quotas no longer go together around these departments: what stands right below one with a quota
 * comes to more than it has. `pathOf`: where it is told, by the item. Under lockQuotas.
 */
export async function refuseOverCommitment(
  tx: Queryable,
  ids: readonly number[],
  pathOf: (item: string) => string,
): Promise<void> {
  const found = overCommitments(await readQuotaTree(tx), ids);
  if (found.length === 0) return;
  const names = await namesOf(
    tx,
    found.map(({ departmentId }) => departmentId),
  );
  const faults = found.map(({ departmentId, item, limit, sum }) => ({
    path: pathOf(item),
    key: 'quota.overCommitted',
    params: { name: names.get(departmentId) ?? '', limit, sum },
  }));
  throw new CallError('validation', 'quotas do not go together', faults);
}
