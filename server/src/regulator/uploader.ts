import { CodecError } from '@fleetwarden/protocol/codec';
import type { Content } from '@fleetwarden/protocol/jt809';
import { type Db, sql } from '../platform/db/database.ts';
import type { Log } from '../platform/observe/log.ts';
import type { FieldEncryption } from '../platform/resources/field-encryption.ts';
import type { RegulatorLimits } from './limits.ts';
import type { MainLink } from './main-link.ts';
import { positionBody, positionsAfter, type StoredPosition } from './positions.ts';
import type { Superior } from './superiors.ts';
import { type BoundVehicle, boundVehicles, introductions, named } from './vehicles.ts';

/**
 * Tells a superior platform the positions of its vehicles: what is stored behind what it has taken of each. So nothing waits in
 * memory, whatever ends the link or this process, and what was taken there is not sent again. What was sent and not yet known to be
 * taken when a link is cut is sent again as caught up: nobody can know whether it arrived.
 */
export type Uploader = {
  /** The link is signed in. Rejects without a database. */
  begin(): Promise<void>;
  /** Vehicles were bound or changed. */
  reload(): Promise<void>;
  /** The link is cut. */
  end(): void;
  /** Vehicles have new positions. */
  touched(vehicleIds: readonly number[]): void;
  /** Sends what there is; resolves when no more can be sent for now. */
  pump(): Promise<void>;
  /** Vehicles with something to send. */
  readonly waiting: number;
  /** The vehicles of this link are known. */
  readonly loaded: boolean;
  /** Up to when a vehicle's positions were sent, epoch ms; undefined for one that is not the platform's. */
  toldTo(vehicleId: number): number | undefined;
  /** A vehicle the platform has been told of by now; null for one that is not its own. Rejects without a database. */
  introduced(vehicleId: number): Promise<BoundVehicle | null>;
};

