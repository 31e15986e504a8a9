import { fleetVehicle } from '@fleetwarden/contract/fleet/fleet-vehicle-resource';
import { vehicle } from '@fleetwarden/contract/fleet/vehicle-resource';
import type { ServerBus } from '../../platform/bus/server-events.ts';
import { at, type Db, type Queryable, sql } from '../../platform/db/database.ts';
import type { Change } from '../../platform/resources/change.ts';
import { forgetChanges, logChanges } from '../../platform/resources/change-log.ts';
import type { Values } from '../../platform/resources/model.ts';
import type { Hooks } from '../../platform/resources/resource.ts';
import { listGains, requireQuota } from '../quotas/index.ts';
import { storedNumber } from '../settings/index.ts';
import { nameHolders } from './holders.ts';
import { refuseBinding } from './refuse-binding.ts';
import { keepTerminals } from './terminal-history.ts';
import { lockTreeShared } from './tree-lock.ts';

/** Whether the terminal is online, and the times of its last message and position. */
const live = {
  online: sql`exists (select from online_session o where o.vehicle_id = t.id and o.logout_at is null)`,
  lastSeenAt: sql`latest.received_at`,
};
const joins = sql`left join vehicle_latest latest on latest.vehicle_id = t.id`;

/** The agent of the vehicle's department, or of the nearest above that has one: agents look after companies. */
const agentName = sql`(
  with recursive up as (
    select t.department_id as id, 0 as far
    union all select d.parent_id, up.far + 1 from department d join up on d.id = up.id where d.parent_id is not null
  )
  select a.name from up join agent_company c on c.department_id = up.id join agent a on a.id = c.agent_id order by up.far limit 1)`;

export type VehicleOptions = {
  readonly bus: ServerBus;
  readonly timeZone: string;
  /** Prepares new vehicles for their first report, before others learn of them. */
  readonly include?: ((vehicleIds: readonly number[]) => Promise<void>) | undefined;
};

/** Hooks of vehicles: gateway, tree and consoles learn of each change at once. */
export function vehicleHooks({ bus, timeZone, include }: VehicleOptions): Hooks {
  return {
    computed: {
      ...live,
      agentName,
      registeredAt: sql`terminal.registered_at`,
      positionAt: sql`latest.gnss_at`,
      state: sql`t.state`,
    },
    joins,
    prepare: withoutPadding,
    taken: nameHolders,
    check: async (tx, changes, actor) => {
      await lockTreeShared(tx, changes);
      refuseBinding(changes, actor, { operators: '61508', superiors: '60808', forwards: '60708' });
      return [];
    },
    applied: async (tx, changes, actor) => {
      await keepTerminals(tx, changes, actor);
      await forgetCodes(tx, changes);
      await forgetChoices(tx, changes);
      await requireQuota(tx, listGains(changes), 'vehicles', timeZone);
      await logChanges(tx, vehicle, changes, actor);
    },
    committed: async (changes) => {
      const present = changes.filter(({ kind }) => kind === 'add' || kind === 'restore');
      if (present.length > 0) await include?.(present.map(({ id }) => id));
      bus.publish('fleet.changed', { vehicleIds: changes.map(({ id }) => id) });
    },
  };
}

/** The wire pads a terminal's number with zeros before it (JT/T 808-2019 4.4.3): with and without them it is the same number. */
function withoutPadding(values: Values): Values {
  const { phone } = values;
  return typeof phone === 'string' ? { ...values, phone: phone.replace(/^0+(?=.)/, '') } : values;
}

/** Invalidates the code of a replaced terminal and its binding to a device. With a new SIM card the code stays valid. */
async function forgetCodes(tx: Queryable, changes: readonly Change[]): Promise<void> {
  const replaced = changes.filter(
    ({ kind, before, after }) =>
      kind === 'edit' && before['terminalNo'] != null && after['phone'] != null && before['terminalNo'] !== after['terminalNo'],
  );
  if (replaced.length > 0)
    await tx.run(sql`
      update terminal set auth_code = null, registered_at = null, authenticated_at = null, open_until_auth = false,
        registered_device = null, registration_open_until = null,
        seen_header_form = null, seen_jsatl_table = null, seen_text_encoding = null
      where vehicle_id = any(${replaced.map(({ id }) => id)})`);
  const renumbered = changes.filter(
    ({ kind, before, after }) =>
      kind === 'edit' && before['phone'] != null && after['phone'] != null && before['phone'] !== after['phone'],
  );
  if (renumbered.length > 0)
    await tx.run(sql`
      update terminal set registered_device = null, registration_open_until = null, registered_at = null, authenticated_at = null
      where vehicle_id = any(${renumbered.map(({ id }) => id)})`);
}

/** Deletes the follow settings of purged vehicles. */
async function forgetChoices(tx: Queryable, changes: readonly Change[]): Promise<void> {
  const purged = changes.flatMap(({ kind, id }) => (kind === 'purge' ? [id] : []));
  if (purged.length > 0) await tx.run(sql`delete from follow where kind = 'vehicle' and object_id = any(${purged})`);
}

/** Hooks of the same vehicles for the fleet's clerk. */
export const fleetVehicleHooks = ({ bus, timeZone }: { readonly bus: ServerBus; readonly timeZone: string }): Hooks => ({
  computed: {
    ...live,
    carNo: sql`t.plate`,
    plateColor: sql`t.plate_colour`,
    vehicleType: sql`t.vehicle_type`,
    phone: sql`(select x.phone from terminal x where x.vehicle_id = t.id)`,
  },
  joins,
  taken: nameHolders,
  check: async (tx, changes) => {
    await lockTreeShared(tx, changes);
    return [];
  },
  applied: async (tx, changes, actor) => {
    await requireQuota(tx, listGains(changes), 'vehicles', timeZone);
    await logChanges(tx, fleetVehicle, changes, actor);
  },
  committed: (changes) => bus.publish('fleet.changed', { vehicleIds: changes.map(({ id }) => id) }),
});

/** Purges vehicles that were removed before a time (epoch ms); returns their number. */
export async function purgeExpired(db: Db, before: number): Promise<number> {
  const gone = await db.query<{ id: number }>(sql`
    delete from vehicle where deleted_at < ${at(before)} and not vehicle_is_kept(id) returning id`);
  const ids = gone.map(({ id }) => id);
  if (ids.length > 0) {
    await db.run(sql`delete from follow where kind = 'vehicle' and object_id = any(${ids})`);
    await forgetChanges(db, 'vehicle', ids);
  }
  return gone.length;
}

/** Computed columns of the recycle bin. */
export const deletedVehicleComputed = {
  deletedByName: sql`(select x.user_name from account x where x.id = t.deleted_by)`,
  keptUntil: sql`t.deleted_at + make_interval(days => ${storedNumber('recycleDays')})`,
};
