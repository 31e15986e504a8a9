import { DAY_MS } from '@fleetwarden/domain/durations';
import { waybillNumber } from '@fleetwarden/domain/waybill-number';
import { at, type Db, sql } from '../platform/db/database.ts';
import { WAYBILLS_PER_DAY } from './limits.ts';

/** An electronic waybill of a vehicle. */
type Waybill = {
  readonly vehicleId: number;
  /** Epoch ms. */
  readonly receivedAt: number;
  readonly text: string;
};

export type WaybillStore = {
  /**
   * Stores the waybill with the number found in its text. A text repeated within a day is a duplicate: a waybill has no time or
   * number of its own. False: the vehicle's daily limit is reached. Rejects while the database is unavailable.
   */
  keep(waybill: Waybill): Promise<boolean>;
};

export function createWaybillStore({ db }: { readonly db: Db }): WaybillStore {
  return {
    keep: ({ vehicleId, receivedAt, text }) =>
      db.transaction(async (tx) => {
        // Two connections of one terminal may send the same waybill; the one received first may come here last.
        await tx.query(sql`select from vehicle where id = ${vehicleId} for no key update`);
        const lately = await tx.first<{ waybills: number; told: boolean }>(sql`
          select count(*) filter (where received_at <= ${at(receivedAt)})::integer as waybills,
            coalesce(bool_or(digest = md5(${text}::text)), false) as told
          from waybill
          where vehicle_id = ${vehicleId} and received_at > ${at(receivedAt - DAY_MS)} and received_at < ${at(receivedAt + DAY_MS)}`);
        if (lately!.told) return true;
        if (lately!.waybills >= WAYBILLS_PER_DAY) return false;
        await tx.run(sql`
          insert into waybill (vehicle_id, received_at, number, text)
          select id, ${at(receivedAt)}, ${waybillNumber(text)}::text, ${text}::text from vehicle where id = ${vehicleId}`);
        return true;
      }),
  };
}
