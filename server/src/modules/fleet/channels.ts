import type { VehicleChannel } from '@fleetwarden/contract/fleet/schemas';
import { json, type Queryable, sql } from '../../platform/db/database.ts';

/** The video channels of a vehicle, by their logical numbers. */
export const listChannels = (db: Queryable, vehicleId: number): Promise<VehicleChannel[]> =>
  db.query<VehicleChannel>(sql`
    select physical, logical, name, kind, icon, yuntai from vehicle_channel where vehicle_id = ${vehicleId} order by logical`);

/** Puts channels in place of those a vehicle had; their numbers are each of one of them. */
export async function setChannels(tx: Queryable, vehicleId: number, list: readonly VehicleChannel[]): Promise<void> {
  await tx.run(sql`delete from vehicle_channel where vehicle_id = ${vehicleId}`);
  await tx.run(sql`
    insert into vehicle_channel (vehicle_id, physical, logical, name, kind, icon, yuntai)
    select ${vehicleId}::integer, physical, logical, name, kind, icon, yuntai from jsonb_to_recordset(${json(list)}::jsonb) r (
      physical smallint, logical smallint, name text, kind smallint, icon smallint, yuntai boolean)`);
}

/** The first channel whose number another one before it has: its place, and which of the two. */
export function repeated(
  list: readonly VehicleChannel[],
): { readonly at: number; readonly key: 'logical' | 'physical' } | undefined {
  for (const key of ['logical', 'physical'] as const) {
    const at = list.findIndex((channel, i) => list.findIndex((other) => other[key] === channel[key]) < i);
    if (at >= 0) return { at, key };
  }
  return undefined;
}
