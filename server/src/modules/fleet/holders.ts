import { json, type Queryable, sql } from '../../platform/db/database.ts';
import type { Sql } from '../../platform/db/sql.ts';
import type { Change, Refusal } from '../../platform/resources/change.ts';
import type { Actor } from '../../platform/resources/resource.ts';

/** The vehicle `v` with a unique value, by field key; over the refused values `r`. */
const HELD: Readonly<Record<string, Sql>> = {
  carNo: sql`v.plate = r."carNo" and v.plate_colour = r."plateColor"`,
  vin: sql`v.vin = r.vin`,
  innerNo: sql`v.inner_no = r."innerNo" and v.department_id = r."deptId"`,
  phone: sql`v.id = (select x.vehicle_id from terminal x where x.phone = r.phone)`,
  terminalNo: sql`v.id in (select x.vehicle_id from terminal x where x.terminal_no = r."terminalNo")`,
};

/** Names the vehicles with a unique value, within the actor's scope; outside it the error is only 'taken'. */
export async function nameHolders(
  tx: Queryable,
  refusals: readonly Refusal[],
  changes: readonly Change[],
  { departmentId }: Actor,
): Promise<readonly Refusal[]> {
  const keys = new Set(refusals.flatMap(({ faults }) => faults.map(({ path }) => path)));
  const holders = new Map<string, { readonly name: string; readonly dept: string }>();
  for (const key of keys) {
    const held = HELD[key];
    if (!held) continue;
    const asked = refusals.filter(({ faults }) => faults.some(({ path }) => path === key));
    const rows = asked.map(({ at }) => ({ at, ...changes[at]!.after, id: changes[at]!.id }));
    const found = await tx.query<{ at: number; name: string; dept: string }>(sql`
      with recursive below as (
        select id from department where id = ${departmentId} union select d.id from department d join below b on d.parent_id = b.id
      )
      select distinct on (r.at) r.at, v.plate as name, d.name as dept
      from jsonb_to_recordset(${json(rows)}::jsonb) r (at integer, id integer, "carNo" text, "plateColor" smallint, vin text,
        "innerNo" text, "deptId" integer, phone text, "terminalNo" text)
      join vehicle v on ${held} join department d on d.id = v.department_id
      where v.id <> r.id and v.deleted_at is null and v.department_id in (select id from below) order by r.at, v.id`);
    for (const { at, ...holder } of found) holders.set(`${at} ${key}`, holder);
  }
  return refusals.map((refusal) => ({
    ...refusal,
    faults: refusal.faults.map((fault) => {
      const holder = holders.get(`${refusal.at} ${fault.path}`);
      return holder ? { ...fault, key: 'vehicle.takenBy', params: holder } : fault;
    }),
  }));
}
