import { CallError } from '@fleetwarden/contract/errors';
import { withAncestors } from '@fleetwarden/contract/permission-tree';
import { type Queryable, sql } from '../../platform/db/database.ts';
import type { Change, Refusal } from '../../platform/resources/change.ts';
import type { Actor } from '../../platform/resources/resource.ts';

/** Codes of a list that the user lacks and therefore must not grant. */
export const beyond = (codes: Iterable<string>, rights: ReadonlySet<string>): string[] =>
  [...withAncestors(codes)].filter((code) => !rights.has(code));

/** The roles that the user may not grant, because they hold more permissions. */
export async function rolesBeyond(tx: Queryable, roleIds: readonly number[], rights: ReadonlySet<string>): Promise<Set<number>> {
  if (roleIds.length === 0) return new Set();
  const rows = await tx.query<CodeRow>(sql`select id, codes from role where id = any(${[...roleIds]})`);
  return idsBeyond(rows, rights);
}

/** Roles and accounts of a change. */
type Targets = { readonly roles?: readonly number[]; readonly accounts?: readonly number[] };
type Outranking = { readonly roles: ReadonlySet<number>; readonly accounts: ReadonlySet<number> };

/**
 * The targets that hold more permissions than the actor, who may not change them in any way. Disabled roles count, because they
 * can be enabled. A role also counts with all roles of its holders. An actor never outranks itself.
 */
export async function findOutranking(tx: Queryable, { roles = [], accounts = [] }: Targets, actor: Actor): Promise<Outranking> {
  const holderRoles =
    roles.length === 0
      ? []
      : await tx.query<CodeRow>(sql`
    with holder as (
      select distinct h.role_id as id, other.role_id as held
      from account_role h join account_role other on other.account_id = h.account_id
      where h.role_id = any(${[...roles]}) and h.account_id is distinct from ${actor.accountId}
      union select id, id from role where id = any(${[...roles]}))
    select holder.id, r.codes from holder join role r on r.id = holder.held`);
  const accountRoles =
    accounts.length === 0
      ? []
      : await tx.query<CodeRow>(sql`
    select h.account_id as id, r.codes from account_role h join role r on r.id = h.role_id
    where h.account_id = any(${[...accounts]}) and h.account_id is distinct from ${actor.accountId}`);
  return { roles: idsBeyond(holderRoles, actor.rights), accounts: idsBeyond(accountRoles, actor.rights) };
}

type CodeRow = { readonly id: number; readonly codes: readonly string[] };

const idsBeyond = (rows: readonly CodeRow[], rights: ReadonlySet<string>): Set<number> =>
  new Set(rows.filter(({ codes }) => beyond(codes, rights).length > 0).map(({ id }) => id));

/** Throws CallError beyondOwnRights if the actor may not change one of the targets. */
export async function requireOutranked(tx: Queryable, targets: Targets, actor: Actor): Promise<void> {
  const { roles, accounts } = await findOutranking(tx, targets, actor);
  const found = [...[...roles].map((id) => `role ${id}`), ...[...accounts].map((id) => `account ${id}`)];
  if (found.length > 0) throw new CallError('beyondOwnRights', found.join(', '));
}

/** The changes that the actor must not make to existing roles or accounts, as refusals. */
export async function refuseOutranking(
  tx: Queryable,
  kind: keyof Targets,
  changes: readonly Change[],
  actor: Actor,
): Promise<Refusal[]> {
  const ids = changes.flatMap((change) => (change.kind === 'add' ? [] : [change.id]));
  const outranking = (await findOutranking(tx, { [kind]: ids }, actor))[kind];
  return changes.flatMap(({ id }, at): Refusal[] => (outranking.has(id) ? [{ at, kind: 'beyondOwnRights', faults: [] }] : []));
}
