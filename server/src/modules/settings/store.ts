import { settingRow } from '@fleetwarden/contract/settings/platform-settings';
import { json, type Queryable, sql } from '../../platform/db/database.ts';

/** Whose settings: a department's, or (null) the platform's. */
export type ScopeId = number | null;

export type ValueRow = { readonly department_id: ScopeId; readonly key: string; readonly value: unknown };
export type DepartmentRow = { readonly id: number; readonly parent_id: number | null };
export type LogoRow = { readonly department_id: ScopeId; readonly hash: string; readonly content_type: string };

/** Values of the platform and of all departments. */
export const allValues = (db: Queryable) =>
  db.query<ValueRow>(sql`select department_id, key, value from setting_value where account_id is null`);
export const allDepartments = (db: Queryable) => db.query<DepartmentRow>(sql`select id, parent_id from department`);
export const allLogos = (db: Queryable) => db.query<LogoRow>(sql`select department_id, hash, content_type from logo`);

/** A number of the platform within a statement: as stored, else its default. */
export const storedNumber = (key: 'recycleDays') => sql`
  coalesce((select v.value::integer from setting_value v
    where v.account_id is null and v.department_id is null and v.key = ${key}), ${settingRow(key)!.default})`;

/** Number of saves of a scope; 0 for none. */
export async function versionOf(db: Queryable, scope: ScopeId): Promise<number> {
  const row = await db.first<{ version: number }>(
    sql`select version from setting_version where department_id is not distinct from ${scope}`,
  );
  return row?.version ?? 0;
}

/** Increments the version of a scope; undefined if `seen` is stale. Others wait until the transaction ends. */
export async function nextVersion(tx: Queryable, scope: ScopeId, seen: number, by: number): Promise<number | undefined> {
  const row =
    seen === 0
      ? await tx.first<{ version: number }>(sql`
          insert into setting_version (department_id, version, updated_by) values (${scope}, 1, ${by})
          on conflict (department_id) do nothing returning version`)
      : await tx.first<{ version: number }>(sql`
          update setting_version set version = version + 1, updated_at = now(), updated_by = ${by}
          where department_id is not distinct from ${scope} and version = ${seen} returning version`);
  return row?.version;
}

export const valuesOf = (db: Queryable, scope: ScopeId) =>
  db.query<{ key: string; value: unknown }>(sql`
    select key, value from setting_value where account_id is null and department_id is not distinct from ${scope}`);

export const putValue = (tx: Queryable, scope: ScopeId, key: string, value: unknown, by: number) =>
  tx.run(sql`
    insert into setting_value (department_id, key, value, updated_by) values (${scope}, ${key}, ${json(value)}::jsonb, ${by})
    on conflict (department_id, account_id, key)
    do update set value = excluded.value, updated_at = now(), updated_by = excluded.updated_by`);

export const dropValue = (tx: Queryable, scope: ScopeId, key: string) =>
  tx.run(sql`
    delete from setting_value
    where account_id is null and department_id is not distinct from ${scope} and key = ${key}`);

export const partsOf = (db: Queryable, accountId: number) =>
  db.query<{ key: string; value: unknown }>(sql`select key, value from setting_value where account_id = ${accountId}`);

/** Serializes saves of the same account until this transaction ends. */
export const lockAccount = (tx: Queryable, accountId: number) =>
  tx.query(sql`select 1 from account where id = ${accountId} for update`);

export const putPart = (tx: Queryable, accountId: number, key: string, value: unknown) =>
  tx.run(sql`
    insert into setting_value (account_id, key, value, updated_by)
    values (${accountId}, ${key}, ${json(value)}::jsonb, ${accountId})
    on conflict (department_id, account_id, key) do update set value = excluded.value, updated_at = now()`);

/** Merges values into the account's map state. */
export const putMapState = (tx: Queryable, accountId: number, state: object) =>
  tx.run(sql`update account set map_state = coalesce(map_state, '{}') || ${json(state)}::jsonb where id = ${accountId}`);

export type NewLogo = { readonly hash: string; readonly contentType: string; readonly image: Buffer };

export const putLogo = (db: Queryable, scope: ScopeId, logo: NewLogo, by: number) =>
  db.run(sql`
    insert into logo (department_id, hash, content_type, image, updated_by)
    values (${scope}, ${logo.hash}, ${logo.contentType}, ${logo.image}, ${by})
    on conflict (department_id) do update set hash = excluded.hash, content_type = excluded.content_type,
      image = excluded.image, updated_at = now(), updated_by = excluded.updated_by`);

export const dropLogo = (db: Queryable, scope: ScopeId) =>
  db.run(sql`delete from logo where department_id is not distinct from ${scope}`);

export const logoByHash = (db: Queryable, hash: string) =>
  db.first<{ content_type: string; image: Buffer }>(sql`select content_type, image from logo where hash = ${hash} limit 1`);
