import type { BoundCar } from '@fleetwarden/contract/platforms/schemas';
import { type Db, type Queryable, sql } from '../../platform/db/database.ts';
import { contains, pageOf } from '../../platform/db/list.ts';
import { name, type Sql } from '../../platform/db/sql.ts';

/** A join table of records and vehicles: `own` is its column of the record's id, the other column is `vehicle_id`. */
export type Pairs = { readonly table: string; readonly own: string };

/** The number of vehicles of record `t`. */
export const vehicleCount = ({ table, own }: Pairs): Sql => sql`(
  select count(*) from ${name(table)} p join vehicle v on v.id = p.vehicle_id
  where p.${name(own)} = t.id and v.deleted_at is null)`;

type Window = { readonly limit: number; readonly offset: number };

/** Lists the record's vehicles in a scope, by plate. */
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

/** Vehicles by id, and all vehicles of departments (not of those below them). */
export type VehicleTargets = { readonly vehicleIds: readonly number[]; readonly departmentIds: readonly number[] };

const matching = ({ vehicleIds, departmentIds }: VehicleTargets, scope: ReadonlySet<number>): Sql => sql`
  v.department_id = any(${[...scope]})
  and (v.id = any(${[...vehicleIds]}) or v.department_id = any(${[...departmentIds]}))`;

/** A vehicle's form lists its bindings, so a change of bindings makes open forms stale. */
const raiseVersions = (pairs: Sql): Sql => sql`
  with paired as (${pairs} returning vehicle_id)
  update vehicle w set version = w.version + 1, updated_at = now() from paired where w.id = paired.vehicle_id`;

/** Resolves to the number of new pairs. */
export const addPairs = (tx: Queryable, { table, own }: Pairs, id: number, targets: VehicleTargets, scope: ReadonlySet<number>) =>
  tx.run(
    raiseVersions(sql`
      insert into ${name(table)} (${name(own)}, vehicle_id)
      select ${id}::integer, v.id from vehicle v where v.deleted_at is null and ${matching(targets, scope)} on conflict do nothing`),
  );

/** Resolves to the number of pairs removed. */
export const removePairs = (
  tx: Queryable,
  { table, own }: Pairs,
  id: number,
  targets: VehicleTargets,
  scope: ReadonlySet<number>,
) =>
  tx.run(
    raiseVersions(sql`
      delete from ${name(table)} p using vehicle v
      where p.${name(own)} = ${id} and v.id = p.vehicle_id and ${matching(targets, scope)}`),
  );

/** Counts these vehicles within a scope. */
export async function countVehicles(tx: Queryable, ids: readonly number[], scope: ReadonlySet<number>): Promise<number> {
  const row = await tx.first<{ count: number }>(sql`
    select count(*) as count from vehicle where id = any(${[...ids]}) and deleted_at is null and department_id = any(${[...scope]})`);
  return row!.count;
}
