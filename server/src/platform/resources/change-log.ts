import type { Field, Resource } from '@fleetwarden/contract/resources/resource';
import type { Db, Queryable } from '../db/database.ts';
import { pageOf } from '../db/list.ts';
import { json, name, sql } from '../db/sql.ts';
import type { Change } from './change.ts';
import { difference } from './handlers.ts';
import { getColumn, type ResourceTable, type Values } from './model.ts';
import type { Actor } from './resource.ts';

/** One change of a record. `before`, `after`: changed values by field key; links as names. */
export type LoggedChange = {
  readonly id: string;
  readonly at: number;
  readonly userName: string;
  readonly kind: string;
  readonly note: string | null;
  readonly before: Values | null;
  readonly after: Values | null;
};

type ChangeEntry = {
  readonly id: number;
  readonly kind: string;
  readonly note?: string | null;
  readonly before?: Values;
  readonly after?: Values;
};

/** Logs changes of a table's records in their transaction. A record deleted for good loses its log. */
export async function logChanges(tx: Queryable, resource: Resource, changes: readonly Change[], actor: Actor): Promise<void> {
  const entries = changes.flatMap((change): ChangeEntry[] => {
    const { kind, id } = change;
    if (kind === 'purge') return [];
    if (kind === 'remove') return [{ id, kind, note: change.reason }];
    // initial values follow from the record and the later changes
    if (kind === 'add') return [{ id, kind }];
    const values = difference(resource, change);
    // an edit that changed nothing is none
    return kind === 'edit' && Object.keys(values.after ?? {}).length === 0 ? [] : [{ id, kind, ...values }];
  });
  const purged = changes.flatMap(({ kind, id }) => (kind === 'purge' ? [id] : []));
  if (purged.length > 0)
    await tx.run(sql`delete from record_change where table_name = ${resource.table} and record_id = any(${purged})`);
  await logEntries(tx, resource.table, entries, actor);
}

/** Logs changes that were made without the resource. */
export async function logEntries(
  tx: Queryable,
  table: string,
  entries: readonly ChangeEntry[],
  { accountId }: Actor,
): Promise<void> {
  if (entries.length === 0) return;
  await tx.run(sql`
    insert into record_change (table_name, record_id, at, account_id, account_name, kind, note, before, after)
    select ${table}, r.id, now(), ${accountId}::integer, coalesce((select user_name from account where id = ${accountId}), ''),
      r.kind, r.note, r.before, r.after
    from jsonb_to_recordset(${json(entries)}::jsonb) r (id integer, kind text, note text, before jsonb, after jsonb)`);
}

/** Sets the reason of the newest change of each record. */
export async function nameChanges(
  tx: Queryable,
  table: string,
  ids: readonly number[],
  { kind, note = null }: { readonly kind: string; readonly note?: string | null },
): Promise<void> {
  await tx.run(sql`
    update record_change set kind = ${kind}, note = ${note} where id in (
      select max(id) from record_change where table_name = ${table} and record_id = any(${[...ids]}) group by record_id)`);
}

/** Deletes the log of records that were deleted for good in another way. */
export const forgetChanges = (db: Queryable, table: string, ids: readonly number[]) =>
  db.run(sql`delete from record_change where table_name = ${table} and record_id = any(${[...ids]})`);

/** A page of what became of a record, the newest first. Whether the caller may see the record is the caller's to know. */
export async function listChanges(
  db: Db,
  { resource, all, id }: { readonly resource: Resource; readonly all: ResourceTable; readonly id: number },
  page: { readonly limit: number; readonly offset: number },
): Promise<{ list: LoggedChange[]; total: number }> {
  const { rows, total } = await pageOf<LoggedChange>(
    db,
    {
      columns: sql`c.id::text as id, c.at, c.account_name as "userName", c.kind, c.note, c.before, c.after`,
      from: sql`from record_change c where c.table_name = ${resource.table} and c.record_id = ${id}`,
      order: sql`order by c.id desc`,
    },
    page,
  );
  const values = rows.flatMap(({ before, after }) => [before, after]).filter((each) => each !== null);
  const names = new Map<string, ReadonlyMap<number, string>>();
  for (const [key, field] of Object.entries(resource.fields))
    if ('to' in field) names.set(key, await loadNames(db, all, field, values.map((each) => each[key]).flatMap(idsIn)));
  const named = (side: Values | null) =>
    side &&
    Object.fromEntries(
      Object.entries(side).map(([key, value]) => {
        const known = names.get(key);
        return [
          key,
          known
            ? idsIn(value)
                .map((each) => known.get(each) ?? String(each))
                .join(', ') || null
            : value,
        ];
      }),
    );
  return { list: rows.map((row) => ({ ...row, before: named(row.before), after: named(row.after) })), total };
}

const idsIn = (value: unknown): number[] => (value == null ? [] : [value].flat().map(Number));

async function loadNames(
  db: Queryable,
  all: ResourceTable,
  { to }: Extract<Field, { readonly to: string }>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const target = all[to];
  if (!target || ids.length === 0) return new Map();
  const title = name(getColumn(target.title, target.fields[target.title]!));
  const rows = await db.query<{ id: number; name: string }>(sql`
    select id, ${title} as name from ${name(target.table)} where id = any(${[...new Set(ids)]})`);
  return new Map(rows.map((row) => [row.id, row.name]));
}
