import { CodecError } from '@fleetwarden/protocol/codec';
import { at, type Db, type Queryable, sql } from '../platform/db/database.ts';
import type { Log } from '../platform/observe/log.ts';
import { createInFlightSet } from './in-flight-set.ts';
import type { RegulatorLimits } from './limits.ts';
import type { MainLink } from './main-link.ts';
import type { Superior } from './superiors.ts';
import type { Uploader } from './uploader.ts';
import { industryFilter, toVehicleName } from './vehicles.ts';

/**
 * Electronic waybills for a superior platform (0x120D), in the order of storage. Each vehicle has a durable cursor (`waybill_to`)
 * of acknowledged waybills, so delivery is at-least-once.
 */
export type Waybills = {
  /** Sends waiting items. Rejects without a database. */
  pump(): Promise<void>;
  /** The link is down: unacknowledged items are sent again. */
  end(): void;
};

type Row = { readonly id: number; readonly vehicle_id: number; readonly received_at: number; readonly text: string };

/** Maximum delay between receipt and storage of a waybill, ms. */
const MAX_STORE_DELAY_MS = 60_000;

export function createWaybills(deps: {
  readonly db: Db;
  readonly superior: Superior;
  readonly main: MainLink;
  readonly uploader: Pick<Uploader, 'ensureIntroduced'>;
  readonly limits: RegulatorLimits;
  readonly log: Log;
  readonly now: () => number;
}): Waybills {
  const { db, superior, main, uploader, limits, log, now } = deps;
  const inFlight = createInFlightSet();
  /** Waybills before this need no query: they are acknowledged, or not for the platform. Epoch ms. */
  let since = Number.NEGATIVE_INFINITY;
  /** Increases when the link goes down; earlier query results are stale. */
  let round = 0;

  const loadWaiting = async (): Promise<readonly Row[]> => {
    // older waybills are not sent
    const from = Math.max(since, now() - Math.max(superior.supplementMs, limits.liveMs));
    const rows = await db.query<Row>(sql`
      select w.id, w.vehicle_id, w.received_at, w.text
      from superior_platform p join superior_vehicle s on s.superior_id = p.id
      join vehicle v on v.id = s.vehicle_id and v.deleted_at is null ${industryFilter(superior)}
      join waybill w on w.vehicle_id = s.vehicle_id and w.id > coalesce(s.waybill_to, 0)
      where p.id = ${superior.id} and w.received_at >= ${at(from)}
        and w.received_at >= greatest(p.waybills_from, s.bound_at) - ${limits.liveMs}::float8 * interval '1 millisecond'
      order by w.id limit ${limits.rowsAtOnce}`);
    // rows are stored with a delay, so the next query must include recent ones
    const first = rows.length < limits.rowsAtOnce ? Math.min(...rows.map((row) => row.received_at)) : from;
    since = Math.max(from, Math.min(first, now() - MAX_STORE_DELAY_MS));
    return rows;
  };

  /** Sends a waybill; false if the link is down. One that cannot be encoded is skipped. */
  const send = ({ text }: Row, vehicle: { readonly plate: string; readonly colour: number }): boolean => {
    try {
      return main.send({ type: 'waybill', body: { text }, vehicle: toVehicleName(vehicle) }) !== null;
    } catch (err) {
      if (!(err instanceof CodecError)) throw err;
      log.warn({ err, superior: superior.id }, 'waybill for a superior platform cannot be encoded');
      return true;
    }
  };

  /** Stores the cursors after the acknowledgement. */
  const storeOnAcknowledgement = (sent: readonly Row[]) => {
    if (sent.length === 0) return;
    const to = new Map(sent.map(({ vehicle_id, id }) => [vehicle_id, id]));
    main.confirm(() => {
      const written = db.run(sql`
        update superior_vehicle s set waybill_to = greatest(s.waybill_to, u.id)
        from unnest(${[...to.keys()]}::integer[], ${[...to.values()]}::bigint[]) u (vehicle_id, id)
        where s.superior_id = ${superior.id} and s.vehicle_id = u.vehicle_id`);
      const names = sent.map(({ id }) => String(id));
      inFlight.settle(names, written, (err) =>
        log.warn({ err, superior: superior.id }, 'acknowledged waybills of a superior platform not stored'),
      );
    });
  };

  return {
    pump: async () => {
      if (!superior.sendWaybill || !main.room) return;
      inFlight.startScan();
      const startRound = round;
      const rows = await loadWaiting();
      const sent: Row[] = [];
      /** Vehicles that were just bound. The next pump sends their waybills in order. */
      const unknown = new Set<number>();
      for (const row of rows) {
        if (inFlight.has(String(row.id)) || unknown.has(row.vehicle_id)) continue;
        const vehicle = await uploader.ensureIntroduced(row.vehicle_id);
        // the link went down
        if (startRound !== round) return;
        if (vehicle === null) {
          unknown.add(row.vehicle_id);
          continue;
        }
        if (!main.room || !send(row, vehicle)) break;
        inFlight.add(String(row.id));
        sent.push(row);
      }
      storeOnAcknowledgement(sent);
    },
    end: () => {
      round++;
      inFlight.clear();
    },
  };
}

/** Loads the text of the vehicle's newest waybill; '' if it has none. */
export async function loadWaybillText(db: Queryable, vehicleId: number): Promise<string> {
  const newest = await db.first<{ text: string }>(sql`
    select text from waybill where vehicle_id = ${vehicleId} order by received_at desc, id desc limit 1`);
  return newest?.text ?? '';
}
