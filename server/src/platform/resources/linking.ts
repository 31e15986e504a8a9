import type { Resource } from '@fleetwarden/contract/resources/resource';
import type { Queryable } from '../db/database.ts';
import { type Sql, sql } from '../db/sql.ts';
import type { Change, Refusal } from './change.ts';
import { buildDepartment, buildFrom, liveOnes, type ResourceTable } from './model.ts';
import type { Scope } from './read.ts';

/** The records to which a department may link. */
export type Linking = {
  /** Refuses links to records that may not be linked. */
  badLinks(tx: Queryable, changes: readonly Change[], departmentId: number): Promise<Refusal[]>;
  /** SQL over `t` of the target: records that may be linked. */
  reachable(target: Resource, departmentId: number): Promise<Sql>;
};

export function createLinking(options: {
  readonly resource: Resource;
  readonly all: ResourceTable;
  /** Ids of a department and its descendants. */
  readonly below: (departmentId: number) => Promise<Scope>;
}): Linking {
  const { resource, all, below } = options;
  const links = Object.entries(resource.fields).filter(
    ([, field]) => (field.kind === 'link' || field.kind === 'links') && !field.computed,
  );

  /** Links may point to records of the actor's scope or of a parent department. */
  const badLinks = async (tx: Queryable, changes: readonly Change[], departmentId: number): Promise<Refusal[]> => {
    const refusals: Refusal[] = [];
    for (const [key, field] of links) {
      if (!('to' in field)) continue;
      const target = all[field.to]!;
      const wanted = changes.map(({ before, after }) => newIds(before?.[key], after?.[key]));
      const ids = [...new Set(wanted.flat())];
      if (ids.length === 0) continue;
      const known = await usable(tx, target, ids, departmentId);
      wanted.forEach((each, at) => {
        if (each.some((id) => !known.has(id))) refusals.push({ at, faults: [{ path: key, key: 'field.noSuchRecord' }] });
      });
    }
    return refusals;
  };
  const usable = async (tx: Queryable, target: Resource, ids: readonly number[], departmentId: number): Promise<Set<number>> => {
    const rows = await tx.query<{ id: number }>(sql`
      select t.id ${buildFrom(target)} where t.id = any(${[...ids]}) and ${await reachable(target, departmentId)}`);
    return new Set(rows.map(({ id }) => id));
  };
  /**
   * Departments: only descendants, including those of this transaction. Some resources: also shared records of parent
   * departments.
   */
  const reachable = async (target: Resource, departmentId: number): Promise<Sql> => {
    if (target.scope === 'self') return sql`t.id in (${beneath(departmentId)})`;
    const scope = [...(await below(departmentId))];
    const department = buildDepartment(target, all);
    const everybodys = target.common ? sql` or ${department} is null` : sql``;
    const fromAbove = target.offeredBelow ? sql` or ${department} in (${above(departmentId)})` : sql``;
    return sql`(${department} = any(${scope})${fromAbove}${everybodys})${liveOnes(target)}`;
  };
  return { badLinks, reachable };
}

/** Ids that a change adds. */
function newIds(before: unknown, after: unknown): number[] {
  const list = (value: unknown): number[] => (value == null ? [] : [value].flat().map(Number));
  const had = new Set(list(before));
  return list(after).filter((id) => !had.has(id));
}

/** The ancestors of a department. */
const above = (departmentId: number): Sql => sql`
  with recursive up as (
    select parent_id as id from department where id = ${departmentId}
    union all select d.parent_id from department d join up on d.id = up.id where d.parent_id is not null
  ) select id from up where id is not null`;

/** A department and its descendants. */
export const beneath = (departmentId: number): Sql => sql`
  with recursive down as (
    select id from department where id = ${departmentId}
    union select d.id from department d join down on d.parent_id = down.id
  ) select id from down`;
