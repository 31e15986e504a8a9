import type { ErrorName, FieldFault } from '@fleetwarden/contract/errors';
import type { Field, LinksField, Resource } from '@fleetwarden/contract/resources/resource';
import type { Queryable } from '../db/database.ts';
import { at, json, name, type Sql, sql } from '../db/sql.ts';
import {
  COMMA,
  columnType,
  isSealed,
  joined,
  liveOnes,
  partsOf,
  type Stored as StoredField,
  storedFields,
  type Values,
} from './model.ts';
import type { Stored } from './read.ts';
import type { Seal } from './seal.ts';

/** One record that is added, changed, removed or brought back. `after` has every value, also those that stay. */
export type Change =
  | { readonly kind: 'add'; readonly id: number; readonly before: null; readonly after: Values }
  | { readonly kind: 'edit'; readonly id: number; readonly before: Stored; readonly after: Values }
  | { readonly kind: 'restore'; readonly id: number; readonly before: Stored; readonly after: Values }
  | {
      readonly kind: 'remove';
      readonly id: number;
      readonly before: Stored;
      readonly after: null;
      readonly reason: string | null;
    }
  /** A removed record goes for good. */
  | { readonly kind: 'purge'; readonly id: number; readonly before: Stored; readonly after: null };

/** Why one of several changes is refused: `kind` where it is another reason than its values. */
export type Refusal = {
  readonly at: number;
  readonly faults: readonly FieldFault[];
  readonly kind?: Extract<ErrorName, 'notFound' | 'staleVersion' | 'inUse' | 'everybodys'>;
};

export type Writer = {
  /** Ids for records to be added. */
  nextIds(tx: Queryable, count: number): Promise<number[]>;
  /** Live records by the values of some fields, of one table, that name one: for each lot of values the ids that have them. */
  matching(tx: Queryable, keys: readonly string[], lot: readonly Values[]): Promise<number[][]>;
  /** Changes whose values another record has, or another change of the same lot. */
  taken(tx: Queryable, changes: readonly Change[]): Promise<Refusal[]>;
  /** Writes all of them, whatever their number, in a few statements. */
  apply(
    tx: Queryable,
    changes: readonly Change[],
    by: { readonly accountId: number | null; readonly now: number },
  ): Promise<void>;
};

