import type { BoundCar } from '@fleetwarden/contract/platforms/schemas';
import { type Db, type Queryable, sql } from '../../platform/db/database.ts';
import { contains, pageOf } from '../../platform/db/list.ts';
import { name, type Sql } from '../../platform/db/sql.ts';

/** A table of pairs: its column of the record's id; the other is `vehicle_id`. */
export type Pairs = { readonly table: string; readonly own: string };

/** How many vehicles of a record there are, over `t`. */
export const countOf = ({ table, own }: Pairs): Sql => sql`(
  select count(*) from ${name(table)} p join vehicle v on v.id = p.vehicle_id
  where p.${name(own)} = t.id and v.deleted_at is null)`;

type Window = { readonly limit: number; readonly offset: number };

/** The record's vehicles in a scope, by plate. */
export async function listPairs(
  db: Db,
  { table, own }: Pairs,
  { id, scope, carNo }: { readonly id: number; readonly scope: ReadonlySet<number>; readonly carNo: string | undefined },
  page: Window,
): Promise<{ list: BoundCar[]; total: number }> {
  const { rows, total } = await pageOf<BoundCar>(
    db,
    {
      columns: sql`v.id::text as "carId", v.plate as "carNo", v.plate_colour as color, d.name as "deptName"`,
      from: sql`from ${name(table)} p join vehicle v on v.id = p.vehicle_id join department d on d.id = v.department_id
        where p.${name(own)} = ${id} and v.deleted_at is null and v.department_id = any(${[...scope]})
        ${contains(sql`v.plate`, carNo)}`,
      order: sql`order by v.plate, v.id`,
    },
    page,
  );
  return { list: rows, total };
}

/** Which vehicles: by themselves, and all of departments (each without those below it). */
export type Which = { readonly vehicleIds: readonly number[]; readonly departmentIds: readonly number[] };

const matching = ({ vehicleIds, departmentIds }: Which, scope: ReadonlySet<number>): Sql => sql`
  v.department_id = any(${[...scope]})
  and (v.id = any(${[...vehicleIds]}) or v.department_id = any(${[...departmentIds]}))`;

/** A form of the vehicle that is open meanwhile says what it is bound to, too: it is out of date. */
const changed = (pairs: Sql): Sql => sql`
  with paired as (${pairs} returning vehicle_id)
  update vehicle w set version = w.version + 1, updated_at = now() from paired where w.id = paired.vehicle_id`;

/** Resolves to how many were not there before. */
export const addPairs = (tx: Queryable, { table, own }: Pairs, id: number, which: Which, scope: ReadonlySet<number>) =>
  tx.run(
    changed(sql`
      insert into ${name(table)} (${name(own)}, vehicle_id)
      select ${id}::integer, v.id from vehicle v where v.deleted_at is null and ${matching(which, scope)} on conflict do nothing`),
  );

/** Resolves to how many were there. */
export const removePairs = (tx: Queryable, { table, own }: Pairs, id: number, which: Which, scope: ReadonlySet<number>) =>
  tx.run(
    changed(sql`
      delete from ${name(table)} p using vehicle v
      where p.${name(own)} = ${id} and v.id = p.vehicle_id and ${matching(which, scope)}`),
  );

/** How many of these vehicles there are in a scope. */
export async function countVehicles(tx: Queryable, ids: readonly number[], scope: ReadonlySet<number>): Promise<number> {
  const row = await tx.first<{ count: number }>(sql`
    select count(*) as count from vehicle where id = any(${[...ids]}) and deleted_at is null and department_id = any(${[...scope]})`);
  return row!.count;
}
