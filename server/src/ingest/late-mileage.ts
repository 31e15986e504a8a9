import { businessDay } from '@fleetwarden/domain/business-day';
import { SUM_COLUMNS } from '../engine/days/columns.ts';
import { type Db, sql } from '../platform/db/database.ts';
import type { VehicleStates } from './vehicle-states.ts';

/** Place of a sum in `vehicle_day.shift`. */
const placeOf = (column: string) => SUM_COLUMNS.findIndex(({ name }) => name === column) + 1;

/** Reads what late positions add to today's mileage, as recalculations stored it. `now` epoch ms. */
export async function readLateMileage(db: Db, states: VehicleStates, timeZone: string, now: number): Promise<void> {
  const { key, startAt, endAt } = businessDay(now, timeZone);
  const rows = await db.query<{ vehicleId: number; gnssKm: number; odometerKm: number }>(sql`
    select vehicle_id as "vehicleId", shift[${placeOf('gnss_km')}::integer] as "gnssKm", shift[${placeOf('odo_km')}::integer] as "odometerKm"
    from vehicle_day where day = ${key}::date and shift is not null`);
  for (const { vehicleId, gnssKm, odometerKm } of rows) states.setLateMileage(vehicleId, { startAt, endAt, gnssKm, odometerKm });
}
