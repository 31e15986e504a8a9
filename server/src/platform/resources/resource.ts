import { CallError, errors, type FieldFault } from '@fleetwarden/contract/errors';
import type { Resource } from '@fleetwarden/contract/resources/resource';
import type { Db, Queryable } from '../db/database.ts';
import { name, type Sql, sql } from '../db/sql.ts';
import type { Change, Refusal } from './change.ts';
import type { FieldEncryption } from './field-encryption.ts';
import { beneath, createLinking } from './linking.ts';
import { emptyMasks, unmasked } from './mask.ts';
import { buildDepartment, buildFrom, getColumn, type ResourceTable, type Values, viewRemoved } from './model.ts';
import { createReader, type Reader, type Scope, type Stored } from './read.ts';
import { refused, takenMeanwhile } from './refusals.ts';
import { createWriter, type Writer } from './write.ts';
import { targetsLiveRecord, targetsRemovedRecord, type WriteRequest } from './write-request.ts';

/** Author of changes: a user, or the platform itself (the demo), which sees all records. */
export type Actor = {
  readonly accountId: number | null;
  readonly departmentId: number;
  readonly rights: ReadonlySet<string>;
};

/** A reference that prevents the removal of a record. */
export type Use = {
  readonly table: string;
  readonly column: string;
  /** Text key that names the references, with `{{count}}`. */
  readonly key: string;
  /** Rows that count; default: all. Over alias `u`. */
  readonly where?: Sql;
};

/** Special behaviour of a resource. */
export type Hooks = {
  /** Computed values: SQL over `t` and the parts. */
  readonly computed?: Readonly<Record<string, Sql>>;
  /** Tables for computed values, joined to `t` by a unique key (`left join`), only where needed. */
  readonly joins?: Sql;
  /** A query in place of the table of a read-only resource. */
  readonly source?: Sql;
  readonly uses?: readonly Use[];
  /** Normalises values before validation; `before` is null for a new record. */
  readonly prepare?: (values: Values, before: Stored | null) => Values;
  /** Details of a uniqueness conflict: the other record, as far as the actor may see it. */
  readonly taken?: (
    tx: Queryable,
    refusals: readonly Refusal[],
    changes: readonly Change[],
    actor: Actor,
  ) => Promise<readonly Refusal[]>;
  /** Takes locks before records are read and locked, so that all calls lock in one order. */
  readonly lock?: (tx: Queryable) => Promise<void>;
  /** Rejects changes by business rules, in the transaction, before any write. */
  readonly check?: (tx: Queryable, changes: readonly Change[], actor: Actor) => Promise<readonly Refusal[]>;
  /**
   * Writes dependent data in the transaction, after the changes. `trial`: the transaction rolls back, so expensive work may be
   * skipped.
   */
  readonly applied?: (tx: Queryable, changes: readonly Change[], actor: Actor, trial: boolean) => Promise<void>;
  /** Values of a new record that are shown once (Resource.shownOnce). */
  readonly told?: (change: Change) => Readonly<Record<string, string>>;
  /** Publishes events, after the commit; the call waits for it. */
  readonly committed?: (changes: readonly Change[], actor: Actor) => void | Promise<void>;
};

export type ResourceStore = {
  readonly db: Db;
  readonly resource: Resource;
  readonly reader: Reader;
  readonly hooks: Hooks;
  /**
   * Applies all requests or none, and resolves to the changes in order. Throws CallError notFound, staleVersion, inUse or
   * validation; with several requests, paths start with the request's number. `also` runs in the same transaction, afterwards.
   */
  change(requests: readonly WriteRequest[], actor: Actor, also?: (tx: Queryable) => Promise<void>): Promise<Change[]>;
  readonly writer: Writer;
  /**
   * As `change`, in the caller's transaction and without events. Returns the `refusals` of all requests instead of throwing, and
   * then writes nothing. Hooks may still throw. The number of statements does not depend on the number of requests.
   */
  try(
    tx: Queryable,
    requests: readonly WriteRequest[],
    actor: Actor,
    trial?: boolean,
  ): Promise<{ changes: Change[]; refusals: Refusal[] }>;
  /** The faults in an error thrown by `try` that concern the request; undefined for internal errors. */
  faultsOf(error: unknown): readonly (Omit<FieldFault, 'path'> & { readonly path?: string })[] | undefined;
  /** Publishes the events of `try`, after the caller's commit. */
  committed(changes: readonly Change[], actor: Actor): Promise<void>;
  /** Records of another resource that the actor may link to, by full name; `deptName` is null for shared records. */
  linked(
    tx: Queryable,
    target: Resource,
    names: readonly string[],
    actor: Actor,
  ): Promise<{ id: number; name: string; deptName: string | null }[]>;
  /** The actor's departments, as the transaction sees them. */
  departments(tx: Queryable, actor: Actor): Promise<{ id: number; name: string; parentId: number | null }[]>;
  /** Up to `limit` records of the scope and of parent departments, by part of their name. */
  options(text: string | undefined, ids: readonly number[] | undefined, actor: Actor): Promise<{ id: string; name: string }[]>;
};

export type StoreOptions = {
  readonly db: Db;
  readonly resource: Resource;
  readonly hooks: Hooks;
  readonly all: ResourceTable;
  readonly encryption: FieldEncryption;
  /** Ids of a department and its descendants. */
  readonly below: (departmentId: number) => Promise<Scope>;
  readonly now: () => number;
};

const MAX_OPTIONS = 50;

