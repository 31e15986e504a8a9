import { CallError } from '@fleetwarden/contract/errors';
import { allPermissions } from '@fleetwarden/contract/permission-tree';
import { written } from '@fleetwarden/contract/resources/record-schemas';
import type { Resource } from '@fleetwarden/contract/resources/resource';
import { type Db, json, type Queryable, sql } from '../platform/db/database.ts';
import type { Actor, ResourceStore } from '../platform/resources/resource.ts';
import type { WriteRequest } from '../platform/resources/write-request.ts';

/** A record as it is entered, by the fields' keys. */
export type Values = Readonly<Record<string, unknown>>;

/** A record of the demo is invalid. */
class DemoRefused extends Error {}

/** Author of the demo's records: its first account, or the platform before it exists. */
export const entering = (departmentId: number, accountId: number | null = null): Actor => ({
  accountId,
  departmentId,
  rights: new Set(allPermissions),
});

/** Adds records and resolves to their ids in order. The default department is the author's. */
export async function enter(tx: Queryable, store: ResourceStore, rows: readonly Values[], by: Actor): Promise<readonly number[]> {
  const common = {
    ...listDefaults(store.resource),
    ...('deptId' in store.resource.fields ? { deptId: String(by.departmentId) } : {}),
  };
  const requests = rows.map((values) => ({ kind: 'add' as const, values: { ...common, ...values } }));
  return (await change(tx, store, requests, by)).map(({ id }) => id);
}

/** Initial form values that are not null: cleared flags and empty lists. */
function listDefaults(resource: Resource): Values {
  const values = written(resource).flatMap(([key, { kind }]): [string, unknown][] => {
    if (kind === 'flag') return [[key, false]];
    return kind === 'choices' || kind === 'links' || kind === 'permissions' ? [[key, []]] : [];
  });
  return Object.fromEntries(values);
}

/** Changes records with the checks of every user. */
export async function change(tx: Queryable, store: ResourceStore, requests: readonly WriteRequest[], by: Actor) {
  const { changes, refusals } = await store.try(tx, requests, by);
  const [first] = refusals;
  if (first) throw new DemoRefused(`demo: ${store.resource.name} ${first.at} is refused: ${JSON.stringify(first)}`);
  return changes;
}

/**
 * Runs a part of the demo once per database, in one transaction, so later changes by users remain. If records of an earlier
 * release conflict with it, the part is skipped and `refused` is called.
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

/** The demo's departments by name, without renamed and removed ones. */
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
