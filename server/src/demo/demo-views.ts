import type { BusinessDay } from '@fleetwarden/domain/business-day';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@fleetwarden/domain/durations';
import { at, type Queryable, sql } from '../platform/db/database.ts';
import { type Cars, DEMO_VEHICLES, getShiftNumber, inTurn, WATCHES, type Who } from './demo-duty.ts';
import { stableRandom } from './stable-random.ts';

const VIEW_DAYS = 8;
const CHANNELS = 4;
/** Bytes of a second of a sub stream. */
const BYTES_A_SECOND = 48_000;
/** Kind, whether a rotation of the wall opened it, and how it ended: `reason` null by the user, `plays` false without a picture. */
const VIEWS = [
  { kind: 'live', patrol: true, plays: true, reason: null },
  { kind: 'live', patrol: false, plays: true, reason: null },
  { kind: 'live', patrol: true, plays: true, reason: null },
  { kind: 'replay', patrol: false, plays: true, reason: null },
  { kind: 'live', patrol: true, plays: false, reason: 'noStream' },
] as const;

/** The video that operators watched in the last days. */
export async function enterDemoViews(
  tx: Queryable,
  days: readonly BusinessDay[],
  { now, cars, accountOf }: Who & { readonly cars: Cars },
): Promise<void> {
  for (const day of days.slice(-VIEW_DAYS))
    for (const [index, { id }] of cars.entries()) {
      const lot = getShiftNumber(day) * DEMO_VEHICLES + index;
      const { kind, patrol, plays, reason } = inTurn(VIEWS, lot);
      const { login } = inTurn(WATCHES, lot);
      const startedAt = day.startAt + 8 * HOUR_MS + (stableRandom(lot, 7) % 600) * MINUTE_MS;
      const watchedS = plays ? 20 + (stableRandom(lot, 8) % 200) : 10;
      const playedAt = startedAt + SECOND_MS;
      const endedAt = playedAt + watchedS * SECOND_MS;
      if (endedAt > now) continue;
      await tx.run(sql`
        insert into video_view (vehicle_id, account_id, account_name, channel, stream_type, data_type, peer_ip, started_at, played_at,
          ended_at, bytes, reason, kind, patrol)
        values (${id}, ${accountOf(login)}, ${login}, ${1 + (lot % CHANNELS)}, 1, 1, ${`192.0.2.${30 + (lot % 3)}`}, ${at(startedAt)},
          ${plays ? at(playedAt) : null}, ${at(endedAt)}, ${plays ? watchedS * BYTES_A_SECOND : 0}, ${reason}, ${kind}, ${patrol})`);
    }
}