export function createWriter({ resource, seal }: { readonly resource: Resource; readonly seal: Seal }): Writer {
  const own = storedFields(resource);
  const parts = Object.entries(resource.parts ?? {}).map(([part, row]) => ({
    part,
    ...row,
    fields: storedFields(resource, part),
  }));
  const links = Object.entries(resource.fields).filter((entry): entry is [string, LinksField] => entry[1].kind === 'links');
  const table = name(resource.table);

  /** A value as JSON carries it into its column; undefined where the column stays as it is. */
  const stored = (values: Values, { key, field }: StoredField): unknown => {
    const value = values[key];
    if (field.kind === 'secret' && typeof value !== 'string') return undefined;
    if (value === null || value === undefined) return null;
    if (isSealed(field)) return seal.close(String(value), `${resource.table}.${key}`);
    return field.kind === 'instant' ? at(Number(value)).toISOString() : value;
  };
  const rowOf = (change: Change, fields: readonly StoredField[]): Record<string, unknown> => {
    const values = { ...change.after, ...resource.fixed };
    const row: Record<string, unknown> = { id: change.id };
    for (const each of fields) {
      const value = stored(values, each);
      if (value === undefined) continue;
      row[each.column] = value;
      if (isHashed(each.field)) row[`${each.column}_hash`] = value === null ? null : seal.hash(String(values[each.key]));
    }
    return row;
  };
  const insert = (tx: Queryable, into: Sql, key: Sql, fields: readonly StoredField[], rows: readonly object[]) => {
    const columns = joined(columnsOf(fields), COMMA);
    return tx.run(sql`
      insert into ${into} (${key}${fields.length > 0 ? sql`, ${columns}` : sql``})
      select id${fields.length > 0 ? sql`, ${columns}` : sql``}
      from jsonb_to_recordset(${json(rows)}::jsonb) r (id integer${typesOf(fields)})`);
  };
  const update = (tx: Queryable, into: Sql, key: Sql, fields: readonly StoredField[], rows: readonly object[], more: Sql) => {
    // a secret that was not typed keeps its column; such rows go by themselves
    const set = columnsOf(fields).map((column) => sql`${column} = r.${column}`);
    return tx.run(sql`
      update ${into} u set ${joined([...set, more], COMMA)}
      from jsonb_to_recordset(${json(rows)}::jsonb) r (id integer${typesOf(fields)}) where u.${key} = r.id`);
  };

  return {
    nextIds: async (tx, count) => {
      const rows = await tx.query<{ id: number }>(sql`
        select nextval(pg_get_serial_sequence(${resource.table}, 'id'))::integer as id from generate_series(1, ${count}::integer)`);
      return rows.map(({ id }) => id);
    },
    matching: async (tx, keys, lot) => {
      const known = lot.flatMap((given, index) => {
        const values = keys.map((key) => given[key] ?? null);
        return values.every((value) => value !== null) ? [{ index, values }] : [];
      });
      const found: number[][] = lot.map(() => []);
      if (known.length === 0) return found;
      const { from, own, rows, types, same } = comparison(keys, known);
      const pairs = await tx.query<{ index: number; id: number }>(sql`
        select r.index, t.id from jsonb_to_recordset(${json(rows)}::jsonb) r (index integer, ${types})
        join ${from} u on ${same} join ${table} t on t.id = u.${own} ${partsOf(resource)} where true ${liveOnes(resource)}`);
      for (const { index, id } of pairs) found[index]!.push(id);
      return found;
    },
    taken: async (tx, changes) => {
      const refusals: Refusal[] = [];
      for (const keys of Object.values(resource.uniques ?? {})) refusals.push(...(await takenBy(tx, keys, changes)));
      return refusals;
    },
    apply: async (tx, changes, { accountId, now }) => {
      const of = (...kinds: Change['kind'][]) => changes.filter(({ kind }) => kinds.includes(kind));
      const [added, kept, removed, restored, purged] = [of('add'), of('edit'), of('remove'), of('restore'), of('purge')];
      if (added.length > 0)
        await insert(
          tx,
          table,
          sql`id`,
          own,
          added.map((change) => rowOf(change, own)),
        );
      for (const [fields, lot] of bySecrets(own, kept)) {
        await update(
          tx,
          table,
          sql`id`,
          fields,
          lot.map((change) => rowOf(change, fields)),
          sql`version = u.version + 1, updated_at = ${at(now)}`,
        );
      }
      if (removed.length > 0 && resource.recycled) await keepParts(tx, idsOf(removed));
      for (const { part, own: key, present, fields } of parts) {
        const there = [...added, ...kept].filter(({ after }) => after?.[present] != null);
        const gone = [...kept.filter(({ after }) => after?.[present] == null), ...removed];
        const missing = there.filter(({ before }) => before?.[present] == null);
        if (gone.length > 0) await release(tx, part, key, gone);
        if (missing.length > 0)
          await insert(
            tx,
            name(part),
            name(key),
            fields,
            missing.map((change) => rowOf(change, fields)),
          );
        const isMissing = new Set(missing);
        const changed = there.filter((change) => !isMissing.has(change));
        if (changed.length > 0)
          await update(
            tx,
            name(part),
            name(key),
            fields,
            changed.map((change) => rowOf(change, fields)),
            sql`updated_at = ${at(now)}`,
          );
      }
      for (const [key, field] of links) await setPairs(tx, key, field, [...added, ...kept]);
      if (restored.length > 0) await bringBack(tx, idsOf(restored), now);
      if (purged.length > 0) await tx.run(sql`delete from ${table} where id = any(${idsOf(purged)}) and deleted_at is not null`);
      if (removed.length === 0) return;
      const ids = idsOf(removed);
      if (!resource.recycled) await tx.run(sql`delete from ${table} where id = any(${ids})`);
      else
        await tx.run(sql`
          update ${table} u set deleted_at = ${at(now)}, deleted_by = ${accountId}, delete_reason = r.reason, version = u.version + 1
          from jsonb_to_recordset(${json(removed.map(({ id, ...rest }) => ({ id, reason: 'reason' in rest ? rest.reason : null })))}::jsonb)
            r (id integer, reason text) where u.id = r.id`);
    },
  };

  /** What stands in other tables is kept with a removed record, whole: its unique values are free for others meanwhile. */
  async function keepParts(tx: Queryable, ids: readonly number[]): Promise<void> {
    for (const { part, own: key } of parts)
      await tx.run(sql`
        update ${table} u set removed_parts = coalesce(u.removed_parts, '{}') || jsonb_build_object(${part}::text, to_jsonb(p))
        from ${name(part)} p where p.${name(key)} = u.id and u.id = any(${[...ids]})`);
  }

  async function bringBack(tx: Queryable, ids: readonly number[], now: number): Promise<void> {
    for (const { part } of parts)
      await tx.run(sql`
        insert into ${name(part)} select p.* from ${table} t, jsonb_populate_record(null::${name(part)}, t.removed_parts -> ${part}) p
        where t.id = any(${[...ids]}) and t.removed_parts ? ${part}`);
    const parted = parts.length > 0 ? sql`, removed_parts = null` : sql``;
    await tx.run(sql`
      update ${table} set deleted_at = null, deleted_by = null, delete_reason = null, version = version + 1,
        updated_at = ${at(now)}${parted}
      where id = any(${[...ids]})`);
  }

  /** A removed record lets its part go: rows of others' tables stay as they are, without it. */
  function release(tx: Queryable, part: string, key: string, gone: readonly Change[]) {
    return tx.run(sql`delete from ${name(part)} where ${name(key)} = any(${gone.map(({ id }) => id)})`);
  }

  async function setPairs(tx: Queryable, key: string, { pairs }: LinksField, changes: readonly Change[]): Promise<void> {
    // what others bound meanwhile stays where this change says nothing of it
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

  /** What finds rows of the fields' table (as `u`) by values of a lot (as `r`). */
  function comparison(keys: readonly string[], lot: readonly (object & { readonly values: readonly unknown[] })[]) {
    const fields = keys.map((key) => resource.fields[key]!);
    const part = fields[0]!.part;
    const columns = keys.map((key, at) => storedFields(resource, fields[at]!.part).find((each) => each.key === key)!);
    const compared = columns.map(({ column, field }) => (isHashed(field) ? `${column}_hash` : column));
    const rows = lot.map(({ values, ...rest }) => ({
      ...rest,
      ...Object.fromEntries(
        compared.map((column, at) => [column, isHashed(fields[at]!) ? seal.hash(String(values[at])) : values[at]]),
      ),
    }));
    const types = compared.map((column, at) => (isHashed(fields[at]!) ? sql`${name(column)} text` : columnType(columns[at]!)));
    const same = compared.map((column) => sql`u.${name(column)} = r.${name(column)}`);
    return {
      from: part ? name(part) : table,
      own: part ? name(resource.parts![part]!.own) : sql`id`,
      rows,
      types: joined(types, COMMA),
      same: joined(same, sql` and `),
    };
  }

  async function takenBy(tx: Queryable, keys: readonly string[], changes: readonly Change[]): Promise<Refusal[]> {
    const fields = keys.map((key) => resource.fields[key]!);
    const lot = changes.flatMap((change, index) => {
      const { after } = change;
      const values = keys.map((key) => after?.[key] ?? resource.fixed?.[key] ?? null);
      // what stays as it is was free before
      if (change.kind === 'edit' && keys.every((key, i) => (change.before[key] ?? null) === values[i])) return [];
      return after && values.every((value) => value !== null) ? [{ index, id: change.id, values }] : [];
    });
    if (lot.length === 0) return [];
    const path = keys[0]!;
    const twice = new Map<string, number>();
    const refusals: Refusal[] = [];
    for (const { index, values } of lot) {
      const key = JSON.stringify(values);
      const first = twice.get(key);
      if (first === undefined) twice.set(key, index);
      else refusals.push({ at: index, faults: [{ path, key: 'rule.taken' }] });
    }
    const { from, own, rows, types, same } = comparison(
      keys,
      lot.map(({ index, id, values }) => ({ index, id, values })),
    );
    const part = fields[0]!.part;
    const held = await tx.query<{ index: number }>(sql`
      select r.index from jsonb_to_recordset(${json(rows)}::jsonb) r (index integer, id integer, ${types})
      where exists (select from ${from} u where u.${own} is distinct from r.id and ${same}
        ${!part && resource.recycled ? sql`and u.deleted_at is null` : sql``})`);
    return [...refusals, ...held.map(({ index }) => ({ at: index, faults: [{ path, key: 'rule.taken' }] }))];
  }
}

const idsOf = (changes: readonly Change[]): number[] => changes.map(({ id }) => id);

const sameIds = (before: unknown, after: unknown): boolean => {
  const idsIn = (value: unknown) =>
    ((value ?? []) as readonly (string | number)[])
      .map(Number)
      .sort((a, b) => a - b)
      .join();
  return idsIn(before) === idsIn(after);
};

const isHashed = (field: Field): boolean => field.kind === 'text' && field.sealed === true;

const columnsOf = (fields: readonly StoredField[]): Sql[] =>
  fields.flatMap(({ column, field }) => (isHashed(field) ? [name(column), name(`${column}_hash`)] : [name(column)]));

const typesOf = (fields: readonly StoredField[]): Sql =>
  joined(
    fields.map((each) =>
      isHashed(each.field) ? sql`, ${columnType(each)}, ${name(`${each.column}_hash`)} text` : sql`, ${columnType(each)}`,
    ),
    sql``,
  );

/** Lots of changes with the fields each writes: a secret that was not typed anew is left out of its record's statement. */
function bySecrets(fields: readonly StoredField[], changes: readonly Change[]): [StoredField[], Change[]][] {
  const secrets = fields.filter(({ field }) => field.kind === 'secret');
  const lots = new Map<string, [StoredField[], Change[]]>();
  for (const change of changes) {
    const untouched = secrets.filter(({ key }) => typeof change.after?.[key] !== 'string');
    const key = untouched.map((each) => each.key).join();
    const lot = lots.get(key) ?? [fields.filter((each) => !untouched.includes(each)), []];
    lot[1].push(change);
    lots.set(key, lot);
  }
  return [...lots.values()];
}
