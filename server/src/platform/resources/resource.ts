import { CallError, type FieldFault } from '@fleetwarden/contract/errors';
import type { Resource } from '@fleetwarden/contract/resource';
import type { Db, Queryable } from '../db/database.ts';
import { name, type Sql, sql } from '../db/sql.ts';
import { unmasked } from './mask.ts';
import { liveOnes, type ResourceTable, type Values } from './model.ts';
import { createReader, type Reader, type Scope, type Stored } from './read.ts';
import type { Seal } from './seal.ts';
import { type Change, createWriter, type Refusal } from './write.ts';

/** Who changes records: a signed-in user, or the product itself (the demo), which sees everything. */
export type Actor = {
  readonly accountId: number | null;
  readonly departmentId: number;
  readonly rights: ReadonlySet<string>;
};

/** What may refer to a record and so keeps it from being removed. */
export type Use = {
  readonly table: string;
  readonly column: string;
  /** Text that names what uses it, with its `{{count}}`. */
  readonly key: string;
  /** Rows that count; all of them without it. Over alias `u`. */
  readonly where?: Sql;
};

/** What is irregular of a resource. */
export type Hooks = {
  /** Values the server makes: SQL over `t` and the parts. */
  readonly computed?: Readonly<Record<string, Sql>>;
  readonly uses?: readonly Use[];
  /** Puts values right before they are looked at: `before` is null for a new record. */
  readonly prepare?: (values: Values, before: Stored | null) => Values;
  /** Refuses changes for reasons of the trade; in the transaction, before anything is written. */
  readonly check?: (tx: Queryable, changes: readonly Change[], actor: Actor) => Promise<readonly Refusal[]>;
  /** Writes what belongs to the changes; in the transaction, after them. */
  readonly applied?: (tx: Queryable, changes: readonly Change[], actor: Actor) => Promise<void>;
  /** What the reply to an added record tells once (Resource.toldOnce). */
  readonly told?: (change: Change) => Readonly<Record<string, string>>;
  /** Tells others; after the commit. */
  readonly committed?: (changes: readonly Change[], actor: Actor) => void;
};

/** A change as it is asked for: what becomes of it is known once the records are read. */
export type Wish =
  | { readonly kind: 'add'; readonly values: Values }
  | { readonly kind: 'edit'; readonly id: number; readonly version?: number; readonly values: Values }
  | { readonly kind: 'remove'; readonly id: number; readonly reason?: string };

export type ResourceStore = {
  readonly db: Db;
  readonly resource: Resource;
  readonly reader: Reader;
  readonly hooks: Hooks;
  /**
   * All of the wishes, or none: throws CallError notFound, staleVersion, inUse, or validation, where several are asked for with
   * paths that begin with the wish's number. Resolves to what was changed, in the order asked.
   */
  change(wishes: readonly Wish[], actor: Actor): Promise<Change[]>;
  /** The same in a transaction of the caller's, without telling anybody: `refusals` instead of validation errors. */
  try(tx: Queryable, wishes: readonly Wish[], actor: Actor): Promise<{ changes: Change[]; refusals: Refusal[] }>;
  /** Up to `limit` records of the scope and of the departments above it, by a part of their name. */
  options(text: string | undefined, ids: readonly number[] | undefined, actor: Actor): Promise<{ id: string; name: string }[]>;
};

export type StoreOptions = {
  readonly db: Db;
  readonly resource: Resource;
  readonly hooks: Hooks;
  readonly all: ResourceTable;
  readonly seal: Seal;
  /** Ids of a department and everything below it. */
  readonly below: (departmentId: number) => Promise<Scope>;
  readonly now: () => number;
};

const MAX_OPTIONS = 50;

