import type { BusinessDay } from '@fleetwarden/domain/business-day';
import { at, type Db, type Queryable, sql } from '../../../platform/db/database.ts';
import { rebuildDriving } from './driving.ts';
import { rebuildDuties, type VehicleSpan } from './duties.ts';
import { countDutyDays } from './duty-days.ts';
import { MAX_DRIVER_VEHICLES } from './limits.ts';
import type { RollupDeps } from './rollup-deps.ts';
import { lockRollup } from './vehicle-days.ts';

/** What changed for a vehicle: its duties, or its driving. */
type Change = VehicleSpan & { readonly duty: boolean; readonly drove: boolean };

/**
 * Recalculates duties and driving wherever cards, assigned drivers or trips changed. Returns the number of changed rows. Each due
 * entry is deleted in the transaction of its rows. Throws on `signal`.
 */
export async function followDrivers({ db, timeZone }: RollupDeps, signal: AbortSignal): Promise<number> {
  let changed = 0;
  for (let more = true; more; ) {
    signal.throwIfAborted();
    await db.transaction(async (tx) => {
      await tx.query(lockRollup('driver_day'));
      const rows = await tx.query<Change>(sql`
        with taken as (
          delete from driver_due where vehicle_id = any(array(
            select vehicle_id from driver_due group by vehicle_id order by min(id) limit ${MAX_DRIVER_VEHICLES}))
          returning vehicle_id, from_at, until_at, duty)
        select vehicle_id as "vehicleId", duty, not duty as drove, min(from_at) as from, max(until_at) as until from taken group by vehicle_id, duty
        order by vehicle_id`);
      changed += await count(tx, rows, timeZone);
      more = new Set(rows.map(({ vehicleId }) => vehicleId)).size === MAX_DRIVER_VEHICLES;
    });
  }
  return changed;
}

/** Recounts a day of some vehicles, or of all that drove or signed in then. It awaits `rest` between batches. */
export async function countDrivers(
  { db, timeZone }: { readonly db: Db; readonly timeZone: string },
  day: BusinessDay,
  vehicleIds: readonly number[] | undefined,
  rest: () => Promise<void>,
): Promise<number> {
  const [from, until] = [at(day.startAt), at(day.endAt)];
  const rows = await db.query<{ vehicleId: number }>(sql`
    select vehicle_id as "vehicleId" from (
      select vehicle_id from trip where start_at >= ${from}::timestamptz - interval '1 day' and start_at < ${until}
      union select vehicle_id from driver_card where at >= ${from}::timestamptz - interval '1 day' and at < ${until}
      union select vehicle_id from driver_day where day = ${day.key}::date
      union select vehicle_id from duty_day where day = ${day.key}::date) u
    ${vehicleIds === undefined ? sql`` : sql`where vehicle_id = any(${[...vehicleIds]}::integer[])`} order by 1`);
  let changed = 0;
  for (let i = 0; i < rows.length; i += MAX_DRIVER_VEHICLES) {
    await rest();
    const changes = rows
      .slice(i, i + MAX_DRIVER_VEHICLES)
      .map(({ vehicleId }) => ({ vehicleId, from: day.startAt, until: day.endAt, duty: true, drove: true }));
    changed += await db.transaction(async (tx) => {
      await tx.query(lockRollup('driver_day'));
      return count(tx, changes, timeZone);
    });
  }
  return changed;
}

async function count(tx: Queryable, changes: readonly Change[], timeZone: string): Promise<number> {
  const duties = changes.filter(({ duty }) => duty);
  const others = await rebuildDuties(tx, duties);
  return (
    (await countDutyDays(tx, eachOnce([...duties, ...others]), timeZone)) +
    (await rebuildDriving(tx, eachOnce([...changes.filter(({ drove }) => drove), ...others]), timeZone))
  );
}

/** Merges the spans of each vehicle. */
function eachOnce(spans: readonly VehicleSpan[]): VehicleSpan[] {
  return [...Map.groupBy(spans, ({ vehicleId }) => vehicleId)].map(([vehicleId, of]) => ({
    vehicleId,
    from: Math.min(...of.map(({ from }) => from)),
    until: Math.max(...of.map(({ until }) => until)),
  }));
}
