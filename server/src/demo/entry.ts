import { CallError } from '@fleetwarden/contract/errors';
import { allPermissions } from '@fleetwarden/contract/permission-tree';
import { written } from '@fleetwarden/contract/resources/record-schemas';
import type { Resource } from '@fleetwarden/contract/resources/resource';
import { type Db, json, type Queryable, sql } from '../platform/db/database.ts';
import type { Actor, ResourceStore } from '../platform/resources/resource.ts';
import type { Wish } from '../platform/resources/wish.ts';

/** A record as it is entered, by the fields' keys. */
export type Values = Readonly<Record<string, unknown>>;

/** The demo's records refused to be entered, as they would be to anybody. */
class DemoRefused extends Error {}

/** Who enters the demo's records: its first account, or before there is one the product itself. */
export const entering = (departmentId: number, accountId: number | null = null): Actor => ({
  accountId,
  departmentId,
  rights: new Set(allPermissions),
});

/** Enters records; resolves to their ids, in their order. Without a department of their own they belong to that of whoever enters them. */
export async function enter(tx: Queryable, store: ResourceStore, rows: readonly Values[], by: Actor): Promise<readonly number[]> {
  const common = { ...unsaid(store.resource), ...('deptId' in store.resource.fields ? { deptId: String(by.departmentId) } : {}) };
  const wishes = rows.map((values) => ({ kind: 'add' as const, values: { ...common, ...values } }));
  return (await change(tx, store, wishes, by)).map(({ id }) => id);
}

/** What a form says of fields nobody touched, where that is not nothing: flags that are not set, lists that are empty. */
function unsaid(resource: Resource): Values {
  const values = written(resource).flatMap(([key, { kind }]): [string, unknown][] => {
    if (kind === 'flag') return [[key, false]];
    return kind === 'choices' || kind === 'links' || kind === 'permissions' ? [[key, []]] : [];
  });
  return Object.fromEntries(values);
}

/** Changes records as they would be for anybody. */
export async function change(tx: Queryable, store: ResourceStore, wishes: readonly Wish[], by: Actor) {
  const { changes, refusals } = await store.try(tx, wishes, by);
  const [first] = refusals;
  if (first) throw new DemoRefused(`demo: ${store.resource.name} ${first.at} is refused: ${JSON.stringify(first)}`);
  return changes;
}

/**
 * Does a part of the demo's records once in the life of a database, whole or not at all: what an operator changed or removed stays
 * as it is. A demo of an earlier release, whose own records stand in the way, goes without: `refused` is told.
 */
export async function once(
  db: Db,
  setting: string,
  work: (tx: Queryable) => Promise<void>,
  refused: (error: Error) => void,
): Promise<void> {
  const mark = (tx: Queryable) =>
    tx.run(sql`insert into setting (key, value) values (${setting}, ${json(true)}::jsonb) on conflict do nothing`);
  try {
    await db.transaction(async (tx) => {
      if ((await mark(tx)) > 0) await work(tx);
    });
  } catch (error) {
    if (!(error instanceof DemoRefused || error instanceof CallError)) throw error;
    refused(error);
    await mark(db);
  }
}

/** The demo's departments by name; what an operator renamed or removed is missing. */
export async function departmentIds(tx: Queryable, rootId: number): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.query<{ id: number; name: string }>(sql`
    with recursive below as (
      select id, name from department where id = ${rootId}
      union all
      select d.id, d.name from department d join below b on d.parent_id = b.id
    )
    select id, name from below`);
  return new Map(rows.map(({ id, name }) => [name, id]));
}
