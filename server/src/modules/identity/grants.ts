import { withAncestors } from '@fleetwarden/contract/permission-tree';
import { type Queryable, sql } from '../../platform/db/database.ts';

/** Codes of a list that the user lacks and therefore must not grant. */
export const beyond = (codes: Iterable<string>, rights: ReadonlySet<string>): string[] =>
  [...withAncestors(codes)].filter((code) => !rights.has(code));

/** The roles with more permissions than the user has. */
export async function rolesBeyond(tx: Queryable, roleIds: readonly number[], rights: ReadonlySet<string>): Promise<Set<number>> {
  if (roleIds.length === 0) return new Set();
  const rows = await tx.query<{ id: number; codes: string[] }>(sql`
    select id, codes from role where id = any(${[...roleIds]})`);
  return new Set(rows.filter(({ codes }) => beyond(codes, rights).length > 0).map(({ id }) => id));
}

/** Whether an account has more permissions than the user: taking it over would be privilege escalation. */
export async function accountBeyond(tx: Queryable, accountId: number, rights: ReadonlySet<string>): Promise<boolean> {
  const rows = await tx.query<{ codes: string[] }>(sql`
    select r.codes from account_role h join role r on r.id = h.role_id where h.account_id = ${accountId} and r.enabled`);
  return (
    beyond(
      rows.flatMap(({ codes }) => codes),
      rights,
    ).length > 0
  );
}
