import { CodecError } from '@fleetwarden/protocol/codec';
import type { Content } from '@fleetwarden/protocol/jt809';
import { type Db, sql } from '../platform/db/database.ts';
import type { Log } from '../platform/observe/log.ts';
import type { FieldEncryption } from '../platform/resources/field-encryption.ts';
import type { RegulatorLimits } from './limits.ts';
import type { MainLink } from './main-link.ts';
import { encodePosition, loadPositionsAfter, type StoredPosition } from './positions.ts';
import type { Superior } from './superiors.ts';
import { type BoundVehicle, loadBoundVehicles, loadIntroductions, toVehicleName } from './vehicles.ts';

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
  /** Registers a vehicle at the platform, if that is not done. null: not a vehicle of the platform. Rejects without a database. */
  ensureIntroduced(vehicleId: number): Promise<BoundVehicle | null>;
};

type Cursor = {
  vehicle: BoundVehicle;
  /** Positions up to this were sent; epoch ms. */
  sentUntil: number;
  /** Registration messages of the vehicle that were sent over this link, by type. Empty: none. */
  readonly introductions: Map<string, string>;
  /** Time of the last position that was sent, epoch ms. */
  lastSentAt: number;
};

export function createUploader(deps: {
  readonly db: Db;
  readonly encryption: Pick<FieldEncryption, 'decrypt'>;
  readonly superior: Superior;
  readonly main: MainLink;
  readonly limits: RegulatorLimits;
  readonly log: Log;
  readonly now: () => number;
}): Uploader {
  const { db, superior, main, limits, log, now } = deps;
  let cursors = new Map<number, Cursor>();
  let dirty = new Set<number>();
  /** Increases when the link goes down; results of an earlier round are stale. */
  let round = 0;
  let loads = 0;
  let loaded = false;
  /** Registrations are sent one after the other, because the last one is valid. */
  let introducing: Promise<void> = Promise.resolve();

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

  /** Sends the registration messages of vehicles that are new or changed. */
  const introduce = (selectCursors: () => readonly Cursor[]): Promise<void> => {
    introducing = introducing
      .catch(() => undefined)
      .then(async () => {
        const selected = selectCursors();
        if (selected.length === 0) return;
        const startRound = round;
        const messages = await loadIntroductions(
          db,
          deps.encryption,
          superior,
          selected.map(({ vehicle }) => vehicle),
        );
        if (startRound !== round) return;
        for (const { vehicle, introductions } of selected)
          for (const content of messages.get(vehicle.id) ?? []) sendIfChanged(content, introductions);
      });
    return introducing;
  };
  const sendIfChanged = (content: Content, sent: Map<string, string>) => {
    const json = JSON.stringify(content);
    if (sent.get(content.type) === json) return;
    sent.set(content.type, json);
    try {
      main.send(content);
    } catch (err) {
      if (!(err instanceof CodecError)) throw err;
      log.warn(
        { err, message: content.type, superior: superior.id },
        'registration of a vehicle at a superior platform cannot be encoded',
      );
    }
  };
  const isNew = ({ introductions }: Cursor): boolean => introductions.size === 0;

  const storeCursors = (rows: readonly { cursor: Cursor; to: number }[]) => {
    db.run(sql`
      update superior_vehicle s set taken_to = greatest(s.taken_to, to_timestamp(u.ms / 1000.0))
      from unnest(${rows.map(({ cursor }) => cursor.vehicle.id)}::integer[], ${rows.map(({ to }) => to)}::float8[]) u (vehicle_id, ms)
      where s.superior_id = ${superior.id} and s.vehicle_id = u.vehicle_id`).catch((err: unknown) =>
      log.warn({ err, superior: superior.id }, 'acknowledged positions of a superior platform not stored'),
    );
  };

  /** Sends positions of a vehicle; false if the link is down. */
  const sendPositions = (cursor: Cursor, rows: readonly StoredPosition[]): boolean => {
    const wanted = thinOut(rows, superior.intervalMs, cursor.lastSentAt);
    cursor.lastSentAt = wanted.at(-1)?.gnss_at ?? cursor.lastSentAt;
    try {
      for (const content of encodePositions(cursor.vehicle, wanted, superior, now() - limits.liveMs, limits))
        if (main.send(content) === null) return false;
    } catch (err) {
      if (!(err instanceof CodecError)) throw err;
      // for example, a plate that is too long; it must not block other vehicles
      log.warn({ err, vehicle: cursor.vehicle.id, superior: superior.id }, 'positions for a superior platform cannot be encoded');
    }
    return true;
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
    const sent: { cursor: Cursor; to: number }[] = [];
    for (const cursor of batch) {
      if (startRound !== round) return false;
      const rows = byVehicle.get(cursor.vehicle.id);
      if (!rows) continue;
      if (!sendPositions(cursor, rows)) return false;
      cursor.sentUntil = rows.at(-1)!.gnss_at;
      sent.push({ cursor, to: cursor.sentUntil });
      if (rows.length === limits.positionsAtOnce) dirty.add(cursor.vehicle.id);
    }
    if (sent.length > 0) main.confirm(() => storeCursors(sent));
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
      const cursor = cursors.get(vehicleId);
      if (!cursor) return null;
      await introduce(() => (isNew(cursor) ? [cursor] : []));
      return cursor.vehicle;
    },
  };
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

/** Encodes ordered positions: recent ones as 0x1202, older ones in batches of 0x1203. */
export function* encodePositions(
  vehicle: Pick<BoundVehicle, 'plate' | 'colour'>,
  rows: readonly StoredPosition[],
  superior: Pick<Superior, 'revision' | 'shifted' | 'platform'>,
  liveFrom: number,
  { positionsOfMessage: batchSize }: Pick<RegulatorLimits, 'positionsOfMessage'>,
): Generator<Content> {
  const old = rows.filter(({ gnss_at }) => gnss_at < liveFrom);
  for (let i = 0; i < old.length; i += batchSize) {
    const positions = old.slice(i, i + batchSize).map((row) => encodePosition(row, superior));
    yield { type: 'positions', body: { positions }, vehicle: toVehicleName(vehicle) };
  }
  for (const row of rows.slice(old.length))
    yield { type: 'position', body: encodePosition(row, superior), vehicle: toVehicleName(vehicle) };
}
