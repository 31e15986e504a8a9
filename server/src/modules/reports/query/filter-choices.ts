import { type Queryable, type Sql, sql } from '../../../platform/db/database.ts';
import { contains } from '../../../platform/db/list.ts';
import { MAX_OPTIONS } from '../model/limits.ts';

type Option = { readonly value: string; readonly label: string };

export const findCompanies = (db: Queryable, departments: readonly number[], part: string, ids: readonly number[] | undefined) =>
  db.query<{ deptId: string; deptName: string }>(sql`
    select d.id::text as "deptId", d.name as "deptName" from department d
    where d.id = any(${[...departments]}) ${named(sql`d.id`, ids)} ${contains(sql`d.name`, part)} order by d.name, d.id limit ${MAX_OPTIONS}`);

export const findVehicles = (db: Queryable, departments: readonly number[], part: string, ids: readonly number[] | undefined) =>
  db.query<{ carId: string; carName: string; color: number }>(sql`
    select v.id::text as "carId", v.plate as "carName", v.plate_colour as color from vehicle v
    where v.department_id = any(${[...departments]}) and v.deleted_at is null ${named(sql`v.id`, ids)} ${contains(sql`v.plate`, part)}
    order by v.plate, v.id limit ${ids === undefined ? MAX_OPTIONS : ids.length}`);

const named = (column: Sql, ids: readonly number[] | undefined): Sql =>
  ids === undefined ? sql`` : sql`and ${column} = any(${[...ids]})`;

/** Tables that filters choose from. */
const KINDS = {
  driver: { table: sql`driver`, name: sql`t.name` },
  user: { table: sql`account`, name: sql`t.user_name` },
  // with deleted ones, which have a past
  area: {
    table: sql`(select distinct on (area_id) area_id as id, department_id, name from area_outline order by area_id, id desc)`,
    name: sql`t.name`,
  },
  platform: { table: sql`superior_platform`, name: sql`t.name` },
} as const;
export type ChoiceKind = keyof typeof KINDS;

export function findChoices(
  db: Queryable,
  kind: ChoiceKind,
  departments: readonly number[],
  part: string,
  ids: readonly number[] | undefined,
): Promise<Option[]> {
  const { table, name } = KINDS[kind];
  return db.query<Option>(sql`
    select t.id::text as value, ${name} as label from ${table} t
    where t.department_id = any(${[...departments]}) ${named(sql`t.id`, ids)} ${contains(name, part)}
    order by ${name}, t.id limit ${ids === undefined ? MAX_OPTIONS : ids.length}`);
}

/** The parent companies of a department. */
export async function loadParentCompanies(db: Queryable, departmentId: number): Promise<number[]> {
  const rows = await db.query<{ id: number }>(sql`
    with recursive above as (
      select d.parent_id as id from department d where d.id = ${departmentId}
      union
      select d.parent_id from department d join above a on d.id = a.id
    ) select id from above where id is not null`);
  return rows.map(({ id }) => id);
}

/** Vehicles of departments, including deleted ones. */
export async function loadVehicleIds(db: Queryable, departments: readonly number[]): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    sql`select id from vehicle where department_id = any(${[...departments]}) order by id`,
  );
  return rows.map(({ id }) => id);
}
