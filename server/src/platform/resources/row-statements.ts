import type { Field, Resource } from '@fleetwarden/contract/resources/resource';
import type { Queryable } from '../db/database.ts';
import { at, json, name, type Sql, sql } from '../db/sql.ts';
import type { Change } from './change.ts';
import type { FieldEncryption } from './field-encryption.ts';
import { COMMA, columnType, isSealed, joined, type Stored as StoredField, type Values } from './model.ts';

/** A table of a resource: the resource's own one, or one of a part. */
export type TargetTable = {
  readonly table: Sql;
  /** The column with the id of the record. */
  readonly key: Sql;
  readonly fields: readonly StoredField[];
};

/** Inserts and updates: one statement for the rows of all changes, none without changes. */
export type RowStatements = {
  insert(tx: Queryable, target: TargetTable, changes: readonly Change[]): Promise<void>;
  /** `more`: further assignments; `u` is the row. */
  update(tx: Queryable, target: TargetTable, changes: readonly Change[], more: Sql): Promise<void>;
};

export function createRowStatements(resource: Resource, encryption: FieldEncryption): RowStatements {
  /** The JSON value for a column; undefined: unchanged. */
  const encodeValue = (values: Values, { key, field }: StoredField): unknown => {
    const value = values[key];
    if (field.kind === 'secret' && typeof value !== 'string') return undefined;
    if (value === null || value === undefined) return null;
    if (isSealed(field)) return encryption.encrypt(String(value), `${resource.table}.${key}`);
    return field.kind === 'instant' ? at(Number(value)).toISOString() : value;
  };
  const encodeRow = (change: Change, fields: readonly StoredField[]): Record<string, unknown> => {
    const values = { ...change.after, ...resource.fixed };
    const row: Record<string, unknown> = { id: change.id };
    for (const each of fields) {
      const value = encodeValue(values, each);
      if (value === undefined) continue;
      row[each.column] = value;
      if (isHashed(each.field)) row[`${each.column}_hash`] = value === null ? null : encryption.hash(String(values[each.key]));
    }
    return row;
  };
  /** The changes as a table `r` with the id and the columns of the fields. */
  const recordset = (changes: readonly Change[], fields: readonly StoredField[]): Sql => {
    const rows = changes.map((change) => encodeRow(change, fields));
    return sql`jsonb_to_recordset(${json(rows)}::jsonb) r (id integer${listTypes(fields)})`;
  };

  return {
    insert: async (tx, { table, key, fields }, changes) => {
      if (changes.length === 0) return;
      const columns = fields.length > 0 ? sql`, ${joined(listColumns(fields), COMMA)}` : sql``;
      await tx.run(sql`insert into ${table} (${key}${columns}) select id${columns} from ${recordset(changes, fields)}`);
    },
    update: async (tx, { table, key, fields }, changes, more) => {
      for (const [entered, batch] of groupByEnteredSecrets(fields, changes)) {
        const set = listColumns(entered).map((column) => sql`${column} = r.${column}`);
        await tx.run(sql`
          update ${table} u set ${joined([...set, more], COMMA)} from ${recordset(batch, entered)} where u.${key} = r.id`);
      }
    },
  };
}

/** Encrypted texts have a hash column for comparison. */
export const isHashed = (field: Field): boolean => field.kind === 'text' && field.sealed === true;

const listColumns = (fields: readonly StoredField[]): Sql[] =>
  fields.flatMap(({ column, field }) => (isHashed(field) ? [name(column), name(`${column}_hash`)] : [name(column)]));

const listTypes = (fields: readonly StoredField[]): Sql =>
  joined(
    fields.map((each) =>
      isHashed(each.field) ? sql`, ${columnType(each)}, ${name(`${each.column}_hash`)} text` : sql`, ${columnType(each)}`,
    ),
    sql``,
  );

/** Groups changes by the fields they write: secrets that were not entered are left out and keep their columns. */
function groupByEnteredSecrets(fields: readonly StoredField[], changes: readonly Change[]): [StoredField[], Change[]][] {
  const secrets = fields.filter(({ field }) => field.kind === 'secret');
  const groups = new Map<string, [StoredField[], Change[]]>();
  for (const change of changes) {
    const untouched = secrets.filter(({ key }) => typeof change.after?.[key] !== 'string');
    const key = untouched.map((each) => each.key).join();
    const group = groups.get(key) ?? [fields.filter((each) => !untouched.includes(each)), []];
    group[1].push(change);
    groups.set(key, group);
  }
  return [...groups.values()];
}
