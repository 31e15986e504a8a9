import type { Resource } from '@fleetwarden/contract/resources/resource';
import type { Queryable } from '../db/database.ts';
import { name, sql } from '../db/sql.ts';
import type { ResourceTable } from './model.ts';
import type { Stored } from './read.ts';

/** Returns a text by its key, in the caller's language. */
type Say = (key: string) => string;

/** Names of a resource's built-in records by id; empty if it has none. */
export async function builtInNames(db: Queryable, { table, builtIn }: Resource, say: Say): Promise<ReadonlyMap<number, string>> {
  if (!builtIn) return new Map();
  const key = name(builtIn.column);
  const rows = await db.query<{ id: number; key: string }>(sql`
    select id, ${key} as key from ${name(table)} where ${key} is not null`);
  return new Map(rows.map(({ id, key }) => [id, say(`${builtIn.texts}.${key}`)]));
}

/** Records with translated names of built-in records: their own, and those of linked records. */
export async function withBuiltInNames(
  db: Queryable,
  { resource, all }: { readonly resource: Resource; readonly all: ResourceTable },
  rows: readonly Stored[],
  say: Say,
): Promise<readonly Stored[]> {
  const own = await builtInNames(db, resource, say);
  const shown: { key: string; shows: string; names: ReadonlyMap<number, string> }[] = [];
  for (const [key, field] of Object.entries(resource.fields)) {
    const target = 'to' in field ? all[field.to] : undefined;
    if (!target?.builtIn || !('shows' in field)) continue;
    shown.push({ key, shows: field.shows, names: await builtInNames(db, target, say) });
  }
  if (own.size === 0 && shown.length === 0) return rows;
  return rows.map((row) => ({
    ...row,
    ...(own.has(row.id) ? { [resource.title]: own.get(row.id) } : {}),
    ...Object.fromEntries(shown.map(({ key, shows, names }) => [shows, renamed(row[key], row[shows], names)])),
  }));
}

/** The name or names shown by a link, translated for built-in records. */
function renamed(ids: unknown, stored: unknown, names: ReadonlyMap<number, string>): unknown {
  if (Array.isArray(ids) && Array.isArray(stored)) return ids.map((id, at) => names.get(Number(id)) ?? stored[at]);
  return names.get(Number(ids)) ?? stored;
}
