import type { Field, Resource } from '@fleetwarden/contract/resources/resource';
import { name, type Sql, sql } from '../db/sql.ts';

/** All resources by name: targets of links. */
export type ResourceTable = { readonly [name: string]: Resource };

/** A record as the interpreter holds it: values by the fields' keys; times are epoch ms, ids numbers, sealed texts plain. */
export type Values = Readonly<Record<string, unknown>>;

const SQL_TYPES = {
  text: sql`text`,
  secret: sql`text`,
  integer: sql`bigint`,
  decimal: sql`numeric`,
  flag: sql`boolean`,
  date: sql`date`,
  instant: sql`timestamptz`,
  choice: sql`smallint`,
  choices: sql`smallint[]`,
  code: sql`text`,
  link: sql`integer`,
  geometry: sql`jsonb`,
  permissions: sql`text[]`,
} as const satisfies Record<Exclude<Field['kind'], 'links'>, Sql>;

/** A field that has a column of its own. */
export type Stored = { readonly key: string; readonly field: Exclude<Field, { kind: 'links' }>; readonly column: string };

const snake = (key: string): string => key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export const getColumn = (key: string, field: Field): string => field.column ?? snake(key);

/** Fields with a column, in the record's own table (no part) or in one of its parts. */
export function storedFields(resource: Resource, part?: string): Stored[] {
  return Object.entries(resource.fields).flatMap(([key, field]) =>
    field.computed || field.kind === 'links' || field.part !== part ? [] : [{ key, field, column: getColumn(key, field) }],
  );
}

export const isSealed = (field: Field): boolean => (field.kind === 'text' && field.sealed === true) || field.kind === 'secret';

/** `column type`, for a record set made of JSON. */
export const columnType = ({ column, field }: Stored): Sql => sql`${name(column)} ${SQL_TYPES[field.kind]}`;

/** Pieces one after the other, with something between them. */
export const joined = (pieces: readonly Sql[], between: Sql): Sql =>
  pieces.reduce((all, piece, at) => (at === 0 ? piece : sql`${all}${between}${piece}`), sql``);
export const COMMA = sql`, `;

/** Alias of the table with a field's column: `t`, or the part's name. */
export const getAlias = ({ part }: Field): string => part ?? 't';

/** A field's column in a statement over `from`. */
export const columnIn = (key: string, field: Field): Sql => sql`${name(getAlias(field))}.${name(getColumn(key, field))}`;

/** `from` of a resource's statements: its table (or a source in its place) as `t`, its parts by their names. */
export const buildFrom = (resource: Resource, source?: Sql): Sql =>
  sql`from ${source ? sql`(${source})` : name(resource.table)} t ${joinParts(resource)}`;

/** The joins that bring the parts of a record `t`. */
export function joinParts({ parts = {}, removed }: Resource): Sql {
  const joins = Object.entries(parts).map(([part, { own }]) =>
    removed
      ? sql`left join lateral jsonb_populate_record(null::${name(part)}, t.removed_parts -> ${part}) ${name(part)} on true`
      : sql`left join ${name(part)} on ${name(part)}.${name(own)} = t.id`,
  );
  return joined(joins, sql` `);
}

/** The department whose people may see a record. */
export function buildDepartment(resource: Resource, all: ResourceTable): Sql {
  const { scope } = resource;
  if (scope === 'self') return sql`t.id`;
  if (!scope) return sql`t.department_id`;
  const through = resource.fields[scope.through];
  const target = through?.kind === 'link' ? all[through.to] : undefined;
  if (!through || !target) throw new Error(`${resource.name}: its scope goes through no link`);
  return sql`(select x.department_id from ${name(target.table)} x where x.id = ${columnIn(scope.through, through)})`;
}

/** The view of what was removed of a resource, with all of its fields. */
export const viewRemoved = (resource: Resource): Resource => ({ ...resource, removed: true });

/** Records of this view that are not removed (or that are, for a view of removed ones). */
export function liveOnes(resource: Resource): Sql {
  const fixed = Object.entries(resource.fixed ?? {}).map(([key, value]) => {
    const field = resource.fields[key];
    if (!field) throw new Error(`${resource.name}: fixes ${key}, which is no field`);
    return sql` and ${columnIn(key, field)} = ${value}`;
  });
  const removed = resource.removed
    ? sql` and t.deleted_at is not null`
    : resource.recycled
      ? sql` and t.deleted_at is null`
      : sql``;
  const ofView = fixed.reduce((all, one) => sql`${all}${one}`, sql``);
  if (!resource.common || fixed.length === 0) return sql`${removed}${ofView}`;
  return sql`${removed} and (t.department_id is null or (true${ofView}))`;
}

/** Records of the departments of a scope, and records without a department. */
export const within = (resource: Resource, department: Sql, scope: ReadonlySet<number>): Sql =>
  resource.common ? sql`(${department} is null or ${department} = any(${[...scope]}))` : sql`${department} = any(${[...scope]})`;
