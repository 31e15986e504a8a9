import { type Db, sql } from '../platform/db/database.ts';
import type { Log } from '../platform/observe/log.ts';
import type { FieldEncryption } from '../platform/resources/field-encryption.ts';
import { createIntroducer, type Introduced, isNew } from './introducer.ts';
import type { RegulatorLimits } from './limits.ts';
import type { MainLink } from './main-link.ts';
import type { PositionSender } from './position-sender.ts';
import { loadPositionsAfter, type StoredPosition } from './positions.ts';
import type { Superior } from './superiors.ts';
import { type BoundVehicle, loadBoundVehicles } from './vehicles.ts';

/**
 * Sends the positions of vehicles to a superior platform. Each vehicle has a durable cursor of acknowledged positions (`taken_to`),
 * so nothing waits in memory. After a lost link, unacknowledged positions are sent again (at-least-once).
 */
export type Uploader = {
  /** Loads the vehicles after a login. Rejects without a database. */
  begin(): Promise<void>;
  /** Loads the vehicles again after a change. */
  reload(): Promise<void>;
  /** The link is down. */
  end(): void;
  /** Vehicles have new positions. */
  onNewPositions(vehicleIds: readonly number[]): void;
  /** Sends waiting positions; resolves when there are none, or the link has no room. */
  pump(): Promise<void>;
  /** Number of vehicles with waiting positions. */
  readonly waiting: number;
  /** Whether the vehicles of this link are loaded. */
  readonly loaded: boolean;
  /** The cursor of a vehicle: positions up to this were sent, epoch ms. undefined: not a vehicle of the platform. */
  sentUntil(vehicleId: number): number | undefined;
  /**
   * Registers a vehicle at the platform, if that is not done. null: not a vehicle of the platform. Rejects without a database, and
   * with LinkLost if the vehicles of this link are not loaded, or it goes down meanwhile.
   */
  ensureIntroduced(vehicleId: number): Promise<BoundVehicle | null>;
};

/** The main link went down during a pump. Its items wait for the next login. */
export class LinkLost extends Error {}

type Cursor = Introduced & {
  /** Positions up to this were sent; epoch ms. */
  sentUntil: number;
  /** Time of the last position that was sent, epoch ms. */
  lastSentAt: number;
};

/** A cursor to store: the positions of the vehicle up to `to` (epoch ms) are acknowledged. */
type CursorRow = { readonly vehicleId: number; readonly to: number };

