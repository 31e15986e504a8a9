import type { Db } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { accountById, isUsable } from './account-store.ts';
import type { IdentitySettings } from './identity-settings.ts';
import { passwordDue } from './password-age.ts';
import type { Rights } from './rights.ts';

/** An account as it is now, for work done in its name without a session; undefined where it may not sign in. */
export type PrincipalOf = (accountId: number) => Promise<Principal | undefined>;

export function createPrincipalOf(deps: {
  readonly db: Db;
  readonly settings: IdentitySettings;
  readonly rights: Rights;
  readonly now: () => number;
}): PrincipalOf {
  const { db, settings, rights, now } = deps;
  return async (accountId) => {
    const row = await accountById(db, accountId);
    const at = now();
    if (!row || !isUsable(row, at)) return undefined;
    return {
      kind: 'user',
      // no session
      prefix: '',
      accountId,
      account: row.login_name,
      departmentId: row.department_id,
      rights: await rights.of(row.role_states),
      mustChangePassword: passwordDue(row, await settings.of(row.department_id), at),
    };
  };
}
