import type { Field, Resource } from '@fleetwarden/contract/resources/resource';
import type { Queryable } from '../db/database.ts';
import type { ResourceTable } from './model.ts';
import type { Actor, ResourceStore } from './resource.ts';
import type { TextRef } from './words.ts';

/** A resolved name: the id of a record, or an error. */
export type Named = { readonly id: string } | { readonly wrong: TextRef };
export type Names = (name: string) => Named;

type Department = { readonly id: number; readonly name: string; readonly parentId: number | null };

/** Resolves the record names in a column's cells, for many rows at once. */
export async function resolveNames(
  tx: Queryable,
  { store, all, actor }: { readonly store: ResourceStore; readonly all: ResourceTable; readonly actor: Actor },
  field: Extract<Field, { kind: 'link' | 'links' }>,
  names: ReadonlySet<string>,
): Promise<Names> {
  const target: Resource | undefined = all[field.to];
  if (!target) throw new Error(`${store.resource.name} links to ${field.to}, which is no resource`);
  if (target.scope === 'self') return departmentNames(await store.departments(tx, actor));
  const asked = new Set([...names].flatMap((name) => [name, inDepartment(name).name]));
  const found = Map.groupBy(await store.linked(tx, target, [...asked], actor), ({ name }) => name);
  return (text) => {
    const { dept, name } = inDepartment(text);
    const exact = found.get(text) ?? [];
    const known = exact.length > 0 ? exact : (found.get(name) ?? []).filter(({ deptName }) => (deptName ?? '') === dept);
    const [first, ...more] = known;
    if (!first) return { wrong: { key: 'transfer.noName', params: { name: text } } };
    if (more.length > 0)
      return { wrong: { key: 'transfer.manyNames', params: { name: text, path: `${first.deptName ?? ''}/${name}` } } };
    return { id: String(first.id) };
  };
}

/** A name with its department: 'A/B'; '/B' has none. */
function inDepartment(text: string): { readonly dept: string; readonly name: string } {
  const at = text.lastIndexOf('/');
  return at < 0 ? { dept: '', name: text } : { dept: text.slice(0, at).trim(), name: text.slice(at + 1).trim() };
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
