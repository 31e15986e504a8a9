import { DAY_MS } from '@fleetwarden/domain/durations';
import { waybillNumber } from '@fleetwarden/domain/waybill-number';
import { at, type Db, sql } from '../platform/db/database.ts';
import { WAYBILLS_PER_DAY } from './limits.ts';

/** An electronic waybill of a vehicle. */
type ToldWaybill = {
  readonly vehicleId: number;
  /** Epoch ms. */
  readonly receivedAt: number;
  readonly text: string;
};

export type WaybillStore = {
  /**
   * Keeps it with the number its text says, once, however often it is sent within a day: it has neither a time nor a number of its own.
   * False: more than a vehicle may send in a day. Rejects while the database is away.
   */
  keep(waybill: ToldWaybill): Promise<boolean>;
};

export function createWaybillStore({ db }: { readonly db: Db }): WaybillStore {
  return {
    keep: ({ vehicleId, receivedAt, text }) =>
      db.transaction(async (tx) => {
        // two connections of one terminal may bring the same at once
        await tx.query(sql`select from vehicle where id = ${vehicleId} for no key update`);
        const lately = await tx.first<{ waybills: number; told: boolean }>(sql`
          select count(*)::integer as waybills, coalesce(bool_or(digest = md5(${text}::text)), false) as told from waybill
          where vehicle_id = ${vehicleId} and received_at > ${at(receivedAt - DAY_MS)} and received_at <= ${at(receivedAt)}`);
        if (lately!.told) return true;
        if (lately!.waybills >= WAYBILLS_PER_DAY) return false;
        await tx.run(sql`
          insert into waybill (vehicle_id, received_at, number, text)
          select id, ${at(receivedAt)}, ${waybillNumber(text)}::text, ${text}::text from vehicle where id = ${vehicleId}`);
        return true;
      }),
  };
}
