import { CallError } from '@fleetwarden/contract/errors';
import { TRAFFIC_WARNING_PERCENT } from '@fleetwarden/contract/video/live-video';
import { dayKey } from '@fleetwarden/domain/business-day';
import { type Db, type Queryable, sql } from '../../platform/db/database.ts';
import type { Relay } from './relay.ts';
import type { Views } from './views.ts';

const GB = 1_000_000_000;
const LISTED_MONTHS = 12;

export type TrafficUse = { readonly usedBytes: number; readonly limitBytes: number };

export type Traffic = {
  /** The use of this month; null: there is no budget. Throws CallError videoTraffic if it is used up. */
  requireBudget(vehicleId: number): Promise<TrafficUse | null>;
  /** Stores received bytes, warns viewers, and ends the streams of vehicles whose budget is used up. */
  flush(): Promise<void>;
  list(vehicleId: number): Promise<{ readonly limitBytes: number | null; readonly list: readonly Month[] }>;
};

type Month = { readonly month: string; readonly bytes: number };

/** Video traffic of vehicles by month, with a budget. */
export function createTraffic(deps: {
  readonly db: Db;
  readonly relay: Relay;
  readonly views: Pick<Views, 'tellVehicle'>;
  readonly settings: (departmentId: null) => Promise<{ readonly videoMonthlyGB: number }>;
  readonly timeZone: string;
  readonly now: () => number;
}): Traffic {
  const { db, relay, views, timeZone, now } = deps;
  const thisMonth = () => dayKey(now(), timeZone).slice(0, 'YYYY-MM'.length);
  const limit = async (): Promise<number | null> => {
    const { videoMonthlyGB } = await deps.settings(null);
    return videoMonthlyGB === 0 ? null : videoMonthlyGB * GB;
  };

  const endStreams = (vehicleId: number) => {
    for (const stream of relay.streams)
      if (stream.request.vehicleId === vehicleId) {
        stream.request.stop();
        stream.end('trafficLimit');
      }
  };

  return {
    requireBudget: async (vehicleId) => {
      const limitBytes = await limit();
      if (limitBytes === null) return null;
      const [row] = await months(db, vehicleId, thisMonth());
      const usedBytes = row?.bytes ?? 0;
      if (usedBytes >= limitBytes) throw new CallError('videoTraffic', `${usedBytes} of ${limitBytes} bytes`);
      return { usedBytes, limitBytes };
    },
    flush: async () => {
      const received = [...relay.takeReceived()];
      if (received.length === 0) return;
      const totals = await addBytes(db, received, thisMonth());
      const limitBytes = await limit();
      if (limitBytes === null) return;
      for (const { vehicle_id: vehicleId, bytes, added } of totals) {
        if (bytes >= limitBytes) endStreams(vehicleId);
        else if (isWarned(bytes, limitBytes) && !isWarned(bytes - added, limitBytes))
          views.tellVehicle(vehicleId, { type: 'traffic', usedBytes: bytes, limitBytes });
      }
    },
    list: async (vehicleId) => ({ limitBytes: await limit(), list: await months(db, vehicleId) }),
  };
}

const isWarned = (bytes: number, limitBytes: number): boolean => bytes * 100 >= limitBytes * TRAFFIC_WARNING_PERCENT;

const months = (db: Queryable, vehicleId: number, month?: string) =>
  db.query<Month>(sql`
    select month, bytes from video_traffic
    where vehicle_id = ${vehicleId} ${month === undefined ? sql`` : sql`and month = ${month}`}
    order by month desc limit ${LISTED_MONTHS}`);

/** A deleted vehicle has no traffic any more. */
const addBytes = (db: Queryable, received: readonly (readonly [vehicleId: number, bytes: number])[], month: string) =>
  db.query<{ vehicle_id: number; bytes: number; added: number }>(sql`
    with added as (
      select u.vehicle_id, u.bytes from unnest(${received.map(([id]) => id)}::integer[], ${received.map(([, bytes]) => bytes)}::bigint[])
        as u (vehicle_id, bytes) join vehicle v on v.id = u.vehicle_id
    ), stored as (
      insert into video_traffic (vehicle_id, month, bytes) select vehicle_id, ${month}, bytes from added
      on conflict (vehicle_id, month) do update set bytes = video_traffic.bytes + excluded.bytes
      returning vehicle_id, bytes
    )
    select s.vehicle_id, s.bytes, a.bytes as added from stored s join added a using (vehicle_id)`);