export function createResourceStore(options: StoreOptions): ResourceStore {
  const { db, resource, hooks, all, encryption, below, now } = options;
  const shared = { all, encryption, below, computed: hooks.computed ?? {}, joins: hooks.joins };
  const reader = createReader({ ...shared, resource, source: hooks.source });
  const removed = createReader({ ...shared, resource: viewRemoved(resource) });
  const writer = createWriter({ resource, encryption });
  const { badLinks, reachable } = createLinking({ resource, all, below });

  /** The changes of the requests, in order; empty if any request is refused. */
  const toChanges = async (tx: Queryable, requests: readonly WriteRequest[], actor: Actor) => {
    const found = new Map<number, Stored>();
    for (const [from, isWanted] of [[reader, targetsLiveRecord] as const, [removed, targetsRemovedRecord] as const]) {
      const known = requests.flatMap((wish) => (wish.kind !== 'add' && isWanted(wish) ? [wish.id] : []));
      if (known.length === 0) continue;
      for (const row of await from.lock(tx, known, await below(actor.departmentId))) found.set(row.id, row);
    }
    const refusals = requests.flatMap((wish, at): Refusal[] => {
      if (wish.kind === 'add') return [];
      const before = found.get(wish.id);
      if (!before) return [{ at, kind: 'notFound', faults: [] }];
      if (resource.common && before['deptId'] === null) return [{ at, kind: 'everybodys', faults: [] }];
      const stale = wish.kind === 'edit' && wish.version !== undefined && wish.version !== before.version;
      return stale ? [{ at, kind: 'staleVersion', faults: [] }] : [];
    });
    if (refusals.length > 0) return { changes: [], refusals };
    const ids = await writer.nextIds(tx, requests.filter(({ kind }) => kind === 'add').length);
    let next = 0;
    const changes = requests.map((wish): Change => {
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

  const attempt: ResourceStore['try'] = async (tx, requests, actor, trial = false) => {
    await hooks.lock?.(tx);
    const { changes, refusals: lost } = await toChanges(tx, requests, actor);
    if (lost.length > 0) return { changes, refusals: lost };
    const refusals = [
      ...(await findUses(tx, hooks.uses ?? [], changes)),
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
  const committed: ResourceStore['committed'] = async (changes, actor) => hooks.committed?.(changes, actor);

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
      const title = sql`t.${name(getColumn(target.title, target.fields[target.title]!))}`;
      return tx.query<{ id: number; name: string; deptName: string | null }>(sql`
        select t.id, ${title} as name, (select name from department where id = ${buildDepartment(target, all)}) as "deptName" from ${name(target.table)} t where ${title} = any(${[...names]}) and ${await reachable(target, actor.departmentId)}`);
    },
    departments: (tx, actor) =>
      tx.query<{ id: number; name: string; parentId: number | null }>(sql`
        select id, name, parent_id as "parentId" from department where id in (${beneath(actor.departmentId)})`),
    change: async (requests, actor, also) => {
      const changes = await db
        .transaction(async (tx) => {
          const { changes, refusals } = await attempt(tx, requests, actor);
          if (refusals.length > 0) throw refused(resource, requests, refusals);
          await also?.(tx);
          return changes;
        })
        .catch((error: unknown) => {
          throw takenMeanwhile(resource, error);
        });
      await committed(changes, actor);
      return changes;
    },
    options: async (text, ids, actor) => {
      const title = resource.fields[resource.title]!;
      const column = sql`t.${name(getColumn(resource.title, title))}`;
      return db.query<{ id: string; name: string }>(sql`
        select t.id::text as id, ${column} as name ${buildFrom(resource, hooks.source)}
        where ${await reachable(resource, actor.departmentId)}
          ${ids ? sql`and t.id = any(${ids.map(Number)})` : sql``}
          ${text ? sql`and strpos(lower(${column}), lower(${text})) > 0` : sql``}
        order by ${column}, t.id limit ${ids ? ids.length : MAX_OPTIONS}`);
    },
  };
}

/** References to records that are to be removed. */
async function findUses(tx: Queryable, uses: readonly Use[], changes: readonly Change[]): Promise<Refusal[]> {
  const at = new Map(changes.flatMap(({ kind, id }, index) => (kind === 'remove' ? [[id, index] as const] : [])));
  if (at.size === 0) return [];
  const refusals: Refusal[] = [];
  for (const { table, column, key, where } of uses) {
    const rows = await tx.query<{ id: number; count: number }>(sql`
      select u.${name(column)} as id, count(*)::integer as count from ${name(table)} u
      where u.${name(column)} = any(${[...at.keys()]}) ${where ? sql`and ${where}` : sql``} group by 1`);
    for (const { id, count } of rows)
      refusals.push({ at: at.get(id)!, kind: 'inUse', faults: [{ path: 'ids', key, params: { count } }] });
  }
  return refusals;
}

/** Faults of a record by itself: rules across fields, invalid masks, write-once fields. */
function ownFaults(resource: Resource, changes: readonly Change[]): Refusal[] {
  const { rules = [] } = resource;
  const once = Object.entries(resource.fields).flatMap(([key, field]) => (field.once ? [key] : []));
  const formatField = (values: Values, key: string) => JSON.stringify(values[key] ?? null).replaceAll('"', '');
  return changes.flatMap(({ kind, before, after }, at): Refusal[] => {
    if (!after || kind === 'restore') return [];
    // Faults that existed before are not reported.
    const broken = rules.flatMap(({ field, check }) => {
      const problem = check(after);
      return problem && !(before && check(before)) ? [{ path: field, ...problem }] : [];
    });
    const hidden = emptyMasks(resource, after, before).map((path) => ({ path, key: 'field.characters' }));
    const changed = before ? once.filter((key) => formatField(before, key) !== formatField(after, key)) : [];
    const faults = [...broken, ...hidden, ...changed.map((path) => ({ path, key: 'transfer.once' }))];
    return faults.length > 0 ? [{ at, faults }] : [];
  });
}
