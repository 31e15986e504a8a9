import { type BusinessDay, businessDay, parseDayKey } from '@fleetwarden/domain/business-day';
import { at, type Queryable, type Sql, sql } from '../../../platform/db/database.ts';
import { hasJoinedBy } from './joined-vehicles.ts';
import { MAX_CHANGES } from './limits.ts';
import type { RollupDeps } from './rollup-deps.ts';
import { createVehicleDays, lockRollup, selectDays, splitBatches, type VehicleDay } from './vehicle-days.ts';

/** Whether a filed stop of a vehicle is in force on a day. */
const stopped = (vehicleId: Sql, day: Sql): Sql => sql`exists (
  select from offline_note n where n.vehicle_id = ${vehicleId} and n.kind = 3 and n.valid_from <= ${day} and n.valid_to >= ${day})`;

/**
 * The number of exempt vehicles per department (`department_id`, `n`), among those that have joined. Erased vehicles keep their
 * rows.
 */
export const selectExempts = (day: BusinessDay): Sql => sql`
  select e.department_id, count(*)::integer as n
  from exempt_day e cross join lateral (select e.vehicle_id as id) v left join vehicle c on c.id = v.id
  where e.day = ${day.key}::date and (c.id is null or (c.deleted_at is null or c.deleted_at >= ${at(day.endAt)}) and ${hasJoinedBy(day)})
  group by e.department_id`;

/** Inserts the exempt vehicles of an open or just closed day, with their current company. */
export async function insertExempts(tx: Queryable, { key, endAt }: BusinessDay): Promise<void> {
  const day = sql`${key}::date`;
  await tx.run(sql`
    delete from exempt_day e where day = ${day} and exists (select from vehicle where id = e.vehicle_id)
      and not ${stopped(sql`e.vehicle_id`, day)}`);
  await tx.run(sql`
    insert into exempt_day as e (vehicle_id, day, department_id)
    select v.id, ${day}, v.department_id from vehicle v
    where v.id in (select vehicle_id from offline_note where kind = 3 and valid_from <= ${day} and valid_to >= ${day})
      and v.created_at < ${at(endAt)} order by v.id
    on conflict (vehicle_id, day) do update set department_id = excluded.department_id where e.department_id <> excluded.department_id`);
}

/** Updates on which days vehicles are exempt. A day keeps its department. Returns the number of changed rows. */
async function countExemptDays(tx: Queryable, days: readonly VehicleDay[]): Promise<number> {
  const held = stopped(sql`g.vehicle_id`, sql`g.day`);
  const row = await tx.first<{ changed: number }>(sql`
    with given as (${selectDays(days)}), gone as (
      delete from exempt_day d using given g where d.vehicle_id = g.vehicle_id and d.day = g.day and not ${held} returning 1
    ), written as (
      insert into exempt_day (vehicle_id, day, department_id)
      select g.vehicle_id, g.day, g.department_id from given g join vehicle v on v.id = g.vehicle_id
      where ${held} and v.created_at < g.until_at order by g.vehicle_id, g.day
      on conflict do nothing returning 1
    )
    select (select count(*) from gone) + (select count(*) from written) as changed`);
  return row!.changed;
}

/** Updates the department counts of a past day. Returns the number of changed rows. */
const writeCounts = (tx: Queryable, day: BusinessDay): Promise<number> =>
  tx.run(sql`
    update dept_day d set exempt = k.n from (
      select q.department_id, coalesce(x.n, 0) as n from dept_day q left join (${selectExempts(day)}) x using (department_id)
      where q.day = ${day.key}::date) k
    where d.day = ${day.key}::date and d.department_id = k.department_id and d.exempt <> k.n`);

/** Recounts the exempt vehicles of a day. Returns the number of changed rows. */
export async function updateExempts(tx: Queryable, day: BusinessDay): Promise<number> {
  await tx.query(lockRollup('dept_day'));
  const rows = await tx.query<{ vehicleId: number }>(sql`
    select vehicle_id as "vehicleId" from offline_note
      where kind = 3 and valid_from <= ${day.key}::date and valid_to >= ${day.key}::date
    union select vehicle_id from exempt_day where day = ${day.key}::date order by 1`);
  let changed = 0;
  for (const lot of splitBatches(rows.map(({ vehicleId }) => ({ vehicleId, day })))) changed += await countExemptDays(tx, lot);
  return changed + (await writeCounts(tx, day));
}

/** Recounts days whose stops changed after they were counted. Each entry is deleted in the transaction of its count. */
export async function followStops({ db, timeZone, now }: RollupDeps, signal: AbortSignal): Promise<number> {
  const today = businessDay(now(), timeZone);
  let changed = 0;
  for (let more = true; more; ) {
    signal.throwIfAborted();
    changed += await db.transaction(async (tx) => {
      await tx.query(lockRollup('dept_day'));
      const due = await tx.query<{ vehicleId: number; fromDay: string; toDay: string }>(sql`
        delete from exempt_day_due where id = any(array(select id from exempt_day_due order by id limit ${MAX_CHANGES} for update skip locked))
        returning vehicle_id as "vehicleId", from_day::text as "fromDay", to_day::text as "toDay"`);
      const days = createVehicleDays(timeZone);
      for (const { vehicleId, fromDay, toDay } of due) {
        const from = parseDayKey(fromDay, timeZone).startAt;
        const until = Math.min(parseDayKey(toDay, timeZone).startAt, today.startAt);
        // a stop that begins later is counted when its days come
        if (from <= until) days.addAll(vehicleId, from, until);
      }
      const over = new Map<string, BusinessDay>();
      let rows = 0;
      for (const lot of days.take()) {
        rows += await countExemptDays(tx, lot);
        for (const { day } of lot) if (day.startAt < today.startAt) over.set(day.key, day);
      }
      for (const day of over.values()) rows += await writeCounts(tx, day);
      more = due.length === MAX_CHANGES;
      return rows;
    });
  }
  return changed;
}
