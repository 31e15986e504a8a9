import { CodecError } from '@fleetwarden/protocol/codec';
import type { Content } from '@fleetwarden/protocol/jt809';
import { type Db, sql } from '../platform/db/database.ts';
import type { Log } from '../platform/observe/log.ts';
import type { Seal } from '../platform/resources/seal.ts';
import type { RegulatorLimits } from './limits.ts';
import type { MainLink } from './main-link.ts';
import { positionBody, positionsAfter, type StoredPosition } from './positions.ts';
import type { Superior } from './superiors.ts';
import { type BoundVehicle, boundVehicles, driverOf, registration } from './vehicles.ts';

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
};

type Cursor = {
  readonly vehicle: BoundVehicle;
  /** All before it was sent; epoch ms. */
  sent: number;
  registered: boolean;
  /** Time of the last position that was sent. */
  lastSent: number;
};

export function createUploader(deps: {
  readonly db: Db;
  readonly seal: Pick<Seal, 'open'>;
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

  /** What is known of vehicles that stay stays: what was sent is not sent again because another vehicle was bound. */
  const load = async (kept: ReadonlyMap<number, Cursor>) => {
    const mine = ++loads;
    const vehicles = await boundVehicles(db, superior);
    if (mine !== loads) return;
    const floor = now() - Math.max(superior.supplementMs, limits.liveMs);
    cursors = new Map(
      vehicles.map((vehicle) => {
        const known = kept.get(vehicle.id);
        if (known && isSame(known.vehicle, vehicle)) return [vehicle.id, known];
        const from = known?.sent ?? Math.max(floor, vehicle.takenTo ?? now() - limits.liveMs);
        return [vehicle.id, { vehicle, sent: from, registered: false, lastSent: known?.lastSent ?? vehicle.takenTo ?? 0 }];
      }),
    );
    if (superior.sendPosition) for (const id of cursors.keys()) dirty.add(id);
  };

  const register = async (cursor: Cursor) => {
    const { vehicle } = cursor;
    cursor.registered = true;
    main.send({ type: 'vehicleRegister', body: registration(vehicle, superior), vehicle: named(vehicle) });
    if (!superior.sendDriver) return;
    const driver = await driverOf(db, deps.seal, vehicle.id);
    if (driver) main.send({ type: 'driver', body: driver, vehicle: named(vehicle) });
  };

  const taken = (rows: readonly { cursor: Cursor; to: number }[]) => {
    db.run(sql`
      update superior_vehicle s set taken_to = greatest(s.taken_to, to_timestamp(u.ms / 1000.0))
      from unnest(${rows.map(({ cursor }) => cursor.vehicle.id)}::integer[], ${rows.map(({ to }) => to)}::float8[]) u (vehicle_id, ms)
      where s.superior_id = ${superior.id} and s.vehicle_id = u.vehicle_id`).catch((err: unknown) =>
      log.warn({ err, superior: superior.id }, 'not written down what a superior platform has taken'),
    );
  };

  /** Sends positions of one vehicle; false where the link takes no more. */
  const tell = async (cursor: Cursor, rows: readonly StoredPosition[]): Promise<boolean> => {
    if (!cursor.registered) await register(cursor);
    const spaced = rows.filter(({ gnss_at }) => {
      if (gnss_at - cursor.lastSent < superior.intervalMs) return false;
      cursor.lastSent = gnss_at;
      return true;
    });
    const liveFrom = now() - limits.liveMs;
    for (const content of messagesOf(cursor.vehicle, spaced, superior, liveFrom, limits.positionsOfMessage))
      if (main.send(content) === null) return false;
    return true;
  };

  /** One vehicle that the wire has no words for (a plate too long for it) holds up no other. */
  const toldOr = (cursor: Cursor, rows: readonly StoredPosition[]): Promise<boolean> =>
    tell(cursor, rows).catch((err: unknown) => {
      if (!(err instanceof CodecError)) throw err;
      log.warn(
        { err, vehicle: cursor.vehicle.id, superior: superior.id },
        'positions that cannot be told to a superior platform',
      );
      return true;
    });

  const look = async (): Promise<boolean> => {
    const ids = [...dirty].slice(0, limits.vehiclesAtOnce);
    for (const id of ids) dirty.delete(id);
    const asked = ids.flatMap((id) => cursors.get(id) ?? []);
    const mine = round;
    const behind = asked.map(({ vehicle, sent }) => ({ vehicleId: vehicle.id, after: sent }));
    const rows = await positionsAfter(db, behind, now() + limits.liveMs, limits.positionsAtOnce).catch((error: unknown) => {
      for (const id of ids) dirty.add(id);
      throw error;
    });
    const byVehicle = Map.groupBy(rows, ({ vehicle_id }) => vehicle_id);
    const told: { cursor: Cursor; to: number }[] = [];
    for (const cursor of asked) {
      if (mine !== round) return false;
      const own = byVehicle.get(cursor.vehicle.id);
      if (!own) continue;
      if (!(await toldOr(cursor, own))) return false;
      cursor.sent = own.at(-1)!.gnss_at;
      told.push({ cursor, to: cursor.sent });
      if (own.length === limits.positionsAtOnce) dirty.add(cursor.vehicle.id);
    }
    if (told.length > 0) main.confirm(() => taken(told));
    return dirty.size > 0 && main.room;
  };

  return {
    begin: () => load(new Map()),
    reload: () => load(cursors),
    end: () => {
      round++;
      loads++;
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
  };
}

const isSame = (one: BoundVehicle, other: BoundVehicle): boolean =>
  one.plate === other.plate && one.colour === other.colour && one.phone === other.phone && one.terminalNo === other.terminalNo;

/** How messages name a vehicle. */
export const named = ({ plate, colour }: Pick<BoundVehicle, 'plate' | 'colour'>) => ({ plate, colour });

/** Messages of positions in their order: of now one by one, of before in fives. */
export function* messagesOf(
  vehicle: Pick<BoundVehicle, 'plate' | 'colour'>,
  rows: readonly StoredPosition[],
  superior: Pick<Superior, 'revision' | 'shifted' | 'platform'>,
  liveFrom: number,
  most: number,
): Generator<Content> {
  const old = rows.filter(({ gnss_at }) => gnss_at < liveFrom);
  for (let i = 0; i < old.length; i += most) {
    const positions = old.slice(i, i + most).map((row) => positionBody(row, superior));
    yield { type: 'positions', body: { positions }, vehicle: named(vehicle) };
  }
  for (const row of rows.slice(old.length))
    yield { type: 'position', body: positionBody(row, superior), vehicle: named(vehicle) };
}
