import { CodecError } from '@fleetwarden/protocol/codec';
import { type Db, sql } from '../platform/db/database.ts';
import type { Log } from '../platform/observe/log.ts';
import type { RegulatorLimits } from './limits.ts';
import type { MainLink } from './main-link.ts';
import { BAD_QUALITY, POSITION_COLUMNS, type StoredPosition } from './positions.ts';
import type { Superior } from './superiors.ts';
import { encodePositions, thinOut, type Uploader } from './uploader.ts';

/**
 * Positions that were stored when the platform had been told newer ones of their vehicle: from a blind spot, or out of order. Ingest
 * enters each with its position; those the uploader has not come to yet are its own, and it takes them out of here as it passes.
 */
export type LatePositions = {
  /** Sends what there is. Rejects without a database. */
  pump(): Promise<void>;
  /** The link is cut: what was under way is sent again. */
  end(): void;
};

type Row = StoredPosition & { readonly id: number; readonly worth: boolean };

export function createLatePositions(deps: {
  readonly db: Db;
  readonly superior: Superior;
  readonly main: MainLink;
  readonly uploader: Pick<Uploader, 'sentUntil' | 'ensureIntroduced' | 'onNewPositions'>;
  readonly limits: RegulatorLimits;
  readonly log: Log;
  readonly now: () => number;
}): LatePositions {
  const { db, superior, main, uploader, limits, log, now } = deps;
  /** Rows that were sent and are not known to be taken. */
  let inFlight = new Set<number>();

  const forget = (ids: readonly number[]): Promise<unknown> =>
    db
      .run(sql`delete from superior_late where id = any(${[...ids]}::bigint[])`)
      .catch((err: unknown) => log.warn({ err, superior: superior.id }, 'not written down which late positions were taken'));

  /** Sends those of one vehicle; false where the link takes no more. */
  const tell = async (vehicleId: number, rows: readonly Row[], mine: Set<number>): Promise<boolean> => {
    const vehicle = await uploader.ensureIntroduced(vehicleId);
    // the link was cut meanwhile
    if (mine !== inFlight) return false;
    const oldest = now() - Math.max(superior.supplementMs, limits.liveMs);
    const wanted = vehicle === null ? [] : rows.filter(({ worth, gnss_at }) => worth && gnss_at >= oldest);
    try {
      const liveFrom = now() - limits.liveMs;
      for (const content of vehicle
        ? encodePositions(vehicle, thinOut(wanted, superior.intervalMs), superior, liveFrom, limits)
        : [])
        if (main.send(content) === null) return false;
    } catch (err) {
      if (!(err instanceof CodecError)) throw err;
      log.warn({ err, vehicle: vehicleId, superior: superior.id }, 'late positions that cannot be told to a superior platform');
    }
    const ids = rows.map(({ id }) => id);
    for (const id of ids) mine.add(id);
    main.confirm(() => {
      void forget(ids).finally(() => {
        for (const id of ids) mine.delete(id);
      });
    });
    return main.room;
  };

  return {
    pump: async () => {
      if (!superior.sendPosition || !main.room || inFlight.size >= limits.lateInFlight) return;
      const mine = inFlight;
      const rows = await db.query<Row>(sql`
        select ${POSITION_COLUMNS}, l.id, l.vehicle_id, l.gnss_at, p.quality is not null and p.quality & ${BAD_QUALITY} = 0 as worth
        from (
          select id, vehicle_id, gnss_at from superior_late
          where superior_id = ${superior.id} and not (id = any(${[...mine]}::bigint[])) order by id limit ${limits.rowsAtOnce}
        ) l left join position p on p.vehicle_id = l.vehicle_id and p.gnss_at = l.gnss_at
        order by l.vehicle_id, l.gnss_at`);
      if (mine !== inFlight) return;
      for (const [vehicleId, own] of Map.groupBy(rows, ({ vehicle_id }) => vehicle_id)) {
        const to = uploader.sentUntil(vehicleId) ?? Number.POSITIVE_INFINITY;
        const passed = own.filter(({ gnss_at }) => gnss_at <= to);
        if (passed.length < own.length) uploader.onNewPositions([vehicleId]);
        if (passed.length > 0 && !(await tell(vehicleId, passed, mine))) return;
      }
    },
    end: () => {
      inFlight = new Set();
    },
  };
}
