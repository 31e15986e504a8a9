import type { LinksField, Resource } from '@fleetwarden/contract/resources/resource';
import type { Queryable } from '../db/database.ts';
import { at, json, name, sql } from '../db/sql.ts';
import type { Change } from './change.ts';
import type { FieldEncryption } from './field-encryption.ts';
import { storedFields } from './model.ts';
import { createPartRows } from './part-rows.ts';
import { createRowStatements } from './row-statements.ts';
import { createUniqueValues, type UniqueValues } from './unique-values.ts';

export type Writer = UniqueValues & {
  /** Ids for new records. */
  nextIds(tx: Queryable, count: number): Promise<number[]>;
  /** Writes all changes in a few statements. */
  apply(tx: Queryable, changes: readonly Change[], author: Author): Promise<void>;
};

type Author = { readonly accountId: number | null; readonly now: number };

export function createWriter({
  resource,
  encryption,
}: {
  readonly resource: Resource;
  readonly encryption: FieldEncryption;
}): Writer {
  const table = name(resource.table);
  const target = { table, key: sql`id`, fields: storedFields(resource) };
  const links = Object.entries(resource.fields).filter((entry): entry is [string, LinksField] => entry[1].kind === 'links');
  const statements = createRowStatements(resource, encryption);
  const parts = createPartRows(resource, statements);

  const restore = async (tx: Queryable, ids: readonly number[], now: number) => {
    await parts.restore(tx, ids);
    await tx.run(sql`
      update ${table} set deleted_at = null, deleted_by = null, delete_reason = null, version = version + 1,
        updated_at = ${at(now)}${parts.exist ? sql`, removed_parts = null` : sql``}
      where id = any(${[...ids]})`);
  };
  const remove = async (tx: Queryable, removed: readonly Change[], { accountId, now }: Author) => {
    if (!resource.recycled) {
      await tx.run(sql`delete from ${table} where id = any(${listIds(removed)})`);
      return;
    }
    const rows = removed.map(({ id, ...rest }) => ({ id, reason: 'reason' in rest ? rest.reason : null }));
    await tx.run(sql`
      update ${table} u set deleted_at = ${at(now)}, deleted_by = ${accountId}, delete_reason = r.reason, version = u.version + 1
      from jsonb_to_recordset(${json(rows)}::jsonb) r (id integer, reason text) where u.id = r.id`);
  };

  return {
    ...createUniqueValues(resource, encryption),
    nextIds: async (tx, count) => {
      const rows = await tx.query<{ id: number }>(sql`
        select nextval(pg_get_serial_sequence(${resource.table}, 'id'))::integer as id from generate_series(1, ${count}::integer)`);
      return rows.map(({ id }) => id);
    },
    apply: async (tx, changes, author) => {
      const select = (kind: Change['kind']) => changes.filter((change) => change.kind === kind);
      const { now } = author;
      const [added, edited, removed] = [select('add'), select('edit'), select('remove')];
      const [restored, purged] = [select('restore'), select('purge')];
      await statements.insert(tx, target, added);
      await statements.update(tx, target, edited, sql`version = u.version + 1, updated_at = ${at(now)}`);
      if (removed.length > 0 && resource.recycled) await parts.archive(tx, listIds(removed));
      await parts.save(tx, [...added, ...edited], removed, now);
      for (const [key, field] of links) await saveLinks(tx, key, field, [...added, ...edited]);
      if (restored.length > 0) await restore(tx, listIds(restored), now);
      if (purged.length > 0)
        await tx.run(sql`delete from ${table} where id = any(${listIds(purged)}) and deleted_at is not null`);
      if (removed.length > 0) await remove(tx, removed, author);
    },
  };
}

/** Writes the links of a field, such as the departments of a user. */
async function saveLinks(tx: Queryable, key: string, { pairs }: LinksField, changes: readonly Change[]): Promise<void> {
  // Links that others changed meanwhile stay unless this change names them.
  const touched = changes.filter(({ before, after }) => !sameIds(before?.[key], after?.[key]));
  if (touched.length === 0) return;
  const [own, other, table] = [name(pairs.own), name(pairs.other), name(pairs.table)];
  const wanted = touched.flatMap(({ id, after }) =>
    ((after?.[key] ?? []) as readonly (string | number)[]).map((to) => ({ id, to: Number(to) })),
  );
  const rows = sql`jsonb_to_recordset(${json(wanted)}::jsonb) r (id integer, "to" integer)`;
  await tx.run(sql`
    delete from ${table} p where p.${own} = any(${touched.map(({ id }) => id)})
    and not exists (select from ${rows} where r.id = p.${own} and r."to" = p.${other})`);
  await tx.run(sql`insert into ${table} (${own}, ${other}) select id, "to" from ${rows} on conflict do nothing`);
}

const listIds = (changes: readonly Change[]): number[] => changes.map(({ id }) => id);

const sameIds = (before: unknown, after: unknown): boolean => {
  const idsIn = (value: unknown) =>
    ((value ?? []) as readonly (string | number)[])
      .map(Number)
      .sort((a, b) => a - b)
      .join();
  return idsIn(before) === idsIn(after);
};
