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
 * Electronic waybills for a superior platform (0x120D), each as it came in, those of a vehicle in the order they were stored in. They
 * wait in the database, whatever cuts the link or ends this process: up to which the platform has taken them is written down for each
 * vehicle, so what is sent again is what was not known to be taken.
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
  readonly uploader: Pick<Uploader, 'ensureIntroduced'>;
  readonly limits: RegulatorLimits;
  readonly log: Log;
  readonly now: () => number;
}): Waybills {
  const { db, superior, main, uploader, limits, log, now } = deps;
  const inFlight = createInFlightSet();
  /** What came in before is known to be taken, or not for the platform; epoch ms. Saves looking at it again. */
  let since = Number.NEGATIVE_INFINITY;
  /** Goes up when the link is cut; what was read before counts no more. */
  let round = 0;

  const waiting = async (): Promise<readonly Row[]> => {
    // what is too old is not for it
    const from = Math.max(since, now() - Math.max(superior.supplementMs, limits.liveMs));
    const rows = await db.query<Row>(sql`
      select w.id, w.vehicle_id, w.received_at, w.text
      from superior_platform p join superior_vehicle s on s.superior_id = p.id
      join vehicle v on v.id = s.vehicle_id and v.deleted_at is null ${industryFilter(superior)}
      join waybill w on w.vehicle_id = s.vehicle_id and w.id > coalesce(s.waybill_to, 0)
      where p.id = ${superior.id} and w.received_at >= ${at(from)}
        and w.received_at >= greatest(p.waybills_from, s.bound_at) - ${limits.liveMs}::float8 * interval '1 millisecond'
      order by w.id limit ${limits.rowsAtOnce}`);
    // what comes in late is still to be found: it is stored a moment after it came
    const first = rows.length < limits.rowsAtOnce ? Math.min(...rows.map((row) => row.received_at)) : from;
    since = Math.max(from, Math.min(first, now() - STORED_WITHIN_MS));
    return rows;
  };

  /** Sends one; false where the link takes no more. What does not fit the wire never will, and holds up no other. */
  const tell = ({ text }: Row, vehicle: { readonly plate: string; readonly colour: number }): boolean => {
    try {
      return main.send({ type: 'waybill', body: { text }, vehicle: toVehicleName(vehicle) }) !== null;
    } catch (err) {
      if (!(err instanceof CodecError)) throw err;
      log.warn({ err, superior: superior.id }, 'a waybill that cannot be told to a superior platform');
      return true;
    }
  };

  /** Once the platform is known to have taken them. */
  const confirm = (sent: readonly Row[]) => {
    if (sent.length === 0) return;
    const to = new Map(sent.map(({ vehicle_id, id }) => [vehicle_id, id]));
    main.confirm(() => {
      const written = db.run(sql`
        update superior_vehicle s set waybill_to = greatest(s.waybill_to, u.id)
        from unnest(${[...to.keys()]}::integer[], ${[...to.values()]}::bigint[]) u (vehicle_id, id)
        where s.superior_id = ${superior.id} and s.vehicle_id = u.vehicle_id`);
      const names = sent.map(({ id }) => String(id));
      inFlight.settles(names, written, (err) =>
        log.warn({ err, superior: superior.id }, 'not written down which waybills a superior platform has taken'),
      );
    });
  };

  return {
    pump: async () => {
      if (!superior.sendWaybill || !main.room) return;
      inFlight.look();
      const mine = round;
      const rows = await waiting();
      const sent: Row[] = [];
      /** Bound a moment ago: the next look finds them known, and tells theirs in order. */
      const unknown = new Set<number>();
      for (const row of rows) {
        if (inFlight.has(String(row.id)) || unknown.has(row.vehicle_id)) continue;
        const vehicle = await uploader.ensureIntroduced(row.vehicle_id);
        // the link was cut meanwhile: nobody knows what of it arrived
        if (mine !== round) return;
        if (vehicle === null) {
          unknown.add(row.vehicle_id);
          continue;
        }
        if (!main.room || !tell(row, vehicle)) break;
        inFlight.add(String(row.id));
        sent.push(row);
      }
      confirm(sent);
    },
    end: () => {
      round++;
      inFlight.clear();
    },
  };
}

/** The text of the waybill a vehicle is on: the newest that was sent of it; '': it has none. */
export async function loadWaybillText(db: Queryable, vehicleId: number): Promise<string> {
  const newest = await db.first<{ text: string }>(sql`
    select text from waybill where vehicle_id = ${vehicleId} order by received_at desc, id desc limit 1`);
  return newest?.text ?? '';
}
