import type { Field, LinksField, Resource } from '@fleetwarden/contract/resources/resource';
import { name, type Sql, sql } from '../db/sql.ts';
import { COMMA, columnIn, columnOf, joined, type ResourceTable } from './model.ts';

/** The columns of a record as read: its values, and the names of its links. */
export function selectList(resource: Resource, all: ResourceTable, computed: Readonly<Record<string, Sql>>): Sql {
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

/** The rows that link a record to others. */
export const pairs = ({ pairs: { table, own } }: LinksField): Sql => sql`${name(table)} p where p.${name(own)} = t.id`;

/** The name of a linked record as one value. */
function nameOf(resource: Resource, all: ResourceTable, key: string, field: Extract<Field, { kind: 'link' }>): Sql {
  const target = targetOf(resource, all, field.to);
  return sql`(select x.${name(target.title)} from ${name(target.table)} x where x.id = ${columnIn(key, field)})`;
}

export function targetOf(resource: Resource, all: ResourceTable, to: string) {
  const target = all[to];
  if (!target) throw new Error(`${resource.name} links to ${to}, which is no resource`);
  const title = target.fields[target.title];
  if (!title) throw new Error(`${to} has no field ${target.title}`);
  return { table: target.table, title: columnOf(target.title, title) };
}
