import type { Resource } from '@fleetwarden/contract/resources/resource';
import type { Queryable } from '../db/database.ts';
import { json, name, sql } from '../db/sql.ts';
import type { Change, Refusal } from './change.ts';
import type { FieldEncryption } from './field-encryption.ts';
import { COMMA, columnType, joined, joinParts, liveOnes, storedFields, type Values } from './model.ts';
import { isHashed } from './row-statements.ts';

/** Looks up records by key fields, and finds violations of the unique keys of a resource. */
export type UniqueValues = {
  /** Live records by the values of key fields of one table: the matching ids for each set of values. */
  matching(tx: Queryable, keys: readonly string[], lot: readonly Values[]): Promise<number[][]>;
  /** Changes whose unique values belong to another record or another change. */
  taken(tx: Queryable, changes: readonly Change[]): Promise<Refusal[]>;
};

export function createUniqueValues(resource: Resource, encryption: FieldEncryption): UniqueValues {
  const table = name(resource.table);

  return {
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
        join ${from} u on ${same} join ${table} t on t.id = u.${own} ${joinParts(resource)} where true ${liveOnes(resource)}`);
      for (const { index, id } of pairs) found[index]!.push(id);
      return found;
    },
    taken: async (tx, changes) => {
      const refusals: Refusal[] = [];
      for (const keys of Object.values(resource.uniques ?? {})) refusals.push(...(await takenBy(tx, keys, changes)));
      return refusals;
    },
  };

  /** SQL comparison of rows of the table (`u`) with a set of values (`r`). */
  function comparison(keys: readonly string[], lot: readonly (object & { readonly values: readonly unknown[] })[]) {
    const fields = keys.map((key) => resource.fields[key]!);
    const part = fields[0]!.part;
    const columns = keys.map((key, at) => storedFields(resource, fields[at]!.part).find((each) => each.key === key)!);
    const compared = columns.map(({ column, field }) => (isHashed(field) ? `${column}_hash` : column));
    const rows = lot.map(({ values, ...rest }) => ({
      ...rest,
      ...Object.fromEntries(
        compared.map((column, at) => [column, isHashed(fields[at]!) ? encryption.hash(String(values[at])) : values[at]]),
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
      // Unchanged values were unique before.
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
