import { CallError } from '@fleetwarden/contract/errors';
import type { roleCalls } from '@fleetwarden/contract/identity/people/routes';
import type { RoleUser } from '@fleetwarden/contract/identity/people/schemas';
import { withAncestors } from '@fleetwarden/contract/permission-tree';
import { at, type Queryable, sql } from '../../platform/db/database.ts';
import { pageOf } from '../../platform/db/list.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { Scope, Stored } from '../../platform/resources/read.ts';
import type { ResourceStore } from '../../platform/resources/resource.ts';
import type { AdministratorGuard } from './administrators.ts';
import { requireOutranked, rolesBeyond } from './grants.ts';

export type RoleCallsDeps = {
  /** Roles and users of one console. */
  readonly roles: ResourceStore;
  readonly users: ResourceStore;
  readonly administrators: AdministratorGuard;
  readonly below: (departmentId: number) => Promise<Scope>;
  readonly now: () => number;
};

/** Actions on roles besides editing records. */
export function createRoleCalls({ roles, users, administrators, below, now }: RoleCallsDeps): Handlers<typeof roleCalls> {
  const { db } = roles;
  const roleOf = async (id: string, user: Principal): Promise<Stored & { codes: readonly string[] }> => {
    const [row] = await roles.reader.byIds(db, [Number(id)], await below(user.departmentId));
    if (!row) throw new CallError('notFound', `role ${id}`);
    return row as Stored & { codes: readonly string[] };
  };
  /** Users of the scope, locked; throws CallError notFound if one is missing. */
  const locked = async (tx: Queryable, ids: readonly string[], user: Principal): Promise<number[]> => {
    const wanted = [...new Set(ids.map(Number))];
    const rows = wanted.length > 0 ? await users.reader.lock(tx, wanted, await below(user.departmentId)) : [];
    if (rows.length < wanted.length) throw new CallError('notFound', `users ${ids.join()}`);
    return wanted;
  };

  return {
    listRoleUser: async ({ id, free, text }, { user, page }) => {
      const role = await roleOf(id, user);
      const scope = [...(await below(user.departmentId))];
      const { clientType } = users.resource.fixed!;
      const held = sql`exists (select from account_role h where h.account_id = a.id and h.role_id = ${role.id})`;
      const from = sql`
        from account a join department d on d.id = a.department_id
        where a.department_id = any(${scope}) and a.client_type = ${clientType} and ${free ? sql`not ${held}` : held}
        ${text ? sql`and (strpos(lower(a.login_name), lower(${text})) > 0 or strpos(lower(a.user_name), lower(${text})) > 0)` : sql``}`;
      const columns = sql`a.id::text as id, a.login_name as "loginName", a.user_name as "userName", d.name as "deptName"`;
      const { rows, total } = await pageOf<RoleUser>(db, { columns, from, order: sql`order by a.login_name, a.id` }, page);
      return { list: rows, total };
    },
    copyRole: async ({ id, roleName, deptId }, { user, note }) => {
      note({ object: roleName });
      const { codes, remark } = await roleOf(id, user);
      const values = {
        roleName,
        deptId: Number(deptId),
        enabled: true,
        remark,
        codes: [...withAncestors(codes)].filter((code) => user.rights.has(code)),
      };
      const [change] = await roles.change([{ kind: 'add', values }], user);
      note({ object: roleName, after: { copyOf: id } });
      return { id: String(change!.id) };
    },
    bindUser: async ({ id, add, remove }, { user, note }) => {
      const role = await roleOf(id, user);
      note({ object: String(role['roleName']) });
      return db.transaction(async (tx) => {
        const lot = {};
        await administrators.before(tx, lot);
        const [given, taken] = [await locked(tx, add, user), await locked(tx, remove, user)];
        const tooMuch = given.length > 0 && (await rolesBeyond(tx, [role.id], user.rights)).size > 0;
        if (tooMuch) throw new CallError('beyondOwnRights', `role ${id}`);
        await requireOutranked(tx, { accounts: [...given, ...taken] }, user);
        const added = await tx.run(sql`
          insert into account_role (account_id, role_id)
          select account_id, ${role.id} from unnest(${given}::integer[]) account_id on conflict do nothing`);
        const removed = await tx.run(sql`delete from account_role where role_id = ${role.id} and account_id = any(${taken})`);
        await tx.run(sql`
          update account set version = version + 1, updated_at = ${at(now())} where id = any(${[...given, ...taken]})`);
        await administrators.after(tx, lot);
        note({ object: String(role['roleName']), after: { added, removed } });
        return { added, removed };
      });
    },
  };
}
