import { type Db, type Sql, sql } from '../../../platform/db/database.ts';
import type { Relation } from '../model/relation.ts';

/**
 * Whether a division lies in the same province as `home`, or in the same city if `home` is a city or county. Codes have six
 * digits.
 */
export const isIn = (
  code: Sql,
  home: Sql,
): Sql => sql`case when right(${home}, 4) = '0000' then left(${code}, 2) = left(${home}, 2)
  else city_of(${code}) = city_of(${home}) end`;

/** Departments in a division, by their own region or that of a parent. A county matches exactly. */
export async function departmentsWithin(db: Db, departments: readonly number[], code: string): Promise<number[]> {
  const digits = code.endsWith('0000') ? 2 : code.endsWith('00') ? 4 : 6;
  const rows = await db.query<{ id: number }>(sql`
    select department_id as id from department_region
    where department_id = any(${[...departments]}::integer[]) and left(admin_code, ${digits}) = ${code.slice(0, digits)}`);
  return rows.map(({ id }) => id);
}

/** Adds the region of the company `d`. */
export const withRegion = (relation: Relation): Relation => ({
  ...relation,
  from: sql`${relation.from} left join department_region g (placed_id, admin_code) on g.placed_id = d.id`,
  columns: { ...relation.columns, regionName: sql`g.admin_code` },
});
