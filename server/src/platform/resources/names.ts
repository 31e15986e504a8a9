import type { Field, Resource } from '@fleetwarden/contract/resource';
import type { Queryable } from '../db/database.ts';
import type { ResourceTable } from './model.ts';
import type { Actor, ResourceStore } from './resource.ts';
import type { Said } from './words.ts';

/** What a name stands for: the id of a record, or why it stands for none. */
export type Named = { readonly id: string } | { readonly wrong: Said };
export type Names = (name: string) => Named;

type Department = { readonly id: number; readonly name: string; readonly parentId: number | null };

/** Finds the records that the cells of a column name, of a lot of rows at once. */
export async function namesOf(
  tx: Queryable,
  { store, all, actor }: { readonly store: ResourceStore; readonly all: ResourceTable; readonly actor: Actor },
  field: Extract<Field, { kind: 'link' | 'links' }>,
  names: ReadonlySet<string>,
): Promise<Names> {
  const target: Resource | undefined = all[field.to];
  if (!target) throw new Error(`${store.resource.name} links to ${field.to}, which is no resource`);
  if (target.scope === 'self') return departmentNames(await store.departments(tx, actor));
  const found = Map.groupBy(await store.linked(tx, target, [...names], actor), ({ name }) => name);
  return (name) => {
    const [first, ...more] = found.get(name) ?? [];
    if (!first) return { wrong: { key: 'transfer.noName', params: { name } } };
    return more.length > 0 ? { wrong: { key: 'transfer.manyNames', params: { name } } } : { id: String(first.id) };
  };
}

/** Departments by their name, or by the end of their path: 'A/B/C'. */
export function departmentNames(departments: readonly Department[]): Names {
  const byId = new Map(departments.map((each) => [each.id, each]));
  const byName = Map.groupBy(departments, ({ name }) => name);
  const above = ({ parentId }: Department) => (parentId === null ? undefined : byId.get(parentId));
  const pathOf = (each: Department): string => {
    const parent = above(each);
    return parent ? `${pathOf(parent)}/${each.name}` : each.name;
  };
  const atPath = (parts: readonly string[]): Department[] =>
    (byName.get(parts.at(-1) ?? '') ?? []).filter((each) => {
      let at: Department | undefined = each;
      for (const part of parts.toReversed()) {
        if (at?.name !== part) return false;
        at = above(at);
      }
      return true;
    });
  return (name) => {
    const parts = name.split('/').map((part) => part.trim());
    const whole = byName.get(name) ?? [];
    const found = whole.length > 0 ? whole : atPath(parts);
    // the path from the top is one department's, though others may end in it
    const exact = parts.length > 1 ? found.filter((each) => pathOf(each) === name) : [];
    const [first, ...more] = exact.length === 1 ? exact : found;
    if (!first) return { wrong: { key: 'transfer.noName', params: { name } } };
    if (more.length > 0) return { wrong: { key: 'transfer.manyDepartments', params: { name, path: pathOf(first) } } };
    return { id: String(first.id) };
  };
}
