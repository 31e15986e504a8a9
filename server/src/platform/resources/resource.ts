import { CallError, errors, type FieldFault } from '@fleetwarden/contract/errors';
import type { Resource } from '@fleetwarden/contract/resources/resource';
import type { Db, Queryable } from '../db/database.ts';
import { name, type Sql, sql } from '../db/sql.ts';
import { beneath, createLinking } from './linking.ts';
import { emptyMasks, unmasked } from './mask.ts';
import { columnOf, departmentOf, fromOf, type ResourceTable, removedOf, type Values } from './model.ts';
import { createReader, type Reader, type Scope, type Stored } from './read.ts';
import { refused, takenMeanwhile } from './refusals.ts';
import type { Seal } from './seal.ts';
import { isOfBin, isOfLive, type Wish } from './wish.ts';
import { type Change, createWriter, type Refusal, type Writer } from './write.ts';

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
  /** Tables that computed values stand in, joined to `t` by a unique key (`left join`): only statements that need them read them. */
  readonly joins?: Sql;
  /** A query that stands for the table of a resource that is only read and put together of others. */
  readonly source?: Sql;
  readonly uses?: readonly Use[];
  /** Puts values right before they are looked at: `before` is null for a new record. */
  readonly prepare?: (values: Values, before: Stored | null) => Values;
  /** Says more of values that another record has: which one, as far as the actor may know of it. */
  readonly taken?: (
    tx: Queryable,
    refusals: readonly Refusal[],
    changes: readonly Change[],
    actor: Actor,
  ) => Promise<readonly Refusal[]>;
  /** Refuses changes for reasons of the trade; in the transaction, before anything is written. */
  readonly check?: (tx: Queryable, changes: readonly Change[], actor: Actor) => Promise<readonly Refusal[]>;
  /** Writes what belongs to the changes; in the transaction, after them. `trial`: all of it is undone, and costly things may stay away. */
  readonly applied?: (tx: Queryable, changes: readonly Change[], actor: Actor, trial: boolean) => Promise<void>;
  /** What is told once of an added record (Resource.toldOnce). */
  readonly told?: (change: Change) => Readonly<Record<string, string>>;
  /** Tells others; after the commit. */
  readonly committed?: (changes: readonly Change[], actor: Actor) => void;
};