type Cursor = {
  vehicle: BoundVehicle;
  /** All before it was sent; epoch ms. */
  sent: number;
  /** What the platform was told of the vehicle itself over this link, by message. Empty: nothing so far. */
  readonly told: Map<string, string>;
  /** Time of the last position that was sent. */
  lastSent: number;
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
  /** Goes up when the link is cut; what belongs to an earlier one counts no more. */
  let round = 0;
  let loads = 0;
  let loaded = false;
  /** One after the other: what is told last is what holds. */
  let introducing: Promise<void> = Promise.resolve();

  /** What is known of vehicles that stay stays: what was sent is not sent again because another vehicle was bound. */
  const load = async (kept: ReadonlyMap<number, Cursor>) => {
    const mine = ++loads;
    const vehicles = await boundVehicles(db, superior);
    if (mine !== loads) return;
    const floor = now() - Math.max(superior.supplementMs, limits.liveMs);
    cursors = new Map(
      vehicles.map((vehicle) => {
        const known = kept.get(vehicle.id);
        if (known) return [vehicle.id, Object.assign(known, { vehicle })];
        const sent = Math.max(floor, vehicle.takenTo ?? now() - limits.liveMs);
        return [vehicle.id, { vehicle, sent, told: new Map(), lastSent: vehicle.takenTo ?? 0 }];
      }),
    );
    loaded = true;
    if (superior.sendPosition) for (const id of cursors.keys()) dirty.add(id);
  };

  /** Tells of these vehicles what was not told, or is another since. */
  const introduce = (some: () => readonly Cursor[]): Promise<void> => {
    introducing = introducing
      .catch(() => undefined)
      .then(async () => {
        const asked = some();
        if (asked.length === 0) return;
        const mine = round;
        const known = await introductions(
          db,
          deps.encryption,
          superior,
          asked.map(({ vehicle }) => vehicle),
        );
        if (mine !== round) return;
        for (const { vehicle, told } of asked) for (const content of known.get(vehicle.id) ?? []) tellOnce(content, told);
      });
    return introducing;
  };
  const tellOnce = (content: Content, told: Map<string, string>) => {
    const said = JSON.stringify(content);
    if (told.get(content.type) === said) return;
    told.set(content.type, said);
    try {
      main.send(content);
    } catch (err) {
      if (!(err instanceof CodecError)) throw err;
      log.warn({ err, message: content.type, superior: superior.id }, 'a vehicle a superior platform cannot be told of');
    }
  };
  const isNew = ({ told }: Cursor): boolean => told.size === 0;

  const taken = (rows: readonly { cursor: Cursor; to: number }[]) => {
    db.run(sql`
      update superior_vehicle s set taken_to = greatest(s.taken_to, to_timestamp(u.ms / 1000.0))
      from unnest(${rows.map(({ cursor }) => cursor.vehicle.id)}::integer[], ${rows.map(({ to }) => to)}::float8[]) u (vehicle_id, ms)
      where s.superior_id = ${superior.id} and s.vehicle_id = u.vehicle_id`).catch((err: unknown) =>
      log.warn({ err, superior: superior.id }, 'not written down what a superior platform has taken'),
    );
  };

  /** Sends positions of one vehicle; false where the link takes no more. */
  const tell = (cursor: Cursor, rows: readonly StoredPosition[]): boolean => {
    const wanted = spaced(rows, superior.intervalMs, cursor.lastSent);
    cursor.lastSent = wanted.at(-1)?.gnss_at ?? cursor.lastSent;
    try {
      for (const content of messagesOf(cursor.vehicle, wanted, superior, now() - limits.liveMs, limits))
        if (main.send(content) === null) return false;
    } catch (err) {
      if (!(err instanceof CodecError)) throw err;
      // one vehicle that the wire has no words for (a plate too long for it) holds up no other
      log.warn(
        { err, vehicle: cursor.vehicle.id, superior: superior.id },
        'positions that cannot be told to a superior platform',
      );
    }
    return true;
  };

  const look = async (): Promise<boolean> => {
    const ids = [...dirty].slice(0, limits.vehiclesAtOnce);
    for (const id of ids) dirty.delete(id);
    const asked = ids.flatMap((id) => cursors.get(id) ?? []);
    const mine = round;
    const behind = asked.map(({ vehicle, sent }) => ({ vehicleId: vehicle.id, after: sent }));
    const again = (error: unknown) => {
      for (const id of ids) dirty.add(id);
      throw error;
    };
    const until = now() + limits.liveMs;
    const rows = await positionsAfter(db, behind, until, limits.positionsAtOnce, superior.id).catch(again);
    const byVehicle = Map.groupBy(rows, ({ vehicle_id }) => vehicle_id);
    await introduce(() => asked.filter((cursor) => byVehicle.has(cursor.vehicle.id) && isNew(cursor))).catch(again);
    const told: { cursor: Cursor; to: number }[] = [];
    for (const cursor of asked) {
      if (mine !== round) return false;
      const own = byVehicle.get(cursor.vehicle.id);
      if (!own) continue;
      if (!tell(cursor, own)) return false;
      cursor.sent = own.at(-1)!.gnss_at;
      told.push({ cursor, to: cursor.sent });
      if (own.length === limits.positionsAtOnce) dirty.add(cursor.vehicle.id);
    }
    if (told.length > 0) main.confirm(() => taken(told));
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
    touched: (vehicleIds) => {
      if (!superior.sendPosition) return;
      for (const id of vehicleIds) if (cursors.has(id)) dirty.add(id);
    },
    pump: async () => {
      while (dirty.size > 0 && main.room) if (!(await look())) return;
    },
    get waiting() {
      return dirty.size;
    },
    get loaded() {
      return loaded;
    },
    toldTo: (vehicleId) => cursors.get(vehicleId)?.sent,
    introduced: async (vehicleId) => {
      const cursor = cursors.get(vehicleId);
      if (!cursor) return null;
      await introduce(() => (isNew(cursor) ? [cursor] : []));
      return cursor.vehicle;
    },
  };
}

/** Of positions in their order, those that lie `intervalMs` apart and behind `last` (epoch ms). */
export function spaced<P extends StoredPosition>(rows: readonly P[], intervalMs: number, last = 0): P[] {
  let before = last;
  return rows.filter(({ gnss_at }) => {
    if (gnss_at - before < intervalMs) return false;
    before = gnss_at;
    return true;
  });
}

/** Messages of positions in their order: of now one by one, of before in fives. */
export function* messagesOf(
  vehicle: Pick<BoundVehicle, 'plate' | 'colour'>,
  rows: readonly StoredPosition[],
  superior: Pick<Superior, 'revision' | 'shifted' | 'platform'>,
  liveFrom: number,
  { positionsOfMessage: most }: Pick<RegulatorLimits, 'positionsOfMessage'>,
): Generator<Content> {
  const old = rows.filter(({ gnss_at }) => gnss_at < liveFrom);
  for (let i = 0; i < old.length; i += most) {
    const positions = old.slice(i, i + most).map((row) => positionBody(row, superior));
    yield { type: 'positions', body: { positions }, vehicle: named(vehicle) };
  }
  for (const row of rows.slice(old.length))
    yield { type: 'position', body: positionBody(row, superior), vehicle: named(vehicle) };
}