export function createUploader(deps: {
  readonly db: Db;
  readonly encryption: Pick<FieldEncryption, 'decrypt'>;
  readonly superior: Superior;
  readonly main: MainLink;
  readonly sender: PositionSender;
  readonly limits: RegulatorLimits;
  readonly log: Log;
  readonly now: () => number;
}): Uploader {
  const { db, superior, main, sender, limits, log, now } = deps;
  let cursors = new Map<number, Cursor>();
  let dirty = new Set<number>();
  /** Increases when the link goes down; results of an earlier round are stale. */
  let round = 0;
  let loads = 0;
  let loaded = false;
  const introduce = createIntroducer({ ...deps, round: () => round });

  /** Loads the vehicles. Those with a cursor in `previous` continue from it. */
  const load = async (previous: ReadonlyMap<number, Cursor>) => {
    const load = ++loads;
    const vehicles = await loadBoundVehicles(db, superior);
    if (load !== loads) return;
    const floor = now() - Math.max(superior.supplementMs, limits.liveMs);
    cursors = new Map(
      vehicles.map((vehicle) => {
        const cursor = previous.get(vehicle.id);
        if (cursor) return [vehicle.id, Object.assign(cursor, { vehicle })];
        const sentUntil = Math.max(floor, vehicle.takenTo ?? now() - limits.liveMs);
        return [vehicle.id, { vehicle, sentUntil, introductions: new Map(), lastSentAt: vehicle.takenTo ?? 0 }];
      }),
    );
    loaded = true;
    if (superior.sendPosition) for (const id of cursors.keys()) dirty.add(id);
  };

  const store = (rows: readonly CursorRow[]) => {
    storeCursors(db, superior.id, rows).catch((err: unknown) =>
      log.warn({ err, superior: superior.id }, 'acknowledged positions of a superior platform not stored'),
    );
  };

  /** Sends positions of a vehicle; false if the link is down. */
  const sendPositions = (cursor: Cursor, rows: readonly StoredPosition[]): boolean => {
    const wanted = thinOut(rows, superior.intervalMs, cursor.lastSentAt);
    cursor.lastSentAt = wanted.at(-1)?.gnss_at ?? cursor.lastSentAt;
    return sender.send(cursor.vehicle, wanted, now() - limits.liveMs);
  };

  const sendNextBatch = async (): Promise<boolean> => {
    const ids = [...dirty].slice(0, limits.vehiclesAtOnce);
    for (const id of ids) dirty.delete(id);
    const batch = ids.flatMap((id) => cursors.get(id) ?? []);
    const startRound = round;
    const after = batch.map(({ vehicle, sentUntil }) => ({ vehicleId: vehicle.id, after: sentUntil }));
    const requeue = (error: unknown) => {
      for (const id of ids) dirty.add(id);
      throw error;
    };
    const until = now() + limits.liveMs;
    const positions = await loadPositionsAfter(db, after, until, limits.positionsAtOnce, superior.id).catch(requeue);
    const byVehicle = Map.groupBy(positions, ({ vehicle_id }) => vehicle_id);
    await introduce(() => batch.filter((cursor) => byVehicle.has(cursor.vehicle.id) && isNew(cursor))).catch(requeue);
    const sent: CursorRow[] = [];
    for (const cursor of batch) {
      if (startRound !== round) return false;
      const rows = byVehicle.get(cursor.vehicle.id);
      if (!rows) continue;
      if (!sendPositions(cursor, rows)) return false;
      cursor.sentUntil = rows.at(-1)!.gnss_at;
      sent.push({ vehicleId: cursor.vehicle.id, to: cursor.sentUntil });
      if (rows.length === limits.positionsAtOnce) dirty.add(cursor.vehicle.id);
    }
    if (sent.length > 0) main.confirm(() => store(sent));
    return dirty.size > 0 && main.room;
  };

  return {
    begin: () => load(new Map()),
    reload: async () => {
      await load(cursors);
      await introduce(() => [...cursors.values()].filter((cursor) => !isNew(cursor)));
    },
    end: () => {
      round++;
      loads++;
      loaded = false;
      cursors = new Map();
      dirty = new Set();
    },
    onNewPositions: (vehicleIds) => {
      if (!superior.sendPosition) return;
      for (const id of vehicleIds) if (cursors.has(id)) dirty.add(id);
    },
    pump: async () => {
      while (dirty.size > 0 && main.room) if (!(await sendNextBatch())) return;
    },
    get waiting() {
      return dirty.size;
    },
    get loaded() {
      return loaded;
    },
    sentUntil: (vehicleId) => cursors.get(vehicleId)?.sentUntil,
    ensureIntroduced: async (vehicleId) => {
      const startRound = round;
      if (!loaded) throw new LinkLost();
      const cursor = cursors.get(vehicleId);
      if (!cursor) return null;
      await introduce(() => (isNew(cursor) ? [cursor] : []));
      if (startRound !== round) throw new LinkLost();
      return cursor.vehicle;
    },
  };
}

async function storeCursors(db: Db, superiorId: number, rows: readonly CursorRow[]): Promise<void> {
  await db.run(sql`
    update superior_vehicle s set taken_to = greatest(s.taken_to, to_timestamp(u.ms / 1000.0))
    from unnest(${rows.map(({ vehicleId }) => vehicleId)}::integer[], ${rows.map(({ to }) => to)}::float8[]) u (vehicle_id, ms)
    where s.superior_id = ${superiorId} and s.vehicle_id = u.vehicle_id`);
}

/** Thins out ordered positions to one per `intervalMs` after `last` (epoch ms). */
export function thinOut<P extends StoredPosition>(rows: readonly P[], intervalMs: number, last = 0): P[] {
  let before = last;
  return rows.filter(({ gnss_at }) => {
    if (gnss_at - before < intervalMs) return false;
    before = gnss_at;
    return true;
  });
}
