import type { Field, Resource } from '@fleetwarden/contract/resources/resource';
import { contains, containsText, type Order, orderBy } from '../db/list.ts';
import { at, name, type Sql, sql } from '../db/sql.ts';
import type { FieldEncryption } from './field-encryption.ts';
import { aliasOf, columnIn, columnOf, joined, liveOnes, type ResourceTable, within } from './model.ts';
import { pairs, targetOf } from './select-list.ts';

/** Filters of a list, validated by the call's schema. */
export type ListFilter = Readonly<Record<string, unknown>> & {
  readonly inDept?: string | undefined;
  readonly sort?: string;
  readonly order?: Order;
};

/** Statements of a list: its total, and the ids of its records in both directions. */
type ListQuery = { readonly counted: Sql; readonly ordered: Sql; readonly reversed: Sql };

/** Returns a function that builds the statements for the matching records of a scope, of those in `only` if it is given. */
export function createListQuery(options: {
  readonly resource: Resource;
  readonly all: ResourceTable;
  readonly encryption: FieldEncryption;
  readonly computed: Readonly<Record<string, Sql>>;
  /** Ids of a department and its descendants. */
  readonly below: (departmentId: number) => Promise<ReadonlySet<number>>;
  /** The department of a record `t`, and the tables of the list. */
  readonly department: Sql;
  readonly from: Sql;
}): (filter: ListFilter, scope: ReadonlySet<number>, only?: readonly number[]) => Promise<ListQuery> {
  const { resource, all, encryption, computed, below, department, from } = options;
  const fields = Object.entries(resource.fields);

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
      return sql`and ${name(aliasOf(field))}.${name(`${columnOf(key, field)}_hash`)} = ${encryption.hash(String(asked))}`;
    if (field.kind === 'text' && field.upper) return containsText(column, String(asked).toUpperCase());
    if (field.kind === 'text') return contains(column, String(asked));
    return sql`and ${column} = ${field.kind === 'link' ? Number(asked) : asked}`;
  };

  return async (filter, scope, only) => {
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
}

/** Whether a filter restricts more than the department. */
const isSearched = ({ sort, order, inDept, ...searched }: ListFilter): boolean =>
  Object.values(searched).some((asked) => asked !== undefined && asked !== '');
