import { CallError } from '@fleetwarden/contract/errors';
import type { Queryable } from '../../platform/db/database.ts';
import { findOverCommitments } from './quota-tree.ts';
import { loadDepartmentNames, readQuotaTree } from './store.ts';

/**
 * Throws CallError validation where quotas next to these departments exceed the quota above them. Call it under lockQuotas.
 * `pathOf`: path of the fault for an item.
 */
export async function refuseOverCommitment(
  tx: Queryable,
  ids: readonly number[],
  pathOf: (item: string) => string,
): Promise<void> {
  const excesses = findOverCommitments(await readQuotaTree(tx), ids);
  if (excesses.length === 0) return;
  const names = await loadDepartmentNames(
    tx,
    excesses.map(({ departmentId }) => departmentId),
  );
  const faults = excesses.map(({ departmentId, item, limit, sum }) => ({
    path: pathOf(item),
    key: 'quotas.overCommitted',
    params: { name: names.get(departmentId) ?? '', limit, sum },
  }));
  throw new CallError('validation', 'quotas do not go together', faults);
}
