import { createHash } from 'node:crypto';
import { DAY_MS } from '@fleetwarden/domain/durations';
import { goodDeviceTime } from '@fleetwarden/domain/quality';
import { at, type Db, sql } from '../platform/db/database.ts';
import type { FieldEncryption } from '../platform/resources/field-encryption.ts';
import { CARD_AGAIN_MS, CARDS_PER_DAY } from './limits.ts';

/** A driver card event of a terminal (0x0702). */
type DriverCard = {
  readonly vehicleId: number;
  /** Epoch ms. */
  readonly receivedAt: number;
  /** Terminal clock, epoch ms; null: none sent. */
  readonly deviceAt: number | null;
  /** 1 inserted, 2 removed. */
  readonly action: 1 | 2;
  /** 0 read, 1 key rejected, 2 locked, 3 removed, 4 check failed; null: not sent. */
  readonly result: number | null;
  /** Empty: not sent. */
  readonly name: string;
  readonly certNo: string;
  readonly issuer: string;
  /** yyyy-MM-dd. */
  readonly expiry: string | null;
  readonly idNo: string;
};

export type CardStore = {
  /**
   * Stores the card event with its driver; idempotent. False: the vehicle's daily limit is reached. Rejects while the database is
   * unavailable.
   */
  keep(card: DriverCard): Promise<boolean>;
};

export function createCardStore({
  db,
  encryption,
}: {
  readonly db: Db;
  readonly encryption: Pick<FieldEncryption, 'hash'>;
}): CardStore {
  return {
    keep: async (card) => {
      const { vehicleId, receivedAt, deviceAt, action, result, name, certNo, issuer, expiry, idNo } = card;
      const believed = goodDeviceTime(deviceAt, receivedAt) ? deviceAt : null;
      const digest = believed === null ? computeDigest(card) : null;
      const cardAt = believed ?? receivedAt;
      const beside = await db.first<{ cards: number }>(sql`
        select count(*)::integer as cards from driver_card
        where vehicle_id = ${vehicleId} and at > ${at(cardAt - DAY_MS)} and at < ${at(cardAt)}`);
      if (beside!.cards >= CARDS_PER_DAY) return false;
      const hash = idNo === '' ? null : encryption.hash(idNo.toUpperCase());
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

/** Identifies a card event without a believable time. */
function computeDigest({ vehicleId: _vehicle, receivedAt: _received, ...said }: DriverCard): Buffer {
  return createHash('sha256').update(JSON.stringify(said)).digest();
}
