import type { ServerBus } from '../../events.ts';
import { at, type Db, type Queryable, sql } from '../../platform/db/database.ts';
import type { Values } from '../../platform/resources/model.ts';
import type { Hooks } from '../../platform/resources/resource.ts';
import type { Change } from '../../platform/resources/write.ts';
import { gainersOf, requireQuota } from './require-quota.ts';
import { keepTree } from './tree-lock.ts';

/** What is irregular of vehicles: the gateway, the tree and consoles hear of each change at once. */
export function vehicleHooks({ bus, timeZone }: { readonly bus: ServerBus; readonly timeZone: string }): Hooks {
  return {
    computed: { registeredAt: sql`terminal.registered_at` },
    prepare: withoutPadding,
    check: async (tx, changes) => {
      await keepTree(tx, changes);
      return [];
    },
    applied: async (tx, changes) => {
      await forgetCodes(tx, changes);
      await forgetChoices(tx, changes);
      await requireQuota(tx, gainersOf(changes), 'vehicles', timeZone);
    },
    committed: (changes) => bus.publish('fleet.changed', { vehicleIds: changes.map(({ id }) => id) }),
  };
}

/** The wire pads a terminal's number with zeros before it (JT/T 808-2019 4.4.3): with and without them it is the same number. */
function withoutPadding(values: Values): Values {
  const { phone } = values;
  return typeof phone === 'string' ? { ...values, phone: phone.replace(/^0+(?=.)/, '') } : values;
}

/** Another device took the place of a vehicle's terminal: the code of the old one is good no longer. */
async function forgetCodes(tx: Queryable, changes: readonly Change[]): Promise<void> {
  const replaced = changes.filter(
    ({ kind, before, after }) =>
      kind === 'edit' &&
      before['terminalNo'] != null &&
      after['terminalNo'] != null &&
      before['terminalNo'] !== after['terminalNo'],
  );
  if (replaced.length > 0)
    await tx.run(sql`
      update terminal set auth_code = null, registered_at = null, authenticated_at = null, open_until_auth = false
      where vehicle_id = any(${replaced.map(({ id }) => id)})`);
}

/** Who followed a vehicle follows nothing once it is gone for good. */
async function forgetChoices(tx: Queryable, changes: readonly Change[]): Promise<void> {
  const purged = changes.flatMap(({ kind, id }) => (kind === 'purge' ? [id] : []));
  if (purged.length > 0) await tx.run(sql`delete from follow where kind = 'vehicle' and object_id = any(${purged})`);
}

/** What a fleet's clerk sees of a vehicle and does not write. */
export const fleetVehicleComputed = {
  carNo: sql`t.plate`,
  plateColor: sql`t.plate_colour`,
  vehicleType: sql`t.vehicle_type`,
  phone: sql`(select x.phone from terminal x where x.vehicle_id = t.id)`,
};

/** How long a removed vehicle can be brought back, in days. */
const KEPT_DAYS = 180;
const DAY_MS = 86_400_000;

/** Ends removed vehicles that were kept long enough at `now` (epoch ms); returns how many. */
export async function purgeExpired(db: Db, now: number): Promise<number> {
  const gone = await db.query<{ id: number }>(sql`
    delete from vehicle where deleted_at < ${at(now - KEPT_DAYS * DAY_MS)} returning id`);
  if (gone.length > 0)
    await db.run(sql`delete from follow where kind = 'vehicle' and object_id = any(${gone.map(({ id }) => id)})`);
  return gone.length;
}

/** What the recycle bin shows beside the vehicle. */
export const deletedVehicleComputed = {
  deletedByName: sql`(select x.user_name from account x where x.id = t.deleted_by)`,
  keptUntil: sql`t.deleted_at + make_interval(days => ${KEPT_DAYS})`,
};