export function createResourceStore(options: StoreOptions): ResourceStore {
  const { db, resource, hooks, all, seal, below, now } = options;
  const reader = createReader({ resource, all, seal, below, computed: hooks.computed ?? {} });
  const writer = createWriter({ resource, seal });
  const links = Object.entries(resource.fields).filter(
    ([, field]) => (field.kind === 'link' || field.kind === 'links') && !field.computed,
  );

  /** Links lead to records the actor may use: of their own scope, or of a department above it. */
  const badLinks = async (tx: Queryable, changes: readonly Change[], actor: Actor): Promise<Refusal[]> => {
    const refusals: Refusal[] = [];
    for (const [key, field] of links) {
      if (!('to' in field)) continue;
      const target = all[field.to]!;
      const wanted = changes.map(({ before, after }) => newIds(before?.[key], after?.[key]));
      const ids = [...new Set(wanted.flat())];
      if (ids.length === 0) continue;
      const known = await usable(tx, target, ids, actor);
      wanted.forEach((each, at) => {
        if (each.some((id) => !known.has(id))) refusals.push({ at, faults: [{ path: key, key: 'field.noSuchRecord' }] });
      });
    }
    return refusals;
  };
  const usable = async (tx: Queryable, target: Resource, ids: readonly number[], actor: Actor): Promise<Set<number>> => {
    const rows = await tx.query<{ id: number }>(sql`
      select t.id from ${name(target.table)} t where t.id = any(${[...ids]}) and ${await reachable(target, actor)}`);
    return new Set(rows.map(({ id }) => id));
  };
  /** Departments themselves: below only. Whatever else: also what departments above keep for those below them. */
  const reachable = async (target: Resource, actor: Actor): Promise<Sql> => {
    const scope = [...(await below(actor.departmentId))];
    if (target.scope === 'self') return sql`t.id = any(${scope})`;
    const live = liveOnes(target);
    if (target.scope) return sql`true${live}`;
    const everybodys = target.common ? sql` or t.department_id is null` : sql``;
    return sql`(t.department_id = any(${scope}) or t.department_id in (${above(actor.departmentId)})${everybodys})${live}`;
  };
  const inUse = async (tx: Queryable, ids: readonly number[]): Promise<void> => {
    const faults: FieldFault[] = [];
    for (const { table, column, key, where } of hooks.uses ?? []) {
      const row = await tx.first<{ count: number }>(sql`
        select count(*)::integer as count from ${name(table)} u where u.${name(column)} = any(${[...ids]}) ${where ? sql`and ${where}` : sql``}`);
      if (row!.count > 0) faults.push({ path: 'ids', key, params: { count: row!.count } });
    }
    if (faults.length > 0) throw new CallError('inUse', `${resource.name} ${ids.join()}`, faults);
  };
  const toChanges = async (tx: Queryable, wishes: readonly Wish[], actor: Actor): Promise<Change[]> => {
    const known = wishes.flatMap((wish) => (wish.kind === 'add' ? [] : [wish.id]));
    const found = new Map<number, Stored>();
    if (known.length > 0) for (const row of await reader.lock(tx, known, await below(actor.departmentId))) found.set(row.id, row);
    const added = wishes.filter(({ kind }) => kind === 'add').length;
    const ids = added > 0 ? await writer.nextIds(tx, added) : [];
    return wishes.map((wish): Change => {
      if (wish.kind === 'add') return { kind: 'add', id: ids.shift()!, before: null, after: prepared(wish.values, null) };
      const before = found.get(wish.id);
      if (!before) throw new CallError('notFound', `${resource.name} ${wish.id}`);
      if (resource.common && before['deptId'] === null) throw new CallError('everybodys', `${resource.name} ${wish.id}`);
      if (wish.kind === 'remove') return { kind: 'remove', id: wish.id, before, after: null, reason: wish.reason ?? null };
      if (wish.version !== undefined && wish.version !== before.version)
        throw new CallError('staleVersion', `${resource.name} ${wish.id}`);
      return {
        kind: 'edit',
        id: wish.id,
        before,
        after: prepared({ ...before, ...unmasked(resource, wish.values, before) }, before),
      };
    });
  };
  const prepared = (values: Values, before: Stored | null): Values => hooks.prepare?.(values, before) ?? values;

  const attempt: ResourceStore['try'] = async (tx, wishes, actor) => {
    const changes = await toChanges(tx, wishes, actor);
    const removed = changes.flatMap(({ kind, id }) => (kind === 'remove' ? [id] : []));
    if (removed.length > 0) await inUse(tx, removed);
    const refusals = [
      ...(await badLinks(tx, changes, actor)),
      ...(await writer.taken(tx, changes)),
      ...((await hooks.check?.(tx, changes, actor)) ?? []),
    ];
    if (refusals.length > 0) return { changes, refusals };
    await writer.apply(tx, changes, { accountId: actor.accountId, now: now() });
    await hooks.applied?.(tx, changes, actor);
    return { changes, refusals };
  };

  return {
    db,
    resource,
    reader,
    hooks,
    try: attempt,
    change: async (wishes, actor) => {
      const changes = await db
        .transaction(async (tx) => {
          const { changes, refusals } = await attempt(tx, wishes, actor);
          if (refusals.length > 0) throw refused(resource, wishes, refusals);
          return changes;
        })
        .catch((error: unknown) => {
          throw takenMeanwhile(resource, error);
        });
      hooks.committed?.(changes, actor);
      return changes;
    },
    options: async (text, ids, actor) => {
      const title = resource.fields[resource.title]!;
      const column = sql`t.${name(title.column ?? resource.title.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))}`;
      return db.query<{ id: string; name: string }>(sql`
        select t.id::text as id, ${column} as name from ${name(resource.table)} t
        where ${await reachable(resource, actor)}
          ${ids ? sql`and t.id = any(${ids.map(Number)})` : sql``}
          ${text ? sql`and strpos(lower(${column}), lower(${text})) > 0` : sql``}
        order by ${column}, t.id limit ${ids ? ids.length : MAX_OPTIONS}`);
    },
  };
}

/** Ids a change adds to those that were there. */
function newIds(before: unknown, after: unknown): number[] {
  const list = (value: unknown): number[] => (value == null ? [] : [value].flat().map(Number));
  const had = new Set(list(before));
  return list(after).filter((id) => !had.has(id));
}

/** The departments above one. */
const above = (departmentId: number): Sql => sql`
  with recursive up as (
    select parent_id as id from department where id = ${departmentId}
    union all select d.parent_id from department d join up on d.id = up.id where d.parent_id is not null
  ) select id from up where id is not null`;

/** Of one wish the fields as they are, as a form shows them; of several each with the wish's number before it. */
function refused(resource: Resource, wishes: readonly Wish[], refusals: readonly Refusal[]): CallError {
  const faults = refusals.flatMap(({ at, faults: each }) =>
    each.map((fault) => ({ ...fault, path: wishes.length === 1 ? `values.${fault.path}` : `${at}.${fault.path}` })),
  );
  return new CallError('validation', `${resource.name}: refused`, faults);
}

/** Somebody else wrote the same value between the look and the write: the unique index knows. */
function takenMeanwhile(resource: Resource, error: unknown): unknown {
  const { code, constraint } = error as { code?: string; constraint?: string };
  const keys = code === '23505' && constraint ? resource.uniques?.[constraint] : undefined;
  if (!keys) return error;
  return new CallError('validation', `${constraint}`, [{ path: `values.${keys[0]}`, key: 'rule.taken' }]);
}
