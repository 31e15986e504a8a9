import { type BuiltInRoleKey, builtInRoles } from '@fleetwarden/contract/identity/built-in-roles';
import { getText } from '@fleetwarden/locale/languages';
import { type Queryable, sql } from '../../platform/db/database.ts';
import type { Role } from './account-store.ts';

/** The name of a role; for a built-in one in the caller's language. */
export const roleName = ({ key, name }: Role, language: Parameters<typeof getText>[0]): string =>
  key === null ? name : getText(language, `role.${key}`);

/** Enters the roles every installation has, and gives them the names and codes of this release; returns their ids by key. */
export async function ensureBuiltInRoles(db: Queryable): Promise<ReadonlyMap<BuiltInRoleKey, number>> {
  for (const { key, codes } of builtInRoles) {
    const name = getText('zh', `role.${key}`);
    await db.run(sql`
      insert into role (key, name, codes) values (${key}, ${name}, ${[...codes]})
      on conflict (key) do update set name = excluded.name, codes = excluded.codes, version = role.version + 1
      where (role.name, role.codes) is distinct from (excluded.name, excluded.codes)`);
  }
  const rows = await db.query<{ key: BuiltInRoleKey; id: number }>(sql`select key, id from role where key is not null`);
  return new Map(rows.map(({ key, id }) => [key, id]));
}
