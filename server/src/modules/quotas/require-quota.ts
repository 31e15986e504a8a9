import { CallError } from '@fleetwarden/contract/errors';
import type { CountedItem } from '@fleetwarden/contract/quotas/quota-items';
import { type Queryable, sql } from '../../platform/db/database.ts';
import { json, name } from '../../platform/db/sql.ts';
import type { Change } from '../../platform/resources/change.ts';

const FORBID = 1;

/** A department that gains an item, and the department that loses it; null: a new item. */
export type Gain = { readonly to: number; readonly from: number | null };

/** Lists what changes add to departments: new, moved in or restored. */
export const listGains = (changes: readonly Change[]): Gain[] =>
  changes.flatMap(({ kind, before, after }) => {
    const from = before && kind !== 'restore' ? Number(before['deptId']) : null;
    return after && from !== Number(after['deptId']) ? [{ to: Number(after['deptId']), from }] : [];
  });

/** Tables of the counted items; `where` uses alias `c`. */
const COUNTED = {
  vehicles: { table: 'vehicle', where: sql`and c.deleted_at is null`, error: 'quotaVehicles' },
  users: { table: 'account', where: sql``, error: 'quotaUsers' },
} as const;

/**
 * Throws CallError quotaVehicles, quotaUsers or quotaExpired where a quota at or above a gaining department is exceeded. Departments
 * above both ends of a move are skipped: their usage stays. Call it after the change, in its transaction.
 */
export async function requireQuota(tx: Queryable, gains: readonly Gain[], kind: CountedItem, timeZone: string): Promise<void> {
  if (gains.length === 0) return;
  const pairs = [...new Map(gains.map((gain) => [`${gain.from} ${gain.to}`, gain])).values()];
  // "for update" serializes concurrent additions until the transaction ends
  const quotas = await tx.query<{ id: number; name: string; limit: number; expired: boolean }>(sql`
    with recursive gain as (
      select row_number() over () as n, g.* from jsonb_to_recordset(${json(pairs)}::jsonb) g ("to" integer, "from" integer)
    ), gaining as (
      select n, "to" as id from gain
      union select g.n, d.parent_id from gaining g join department d on d.id = g.id where d.parent_id is not null
    ), losing as (
      select n, "from" as id from gain where "from" is not null
      union select l.n, d.parent_id from losing l join department d on d.id = l.id where d.parent_id is not null
    )
    select q.department_id as id, d.name, q.${name(kind)} as limit, coalesce(q.valid_to < (now() at time zone ${timeZone}::text)::date, false) as expired
    from quota q join department d on d.id = q.department_id
    where q.department_id in (select id from gaining g where not exists (select from losing l where (l.n, l.id) = (g.n, g.id))) and q.over_policy = ${FORBID}
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