export type ResourceStore = {
  readonly db: Db;
  readonly resource: Resource;
  readonly reader: Reader;
  readonly hooks: Hooks;
  /**
   * All of the wishes, or none: throws CallError notFound, staleVersion, inUse, or validation, where several are asked for with
   * paths that begin with the wish's number. Resolves to what was changed, in the order asked. `also` is written with them, after them.
   */
  change(wishes: readonly Wish[], actor: Actor, also?: (tx: Queryable) => Promise<void>): Promise<Change[]>;
  readonly writer: Writer;
  /**
   * The same in a transaction of the caller's, without telling anybody: `refusals` instead of errors, of every wish at once, and
   * nothing is written where there are any. Hooks may still throw. A few statements whatever the number of wishes.
   */
  try(tx: Queryable, wishes: readonly Wish[], actor: Actor, trial?: boolean): Promise<{ changes: Change[]; refusals: Refusal[] }>;
  /** What `try` was thrown that is about the wishes; undefined of whatever is a fault of ours. */
  faultsOf(error: unknown): readonly (Omit<FieldFault, 'path'> & { readonly path?: string })[] | undefined;
  /** Tells others of changes made by `try`; after the caller's commit. */
  committed(changes: readonly Change[], actor: Actor): void;
  /** Records of another resource, as far as the actor may link to them, by their whole names; `deptName` is null where they are everybody's. */
  linked(
    tx: Queryable,
    target: Resource,
    names: readonly string[],
    actor: Actor,
  ): Promise<{ id: number; name: string; deptName: string | null }[]>;
  /** The actor's departments as they are in the transaction. */
  departments(tx: Queryable, actor: Actor): Promise<{ id: number; name: string; parentId: number | null }[]>;
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
  const reader = createReader({
    resource,
    all,
    seal,
    below,
    computed: hooks.computed ?? {},
    source: hooks.source,
    joins: hooks.joins,
  });
  const removed = createReader({
    resource: removedOf(resource),
    all,
    seal,
    below,
    computed: hooks.computed ?? {},
    source: undefined,
    joins: hooks.joins,
  });
  const writer = createWriter({ resource, seal });
  const { badLinks, reachable } = createLinking({ resource, all, below });

  /** What uses records that are to be removed, each by itself. */
  const inUse = async (tx: Queryable, changes: readonly Change[]): Promise<Refusal[]> => {
    const at = new Map(changes.flatMap(({ kind, id }, index) => (kind === 'remove' ? [[id, index] as const] : [])));
    if (at.size === 0) return [];
    const refusals: Refusal[] = [];
    for (const { table, column, key, where } of hooks.uses ?? []) {
      const rows = await tx.query<{ id: number; count: number }>(sql`
        select u.${name(column)} as id, count(*)::integer as count from ${name(table)} u
        where u.${name(column)} = any(${[...at.keys()]}) ${where ? sql`and ${where}` : sql``} group by 1`);
      for (const { id, count } of rows)
        refusals.push({ at: at.get(id)!, kind: 'inUse', faults: [{ path: 'ids', key, params: { count } }] });
    }
    return refusals;
  };
  /** The changes that wishes come to, in their order; none where some come to nothing. */
  const toChanges = async (tx: Queryable, wishes: readonly Wish[], actor: Actor) => {
    const found = new Map<number, Stored>();
    for (const [from, isWanted] of [[reader, isOfLive] as const, [removed, isOfBin] as const]) {
      const known = wishes.flatMap((wish) => (wish.kind !== 'add' && isWanted(wish) ? [wish.id] : []));
      if (known.length === 0) continue;
      for (const row of await from.lock(tx, known, await below(actor.departmentId))) found.set(row.id, row);
    }
    const refusals = wishes.flatMap((wish, at): Refusal[] => {
      if (wish.kind === 'add') return [];
      const before = found.get(wish.id);
      if (!before) return [{ at, kind: 'notFound', faults: [] }];
      if (resource.common && before['deptId'] === null) return [{ at, kind: 'everybodys', faults: [] }];
      const stale = wish.kind === 'edit' && wish.version !== undefined && wish.version !== before.version;
      return stale ? [{ at, kind: 'staleVersion', faults: [] }] : [];
    });
    if (refusals.length > 0) return { changes: [], refusals };
    const ids = await writer.nextIds(tx, wishes.filter(({ kind }) => kind === 'add').length);
    let next = 0;
    const changes = wishes.map((wish): Change => {
      if (wish.kind === 'add') return { kind: 'add', id: ids[next++]!, before: null, after: prepared(wish.values, null) };
      const { kind, id } = wish;
      const before = found.get(id)!;
      if (kind === 'remove') return { kind, id, before, after: null, reason: wish.reason ?? null };
      if (kind === 'restore') return { kind, id, before, after: before };
      if (kind === 'purge') return { kind, id, before, after: null };
      return { kind, id, before, after: prepared({ ...before, ...unmasked(resource, wish.values, before) }, before) };
    });
    return { changes, refusals };
  };
  const prepared = (values: Values, before: Stored | null): Values => hooks.prepare?.(values, before) ?? values;

  const attempt: ResourceStore['try'] = async (tx, wishes, actor, trial = false) => {
    const { changes, refusals: lost } = await toChanges(tx, wishes, actor);
    if (lost.length > 0) return { changes, refusals: lost };
    const refusals = [
      ...(await inUse(tx, changes)),
      ...ownFaults(resource, changes),
      ...(await badLinks(tx, changes, actor.departmentId)),
      ...(await named(tx, await writer.taken(tx, changes), changes, actor)),
      ...((await hooks.check?.(tx, changes, actor)) ?? []),
    ];
    if (refusals.length > 0) return { changes, refusals };
    await writer.apply(tx, changes, { accountId: actor.accountId, now: now() });
    await hooks.applied?.(tx, changes, actor, trial);
    return { changes, refusals };
  };
  const named = async (tx: Queryable, taken: readonly Refusal[], changes: readonly Change[], actor: Actor) =>
    taken.length > 0 && hooks.taken ? hooks.taken(tx, taken, changes, actor) : taken;
  const committed: ResourceStore['committed'] = (changes, actor) => hooks.committed?.(changes, actor);

  return {
    db,
    resource,
    reader,
    writer,
    hooks,
    try: attempt,
    committed,
    faultsOf: (error) => {
      const known = takenMeanwhile(resource, error);
      if (!(known instanceof CallError) || known.kind === 'internal') return undefined;
      return known.fields.length > 0 ? known.fields : [{ key: errors[known.kind].key, params: known.params }];
    },
    linked: async (tx, target, names, actor) => {
      const title = sql`t.${name(columnOf(target.title, target.fields[target.title]!))}`;
      return tx.query<{ id: number; name: string; deptName: string | null }>(sql`
        select t.id, ${title} as name, (select name from department where id = ${departmentOf(target, all)}) as "deptName" from ${name(target.table)} t where ${title} = any(${[...names]}) and ${await reachable(target, actor.departmentId)}`);
    },
    departments: (tx, actor) =>
      tx.query<{ id: number; name: string; parentId: number | null }>(sql`
        select id, name, parent_id as "parentId" from department where id in (${beneath(actor.departmentId)})`),
    change: async (wishes, actor, also) => {
      const changes = await db
        .transaction(async (tx) => {
          const { changes, refusals } = await attempt(tx, wishes, actor);
          if (refusals.length > 0) throw refused(resource, wishes, refusals);
          await also?.(tx);
          return changes;
        })
        .catch((error: unknown) => {
          throw takenMeanwhile(resource, error);
        });
      committed(changes, actor);
      return changes;
    },
    options: async (text, ids, actor) => {
      const title = resource.fields[resource.title]!;
      const column = sql`t.${name(columnOf(resource.title, title))}`;
      return db.query<{ id: string; name: string }>(sql`
        select t.id::text as id, ${column} as name ${fromOf(resource, hooks.source)}
        where ${await reachable(resource, actor.departmentId)}
          ${ids ? sql`and t.id = any(${ids.map(Number)})` : sql``}
          ${text ? sql`and strpos(lower(${column}), lower(${text})) > 0` : sql``}
        order by ${column}, t.id limit ${ids ? ids.length : MAX_OPTIONS}`);
    },
  };
}

/** What a record's own values say: rules over several fields, masks that stand for nothing, what is set once. */
function ownFaults(resource: Resource, changes: readonly Change[]): Refusal[] {
  const { rules = [] } = resource;
  const once = Object.entries(resource.fields).flatMap(([key, field]) => (field.once ? [key] : []));
  const textOf = (values: Values, key: string) => JSON.stringify(values[key] ?? null).replaceAll('"', '');
  return changes.flatMap(({ kind, before, after }, at): Refusal[] => {
    if (!after || kind === 'restore') return [];
    // what was wrong before is not this change's
    const broken = rules.flatMap(({ field, check }) => {
      const problem = check(after);
      return problem && !(before && check(before)) ? [{ path: field, ...problem }] : [];
    });
    const hidden = emptyMasks(resource, after, before).map((path) => ({ path, key: 'field.characters' }));
    const changed = before ? once.filter((key) => textOf(before, key) !== textOf(after, key)) : [];
    const faults = [...broken, ...hidden, ...changed.map((path) => ({ path, key: 'transfer.once' }))];
    return faults.length > 0 ? [{ at, faults }] : [];
  });
}
