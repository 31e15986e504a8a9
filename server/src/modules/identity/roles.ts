import { withAncestors } from '@fleetwarden/contract/permission-tree';
import { sql } from '../../platform/db/database.ts';
import type { Refusal } from '../../platform/resources/change.ts';
import type { Hooks } from '../../platform/resources/resource.ts';
import type { AdministratorGuard } from './administrators.ts';
import { beyond, refuseOutranking } from './grants.ts';

/** Hooks of roles: which permissions a user may grant, and the protection of the last administrator. */
export function roleHooks({ administrators }: { readonly administrators: AdministratorGuard }): Hooks {
  return {
    computed: { users: sql`(select count(*)::integer from account_role h where h.role_id = t.id)`, key: sql`t.key` },
    uses: [{ table: 'account_role', column: 'role_id', key: 'use.account' }],
    // a button's code includes its page and group; unknown codes are left out
    prepare: (values) => ({ ...values, codes: [...withAncestors((values['codes'] ?? []) as readonly string[])] }),
    lock: administrators.lock,
    check: async (tx, changes, actor) => {
      await administrators.before(tx, changes);
      const outranking = await refuseOutranking(tx, 'roles', changes, actor);
      const granting = changes.flatMap(({ after }, at): Refusal[] => {
        const tooMany = beyond((after?.['codes'] ?? []) as readonly string[], actor.rights).length;
        return tooMany > 0 ? [{ at, faults: [{ path: 'codes', key: 'user.codesBeyond', params: { count: tooMany } }] }] : [];
      });
      return [...outranking, ...granting];
    },
    applied: (tx, changes) => administrators.after(tx, changes),
  };
}
