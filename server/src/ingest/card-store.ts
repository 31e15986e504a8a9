import { createHash } from 'node:crypto';
import { DAY_MS } from '@fleetwarden/domain/durations';
import { goodDeviceTime } from '@fleetwarden/domain/quality';
import { at, type Db, sql } from '../platform/db/database.ts';
import type { Seal } from '../platform/resources/seal.ts';
import { CARD_AGAIN_MS, CARDS_PER_DAY } from './limits.ts';

/** What a terminal told of a driver's card. */
type ToldCard = {
  readonly vehicleId: number;
  /** Epoch ms. */
  readonly receivedAt: number;
  /** By the terminal's clock, epoch ms; null: it told none. */
  readonly deviceAt: number | null;
  /** 1 put in, 2 taken out. */
  readonly action: 1 | 2;
  /** 0 read, 1 key not accepted, 2 locked, 3 pulled out, 4 check failed; null: it did not say. */
  readonly result: number | null;
  /** '' where it told none. */
  readonly name: string;
  readonly certNo: string;
  readonly issuer: string;
  /** yyyy-MM-dd. */
  readonly expiry: string | null;
  readonly idNo: string;
};

export type CardStore = {
  /**
   * Keeps it with its driver, once, however often it is sent. False: more than a vehicle may send in a day. Rejects while the database
   * is away.
   */
  keep(card: ToldCard): Promise<boolean>;
};

export function createCardStore({ db, seal }: { readonly db: Db; readonly seal: Pick<Seal, 'hash'> }): CardStore {
  return {
    keep: async (card) => {
      const { vehicleId, receivedAt, deviceAt, action, result, name, certNo, issuer, expiry, idNo } = card;
      const believed = goodDeviceTime(deviceAt, receivedAt) ? deviceAt : null;
      const digest = believed === null ? digestOf(card) : null;
      const cardAt = believed ?? receivedAt;
      const beside = await db.first<{ cards: number }>(sql`
        select count(*)::integer as cards from driver_card
        where vehicle_id = ${vehicleId} and at > ${at(cardAt - DAY_MS)} and at < ${at(cardAt)}`);
      if (beside!.cards >= CARDS_PER_DAY) return false;
      const hash = idNo === '' ? null : seal.hash(idNo.toUpperCase());
      await db.run(sql`
        insert into driver_card (vehicle_id, at, received_at, action, read_result, name, cert_no, issuer, cert_expiry, id_no_hash,
          driver_id, digest)
        select v.id, ${at(cardAt)}, ${at(receivedAt)}, ${action}, ${result}, nullif(${name}::text, ''),
          nullif(${certNo}::text, ''), nullif(${issuer}::text, ''), ${expiry}::date, ${hash}::text,
          driver_of_card(v.id, nullif(${certNo}::text, ''), ${hash}::text), ${digest}::bytea
        from vehicle v where v.id = ${vehicleId} and (${digest}::bytea is null or not exists (
          select from driver_card c where c.vehicle_id = v.id and c.digest = ${digest}::bytea
            and c.at > ${at(receivedAt - CARD_AGAIN_MS)} and c.at <= ${at(receivedAt)}))
        on conflict (vehicle_id, at, action) do nothing`);
      return true;
    },
  };
}

/** Of all it says: what has no time to be known by is known by that. */
function digestOf({ vehicleId: _vehicle, receivedAt: _received, ...said }: ToldCard): Buffer {
  return createHash('sha256').update(JSON.stringify(said)).digest();
}
