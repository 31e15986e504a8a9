import { at, type Db, sql } from '../platform/db/database.ts';
import type { Log } from '../platform/observe/log.ts';
import type { RegulatorLimits } from './limits.ts';
import type { MainLink } from './main-link.ts';
import type { PositionSender } from './position-sender.ts';
import { loadPositionsAfter } from './positions.ts';
import type { Superior } from './superiors.ts';
import type { Uploader } from './uploader.ts';

/** Manual resend of positions (补报). A row of `superior_resend` is deleted when its whole period is acknowledged. */
export type Resends = {
  /** Sends waiting positions. Rejects without a database. */
  pump(): Promise<void>;
  /** The link is down: unacknowledged rows are sent again. */
  end(): void;
};

type Row = { readonly id: number; readonly vehicle_id: number; readonly taken_to: number; readonly until_at: number };

export function createResends(deps: {
  readonly db: Db;
  readonly superior: Superior;
  readonly main: MainLink;
  readonly sender: PositionSender;
  readonly uploader: Pick<Uploader, 'ensureIntroduced'>;
  readonly limits: RegulatorLimits;
  readonly log: Log;
}): Resends {
  const { db, superior, main, sender, uploader, limits, log } = deps;
  /** Rows with unacknowledged positions. */
  let inFlight = new Set<number>();

  const storeProgress = ({ id, taken_to }: Row, to: number, last: boolean) => {
    // a new request for the same period may have moved the row back
    const unchanged = sql`where id = ${id} and taken_to = ${at(taken_to)}`;
    const statement = last
      ? sql`delete from superior_resend ${unchanged}`
      : sql`update superior_resend set taken_to = ${at(to)} ${unchanged}`;
    const own = inFlight;
    db.run(statement)
      .catch((err: unknown) => log.warn({ err, superior: superior.id }, 'progress of a resend not stored'))
      .finally(() => own.delete(id));
  };

  /** Sends the next positions of a row; false if the link has no room. */
  const sendNext = async (row: Row, own: Set<number>): Promise<boolean> => {
    const vehicle = await uploader.ensureIntroduced(row.vehicle_id);
    const after = { vehicleId: row.vehicle_id, after: row.taken_to };
    const rows = vehicle ? await loadPositionsAfter(db, [after], row.until_at, limits.positionsAtOnce) : [];
    // the link was lost since
    if (own !== inFlight) return false;
    // always as 0x1203, even if they are recent
    if (vehicle && !sender.send(vehicle, rows, Number.POSITIVE_INFINITY)) return false;
    own.add(row.id);
    const to = rows.at(-1)?.gnss_at ?? row.until_at;
    main.confirm(() => storeProgress(row, to, rows.length < limits.positionsAtOnce));
    return main.room;
  };

  return {
    pump: async () => {
      if (!superior.sendPosition || !main.room) return;
      const own = inFlight;
      const rows = await db.query<Row>(sql`
        select id, vehicle_id, taken_to, until_at from superior_resend
        where superior_id = ${superior.id} and not (id = any(${[...own]}::bigint[])) order by id limit ${limits.rowsAtOnce}`);
      for (const row of rows) if (!(await sendNext(row, own))) return;
    },
    end: () => {
      inFlight = new Set();
    },
  };
}
