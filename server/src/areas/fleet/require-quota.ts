import { CallError } from '@fleetwarden/contract/errors';
import type { CountedItem } from '@fleetwarden/contract/quota';
import { type Queryable, sql } from '../../platform/db/database.ts';
import { name } from '../../platform/db/sql.ts';
import type { Change } from '../../platform/resources/write.ts';

const FORBID = 1;

/** Departments that changes bring a record into. */
export const gainersOf = (changes: readonly Change[]): number[] =>
  changes.flatMap(({ kind, before, after }) =>
    after && (kind === 'restore' || Number(before?.['deptId']) !== Number(after['deptId'])) ? [Number(after['deptId'])] : [],
  );

/** What is counted, where: over alias `c`. */
const COUNTED = {
  vehicles: { table: 'vehicle', where: sql`and c.deleted_at is null`, error: 'quotaVehicles' },
  users: { table: 'account', where: sql``, error: 'quotaUsers' },
} as const;

/**
 * Refuses what was just written where it is more than a quota allows: the departments that got something are looked at with all
 * above them. Called after the change, in its transaction, and only where something was added, moved in or brought back. Days end
 * as those of the zone do. Throws CallError quotaVehicles, quotaUsers or quotaExpired, which name the department, its limit and what would be used.
 */
export async function requireQuota(
  tx: Queryable,
  departmentIds: readonly number[],
  kind: CountedItem,
  timeZone: string,
): Promise<void> {
  if (departmentIds.length === 0) return;
  // held until the end: two who add at once are counted one after the other
  const quotas = await tx.query<{ id: number; name: string; limit: number; expired: boolean }>(sql`
    with recursive up as (
      select id, parent_id from department where id = any(${[...new Set(departmentIds)]})
      union select d.id, d.parent_id from department d join up on d.id = up.parent_id
    )
    select q.department_id as id, d.name, q.${name(kind)} as limit, coalesce(q.valid_to < (now() at time zone ${timeZone}::text)::date, false) as expired
    from quota q join department d on d.id = q.department_id
    where q.department_id in (select id from up) and q.over_policy = ${FORBID}
    order by q.department_id for update of q`);
  const { table, where, error } = COUNTED[kind];
  for (const { id, name: department, limit, expired } of quotas) {
    if (expired) throw new CallError('quotaExpired', `quota of ${id}`, [], { name: department });
    const row = await tx.first<{ used: number }>(sql`
      with recursive below as (
        select id from department where id = ${id} union select d.id from department d join below b on d.parent_id = b.id
      )
      select count(*) as used from ${name(table)} c where c.department_id in (select id from below) ${where}`);
    if (row!.used > limit)
      throw new CallError(error, `quota of ${id}: ${row!.used} of ${limit}`, [], { name: department, limit, used: row!.used });
  }
}
