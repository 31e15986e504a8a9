import { type Db, sql } from '../platform/db/database.ts';
import type { Log } from '../platform/observe/log.ts';
import type { RegulatorLimits } from './limits.ts';
import type { MainLink } from './main-link.ts';
import type { PositionSender } from './position-sender.ts';
import { BAD_QUALITY, POSITION_COLUMNS, type StoredPosition } from './positions.ts';
import type { Superior } from './superiors.ts';
import { thinOut, type Uploader } from './uploader.ts';

/**
 * Late positions: stored after newer positions of the vehicle were sent. Ingest adds a row of `superior_late` for each.
 * The uploader sends those after its own cursor, and deletes their rows.
 */
export type LatePositions = {
  /** Sends waiting positions. Rejects without a database. */
  pump(): Promise<void>;
  /** The link is down: unacknowledged positions are sent again. */
  end(): void;
};

type Row = StoredPosition & { readonly id: number; readonly isUsable: boolean };

export function createLatePositions(deps: {
  readonly db: Db;
  readonly superior: Superior;
  readonly main: MainLink;
  readonly sender: PositionSender;
  readonly uploader: Pick<Uploader, 'sentUntil' | 'ensureIntroduced' | 'onNewPositions'>;
  readonly limits: RegulatorLimits;
  readonly log: Log;
  readonly now: () => number;
}): LatePositions {
  const { db, superior, main, sender, uploader, limits, log, now } = deps;
  /** Rows that were sent and are not acknowledged. */
  let inFlight = new Set<number>();

  const deleteRows = (ids: readonly number[]): Promise<unknown> =>
    db
      .run(sql`delete from superior_late where id = any(${[...ids]}::bigint[])`)
      .catch((err: unknown) => log.warn({ err, superior: superior.id }, 'acknowledged late positions not deleted'));

  /** Sends late positions of a vehicle; false if the link has no room. */
  const sendVehicle = async (vehicleId: number, rows: readonly Row[], own: Set<number>): Promise<boolean> => {
    const vehicle = await uploader.ensureIntroduced(vehicleId);
    const oldest = now() - Math.max(superior.supplementMs, limits.liveMs);
    const wanted = vehicle === null ? [] : rows.filter(({ isUsable, gnss_at }) => isUsable && gnss_at >= oldest);
    const isUp = vehicle === null || sender.send(vehicle, thinOut(wanted, superior.intervalMs), now() - limits.liveMs);
    if (!isUp) return false;
    const ids = rows.map(({ id }) => id);
    for (const id of ids) own.add(id);
    main.confirm(() => {
      void deleteRows(ids).finally(() => {
        for (const id of ids) own.delete(id);
      });
    });
    return main.room;
  };

  return {
    pump: async () => {
      if (!superior.sendPosition || !main.room || inFlight.size >= limits.lateInFlight) return;
      const own = inFlight;
      const rows = await db.query<Row>(sql`
        select ${POSITION_COLUMNS}, l.id, l.vehicle_id, l.gnss_at, p.quality is not null and p.quality & ${BAD_QUALITY} = 0 as "isUsable"
        from (
          select id, vehicle_id, gnss_at from superior_late
          where superior_id = ${superior.id} and not (id = any(${[...own]}::bigint[])) order by id limit ${limits.rowsAtOnce}
        ) l left join position p on p.vehicle_id = l.vehicle_id and p.gnss_at = l.gnss_at
        order by l.vehicle_id, l.gnss_at`);
      if (own !== inFlight) return;
      for (const [vehicleId, ofVehicle] of Map.groupBy(rows, ({ vehicle_id }) => vehicle_id)) {
        const to = uploader.sentUntil(vehicleId) ?? Number.POSITIVE_INFINITY;
        const due = ofVehicle.filter(({ gnss_at }) => gnss_at <= to);
        if (due.length < ofVehicle.length) uploader.onNewPositions([vehicleId]);
        if (due.length > 0 && !(await sendVehicle(vehicleId, due, own))) return;
      }
    },
    end: () => {
      inFlight = new Set();
    },
  };
}
