import type { Field, LinksField, Resource } from '@fleetwarden/contract/resources/resource';
import type { Db, Queryable } from '../db/database.ts';
import { contains, containsText, type Order, orderBy } from '../db/list.ts';
import { at, name, type Sql, sql } from '../db/sql.ts';
import type { FieldEncryption } from './field-encryption.ts';
import {
  buildDepartment,
  buildFrom,
  COMMA,
  columnIn,
  getAlias,
  getColumn,
  joined,
  liveOnes,
  type ResourceTable,
  type Values,
  within,
} from './model.ts';

/** A record as read: id, version, values, and the names of its links. */
export type Stored = Values & {
  readonly id: number;
  readonly version: number;
  readonly createdAt: number;
  readonly updatedAt: number;
};

/** Filters of a list, validated by the call's schema. */
export type ListFilter = Readonly<Record<string, unknown>> & {
  readonly inDept?: string | undefined;
  readonly sort?: string;
  readonly order?: Order;
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
  const fields = Object.entries(resource.fields);
  const department = buildDepartment(resource, all);
  const from = sql`${buildFrom(resource, source)} ${joins ?? sql``}`;
  const columns = selectList(resource, all, computed);
  const sealed = fields.filter(([, field]) => field.kind === 'text' && field.sealed);

  const expression = (key: string, field: Field): Sql => {
    if (!field.computed) return columnIn(key, field);
    const made = computed[key];
    if (!made) throw new Error(`${resource.name}.${key} is computed, and nothing computes it`);
    return made;
  };
  /** Sort expression of a list, and the join it needs. */
  const sortBy = (key: string): { readonly by: Sql; readonly join: Sql } => {
    const alone = (by: Sql) => ({ by, join: sql`` });
    if (key === 'createdAt') return alone(sql`t.created_at`);
    if (key === 'updatedAt') return alone(sql`t.updated_at`);
    const field = resource.fields[key];
    if (!field) throw new Error(`${resource.name} has no field ${key}`);
    // Sorted by code points: the same order in every database, and much faster than a collation.
    if (field.kind === 'link' && !field.computed) {
      const target = targetOf(resource, all, field.to);
      const by = sql`linked.${name(target.title)} collate "C"`;
      return { by, join: sql`left join ${name(target.table)} linked on linked.id = ${columnIn(key, field)}` };
    }
    const by = expression(key, field);
    return alone(field.kind === 'text' || field.kind === 'code' ? sql`${by} collate "C"` : by);
  };
  const conditions = async (filter: ListFilter): Promise<Sql> => {
    const pieces = fields.filter(([, { search }]) => search).map(([key, field]) => condition(key, field, filter));
    if (filter.inDept !== undefined) pieces.push(sql`and ${department} = any(${[...(await below(Number(filter.inDept)))]})`);
    return joined(pieces, sql` `);
  };
  const condition = (key: string, field: Field, filter: ListFilter): Sql => {
    const asked = filter[key];
    if (field.kind === 'date' || field.kind === 'instant') {
      const of = (value: unknown) => (field.kind === 'date' ? sql`${value}::date` : sql`${at(Number(value))}::timestamptz`);
      const [first, last] = [filter[`${key}From`], filter[`${key}To`]];
      const column = expression(key, field);
      return sql`${first === undefined ? sql`` : sql`and ${column} >= ${of(first)}`}
        ${last === undefined ? sql`` : sql`and ${column} <= ${of(last)}`}`;
    }
    if (asked === undefined || asked === '') return sql``;
    if (field.kind === 'links')
      return sql`and exists (select from ${pairs(field)} and p.${name(field.pairs.other)} = ${Number(asked)})`;
    const column = expression(key, field);
    if (field.kind === 'choices') return sql`and ${Number(asked)} = any(${column})`;
    if (field.kind === 'text' && field.sealed)
      return sql`and ${name(getAlias(field))}.${name(`${getColumn(key, field)}_hash`)} = ${encryption.hash(String(asked))}`;
    if (field.kind === 'text' && field.upper) return containsText(column, String(asked).toUpperCase());
    if (field.kind === 'text') return contains(column, String(asked));
    return sql`and ${column} = ${field.kind === 'link' ? Number(asked) : asked}`;
  };
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

  const whichOnes = async (filter: ListFilter, scope: Scope, only?: readonly number[]) => {
    const { sort = resource.order.by, order = resource.order.direction } = filter;
    const { by, join } = sortBy(sort);
    const where = sql`where ${within(resource, department, scope)} ${liveOnes(resource)} ${await conditions(filter)}
      ${only ? sql`and t.id = any(${[...only]})` : sql``}`;
    // PostgreSQL misjudges the selectivity of a search: without the fence it would scan in list order.
    const fence = isSearched(filter) ? sql`offset 0` : sql``;
    const sorted = (way: Order): Sql => sql`
      select found.id from (select t.id, ${by} as sorted_by ${from} ${join} ${where} ${fence}) found
      ${orderBy(sql`found.sorted_by`, sql`found.id`, way)}`;
    return {
      counted: sql`select count(*) as total ${from} ${where}`,
      ordered: sorted(order),
      reversed: sorted(order === 'asc' ? 'desc' : 'asc'),
    };
  };
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
      const { counted, ordered, reversed } = await whichOnes(filter, scope, only);
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
      const { counted } = await whichOnes(filter, scope, only);
      return (await db.first<{ total: number }>(counted))!.total;
    },
    each: async (db, filter, scope, { only, most, batch }, work) => {
      const { ordered } = await whichOnes(filter, scope, only);
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

/** Whether a filter restricts more than the department. */
const isSearched = ({ sort, order, inDept, ...searched }: ListFilter): boolean =>
  Object.values(searched).some((asked) => asked !== undefined && asked !== '');

const pairs = ({ pairs: { table, own } }: LinksField): Sql => sql`${name(table)} p where p.${name(own)} = t.id`;

/** The name of a linked record as one value. */
function nameOf(resource: Resource, all: ResourceTable, key: string, field: Extract<Field, { kind: 'link' }>): Sql {
  const target = targetOf(resource, all, field.to);
  return sql`(select x.${name(target.title)} from ${name(target.table)} x where x.id = ${columnIn(key, field)})`;
}

function targetOf(resource: Resource, all: ResourceTable, to: string) {
  const target = all[to];
  if (!target) throw new Error(`${resource.name} links to ${to}, which is no resource`);
  const title = target.fields[target.title];
  if (!title) throw new Error(`${to} has no field ${target.title}`);
  return { table: target.table, title: getColumn(target.title, title) };
}

function selectList(resource: Resource, all: ResourceTable, computed: Readonly<Record<string, Sql>>): Sql {
  const pieces = [sql`t.id, t.version, t.created_at as "createdAt", t.updated_at as "updatedAt"`];
  for (const [key, field] of Object.entries(resource.fields)) {
    const as = name(key);
    if (field.computed) pieces.push(sql`${computed[key] ?? sql`null`} as ${as}`);
    else if (field.kind === 'links') {
      const target = targetOf(resource, all, field.to);
      const other = name(field.pairs.other);
      const names = sql`(select x.${name(target.title)} from ${name(target.table)} x where x.id = p.${other})`;
      pieces.push(sql`array(select p.${other} from ${pairs(field)} order by p.${other}) as ${as}`);
      pieces.push(sql`array(select ${names} from ${pairs(field)} order by p.${other}) as ${name(field.shows)}`);
    } else if (field.kind === 'secret') pieces.push(sql`(${columnIn(key, field)} is not null) as ${as}`);
    else if (field.kind === 'choices') pieces.push(sql`coalesce(${columnIn(key, field)}, '{}') as ${as}`);
    else pieces.push(sql`${columnIn(key, field)} as ${as}`);
    if (field.kind === 'link') pieces.push(sql`${nameOf(resource, all, key, field)} as ${name(field.shows)}`);
  }
  return joined(pieces, COMMA);
}
