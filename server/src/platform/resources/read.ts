import type { Resource } from '@fleetwarden/contract/resources/resource';
import type { Db, Queryable } from '../db/database.ts';
import { type Sql, sql } from '../db/sql.ts';
import type { FieldEncryption } from './field-encryption.ts';
import { createListQuery, type ListFilter } from './list-query.ts';
import { departmentOf, fromOf, liveOnes, type ResourceTable, type Values, within } from './model.ts';
import { selectList } from './select-list.ts';

/** A record as read: id, version, values, and the names of its links. */
export type Stored = Values & {
  readonly id: number;
  readonly version: number;
  readonly createdAt: number;
  readonly updatedAt: number;
};

export type Scope = ReadonlySet<number>;

export type Reader = {
  /** One page of the matching records of a scope, and the total. */
  list(
    db: Queryable,
    filter: ListFilter,
    scope: Scope,
    page: Window,
    only?: readonly number[],
  ): Promise<{ rows: Stored[]; total: number }>;
  /** Number of matching records of a scope. */
  count(db: Queryable, filter: ListFilter, scope: Scope, only?: readonly number[]): Promise<number>;
  /** Streams all matching records in list order to `work`, in batches from one snapshot. */
  each<T>(
    db: Db,
    filter: ListFilter,
    scope: Scope,
    options: EachOptions,
    work: (batches: AsyncIterable<Stored[]>) => Promise<T>,
  ): Promise<T>;
  /** Records by id, unordered; records out of scope, removed or unknown are missing. */
  byIds(db: Queryable, ids: readonly number[], scope: Scope | null): Promise<Stored[]>;
  /** The same, locked until the transaction ends; references to them remain possible. */
  lock(db: Queryable, ids: readonly number[], scope: Scope): Promise<Stored[]>;
  /** The ids that lie in the scope. */
  within(db: Queryable, ids: readonly number[], scope: Scope): Promise<Set<number>>;
};
export type EachOptions = { readonly only?: readonly number[] | undefined; readonly most: number; readonly batch: number };
type Window = { readonly limit: number; readonly offset: number };

export type ReaderOptions = {
  readonly resource: Resource;
  readonly all: ResourceTable;
  readonly encryption: FieldEncryption;
  /** Computed values, over `t` and the parts. */
  readonly computed: Readonly<Record<string, Sql>>;
  /** Replaces the table of a read-only resource. */
  readonly source?: Sql | undefined;
  /** Joins for computed values. */
  readonly joins?: Sql | undefined;
  /** Ids of a department and its descendants. */
  readonly below: (departmentId: number) => Promise<Scope>;
};

/** From this offset on the page is read from the nearer end. */
const FAR_OFFSET = 1_000;

export function createReader({ resource, all, encryption, computed, source, joins, below }: ReaderOptions): Reader {
  const department = departmentOf(resource, all);
  const from = sql`${fromOf(resource, source)} ${joins ?? sql``}`;
  const buildListQuery = createListQuery({ resource, all, encryption, computed, below, department, from });
  const columns = selectList(resource, all, computed);
  const sealed = Object.entries(resource.fields).filter(([, field]) => field.kind === 'text' && field.sealed);

  const opened = (row: Stored): Stored => {
    if (sealed.length === 0) return row;
    const plain = sealed.map(([key]) => {
      const kept = row[key] as string | null;
      return [key, kept === null ? null : encryption.decrypt(kept, `${resource.table}.${key}`)];
    });
    return { ...row, ...Object.fromEntries(plain) };
  };
  const read = async (db: Queryable, where: Sql, tail: Sql): Promise<Stored[]> =>
    (await db.query<Stored>(sql`select ${columns} ${from} where ${where} ${liveOnes(resource)} ${tail}`)).map(opened);

  /** Records by id, in the given order. */
  const inOrder = async (db: Queryable, ids: readonly { readonly id: number }[]): Promise<Stored[]> => {
    const rows = await read(db, sql`t.id = any(${ids.map(({ id }) => id)})`, sql``);
    const found = new Map(rows.map((row) => [row.id, row]));
    return ids.flatMap(({ id }) => found.get(id) ?? []);
  };
  async function* batches(tx: Queryable, size: number): AsyncGenerator<Stored[]> {
    for (;;) {
      const ids = await tx.query<{ id: number }>(`fetch ${size} from records`);
      if (ids.length === 0) return;
      yield await inOrder(tx, ids);
    }
  }

  return {
    list: async (db, filter, scope, page, only) => {
      // Select the ids of the page first: sorting then carries no wide rows.
      const { counted, ordered, reversed } = await buildListQuery(filter, scope, only);
      const count = async () => (await db.first<{ total: number }>(counted))!.total;
      const idsOf = (sorted: Sql, { limit, offset }: Window) =>
        db.query<{ id: number }>(sql`${sorted} limit ${limit} offset ${offset}`);
      if (page.offset < FAR_OFFSET) {
        const [ids, total] = await Promise.all([idsOf(ordered, page), count()]);
        return { rows: await inOrder(db, ids), total };
      }
      // A page near the end is read backwards, so that the sort can stop early.
      const total = await count();
      const [size, isNearEnd] = [Math.min(page.limit, total - page.offset), page.offset > total / 2];
      if (size <= 0) return { rows: [], total };
      const ids = isNearEnd
        ? (await idsOf(reversed, { limit: size, offset: total - page.offset - size })).toReversed()
        : await idsOf(ordered, { limit: size, offset: page.offset });
      return { rows: await inOrder(db, ids), total };
    },
    count: async (db, filter, scope, only) => {
      const { counted } = await buildListQuery(filter, scope, only);
      return (await db.first<{ total: number }>(counted))!.total;
    },
    each: async (db, filter, scope, { only, most, batch }, work) => {
      const { ordered } = await buildListQuery(filter, scope, only);
      return db.transaction(async (tx) => {
        await tx.run('set transaction isolation level repeatable read read only');
        await tx.run(sql`declare records no scroll cursor for ${ordered} limit ${most}`);
        return work(batches(tx, batch));
      });
    },
    within: async (db, ids, scope) => {
      const rows = await db.query<{ id: number }>(sql`
        select t.id ${from} where t.id = any(${[...ids]}) and ${within(resource, department, scope)} ${liveOnes(resource)}`);
      return new Set(rows.map(({ id }) => id));
    },
    byIds: (db, ids, scope) =>
      read(db, sql`t.id = any(${[...ids]}) ${scope ? sql`and ${within(resource, department, scope)}` : sql``}`, sql``),
    lock: (db, ids, scope) =>
      read(
        db,
        sql`t.id = any(${[...ids]}) and ${within(resource, department, scope)}`,
        sql`order by t.id for no key update of t`,
      ),
  };
}
