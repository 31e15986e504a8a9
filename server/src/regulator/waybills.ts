import { at, type Db, type Queryable, sql } from '../platform/db/database.ts';
import type { Log } from '../platform/observe/log.ts';
import type { RegulatorLimits } from './limits.ts';
import type { MainLink } from './main-link.ts';
import { sendFitting } from './send-fitting.ts';
import type { Superior } from './superiors.ts';
import { LINK_STATE, MAIN } from './traffic.ts';
import { createUnderWay } from './under-way.ts';
import type { Uploader } from './uploader.ts';
import { named, ofIndustries } from './vehicles.ts';

/**
 * Electronic waybills for a superior platform (0x120D), each as it came in. They wait in the database, whatever cuts the link. What was
 * taken is known to this process; the next one begins some minutes before the platform was last known to hear, so it leaves out none
 * and may repeat the last.
 */
export type Waybills = {
  /** Sends what there is. Rejects without a database. */
  pump(): Promise<void>;
  /** The link is cut: what was under way is sent again. */
  end(): void;
};

type Row = { readonly id: number; readonly vehicle_id: number; readonly received_at: number; readonly text: string };

/** A waybill is stored within this of its arrival, ms. */
const STORED_WITHIN_MS = 60_000;

export function createWaybills(deps: {
  readonly db: Db;
  readonly superior: Superior;
  readonly main: MainLink;
  readonly uploader: Pick<Uploader, 'introduced'>;
  readonly limits: RegulatorLimits;
  readonly log: Log;
  readonly now: () => number;
}): Waybills {
  const { db, superior, main, uploader, limits, now } = deps;
  const underWay = createUnderWay();
  const began = now();
  /** What came in before it was taken, or is not for the platform; epoch ms. null: not known so far. */
  let since: number | null = null;
  /** What came in since then and was taken: when it did, by its id. */
  const taken = new Map<number, number>();

  /**
   * From when on the process before this one may have left waybills: before the last heartbeat, which may have been that of the sub link,
   * and before the main link ended. A platform that never answered has taken nothing.
   */
  const begin = async (): Promise<number> => {
    const main = sql`l.superior_id = ${superior.id} and l.link = ${MAIN}`;
    const known = await db.first<{ heard_at: number }>(sql`
      select least(coalesce(s.heartbeat_at, p.created_at), coalesce(ended.at, ${at(began)}::timestamptz)) as heard_at
      from superior_platform p left join superior_link s on s.superior_id = p.id
      cross join lateral (
        select min(l.at) as at from link_log l where ${main} and l.state <> ${LINK_STATE.signedIn} and l.at >= (
          select max(l.at) from link_log l where ${main} and l.state = ${LINK_STATE.signedIn} and l.at < ${at(began)})
      ) ended where p.id = ${superior.id}`);
    return (known?.heard_at ?? began) - limits.silentMs - STORED_WITHIN_MS;
  };

  const waiting = async (from: number): Promise<readonly Row[]> => {
    const rows = await db.query<Row>(sql`
      select w.id, w.vehicle_id, w.received_at, w.text
      from waybill w join superior_vehicle s on s.vehicle_id = w.vehicle_id and s.superior_id = ${superior.id}
      join vehicle v on v.id = w.vehicle_id and v.deleted_at is null ${ofIndustries(superior)}
      where w.received_at >= ${at(from)} and not (w.id = any(${[...taken.keys()]}::bigint[]))
      order by w.received_at, w.id limit ${limits.rowsAtOnce}`);
    // what comes in late is still to be found: it is stored a moment after it came
    since = Math.max(from, Math.min(rows[0]?.received_at ?? Number.POSITIVE_INFINITY, now() - STORED_WITHIN_MS));
    for (const [id, receivedAt] of taken) if (receivedAt < since) taken.delete(id);
    return rows;
  };

  return {
    pump: async () => {
      if (!superior.sendWaybill || !main.room) return;
      underWay.look();
      since ??= await begin();
      // what is too old is not for it
      const rows = await waiting(Math.max(since, now() - Math.max(superior.supplementMs, limits.liveMs)));
      for (const { id, vehicle_id, received_at, text } of rows) {
        const name = String(id);
        if (underWay.has(name)) continue;
        if (!main.room) return;
        const vehicle = await uploader.introduced(vehicle_id);
        // bound a moment ago: the next look finds it known
        if (vehicle === null) continue;
        const onTaken = () => {
          taken.set(id, received_at);
          underWay.settled(name);
        };
        if (sendFitting(deps, { type: 'waybill', body: { text }, vehicle: named(vehicle) }, onTaken) === null) return;
        underWay.add(name);
      }
    },
    end: () => underWay.clear(),
  };
}

/** The text of the waybill a vehicle is on: the newest that was sent of it; '': it has none. */
export async function waybillOf(db: Queryable, vehicleId: number): Promise<string> {
  const newest = await db.first<{ text: string }>(sql`
    select text from waybill where vehicle_id = ${vehicleId} order by received_at desc, id desc limit 1`);
  return newest?.text ?? '';
}
