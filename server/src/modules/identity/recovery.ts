import { at, type Db, sql } from '../../platform/db/database.ts';
import { ensureBuiltInRoles } from './built-in-roles.ts';
import { guardName } from './login.ts';
import { hashPassword, randomPassword } from './password.ts';
import { endSessionsOf } from './session-store.ts';
import { revokeTickets } from './ticket-store.ts';

export type Recovery = {
  readonly loginName: string;
  /** Also makes the account a super administrator of its top department, and removes the platform's list of addresses. */
  readonly allPermissions: boolean;
};

/**
 * Lets an account in again, for the owner of the machine: a random password, enabled, without dates, addresses and locks. Returns the
 * password, which must be changed at the next login; undefined for an unknown account.
 */
export async function recoverAccount(db: Db, { loginName, allPermissions }: Recovery, now: number): Promise<string | undefined> {
  const password = randomPassword();
  const hash = await hashPassword(password);
  return db.transaction(async (tx) => {
    const account = await tx.first<{ id: number; login_name: string }>(sql`
      update account set password_hash = ${hash}, must_change_password = true, password_changed_at = ${at(now)}, enabled = true,
                         valid_from = null, expires_at = null, ip_allow = null, version = version + 1, updated_at = ${at(now)}
      where lower(login_name) = lower(${loginName}) returning id, login_name`);
    if (!account) return undefined;
    if (allPermissions) {
      const role = (await ensureBuiltInRoles(tx)).get('superAdministrator')!;
      await tx.run(sql`
        insert into account_role (account_id, role_id) values (${account.id}, ${role}) on conflict do nothing`);
      await tx.run(sql`
        with recursive above as (
          select d.id, d.parent_id from department d join account a on a.department_id = d.id where a.id = ${account.id}
          union all select d.id, d.parent_id from department d join above on d.id = above.parent_id)
        update account set department_id = (select id from above where parent_id is null) where id = ${account.id}`);
      await tx.run(sql`
        with dropped as (
          delete from setting_value where account_id is null and department_id is null and key = 'ipList' returning key)
        update setting_version set version = version + 1, updated_at = ${at(now)}, updated_by = null
        where department_id is null and exists (select from dropped)`);
    }
    await tx.run(sql`delete from login_failure where name = ${guardName(account.login_name)}`);
    await revokeTickets(tx, account.id);
    await endSessionsOf(tx, { accountId: account.id }, 'password', now);
    // no account did it: the machine's owner
    await tx.run(sql`
      insert into audit_log (at, department_id, area, action, object, after, result)
      select ${at(now)}, department_id, 'user', 'resetPasswd', login_name, ${JSON.stringify({ allPermissions })}::jsonb, '0'
      from account where id = ${account.id}`);
    return password;
  });
}
