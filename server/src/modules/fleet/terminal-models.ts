import type { ServerBus } from '../../platform/bus/server-events.ts';
import { type Queryable, sql } from '../../platform/db/database.ts';
import type { Change } from '../../platform/resources/change.ts';
import type { Hooks } from '../../platform/resources/resource.ts';

/** Hooks of terminal models: a change reaches the terminals of the model at once. */
export function terminalModelHooks(bus: ServerBus): Hooks {
  const concerned = new WeakMap<Change, readonly number[]>();
  return {
    computed: {
      terminals: sql`(
        with recursive below as (
          select t.department_id as id union select d.id from department d join below on d.parent_id = below.id
        )
        select count(*)::integer from terminal x join vehicle v on v.id = x.vehicle_id
        where x.maker = t.maker and x.model = t.model and v.deleted_at is null and v.department_id in (select id from below))`,
    },
    applied: async (tx, changes) => {
      for (const change of changes) concerned.set(change, await findVehicles(tx, change));
    },
    committed: (changes) =>
      bus.publish('fleet.changed', { vehicleIds: [...new Set(changes.flatMap((change) => concerned.get(change) ?? []))] }),
  };
}

/** Vehicles whose terminals are of the model, before or after the change. */
async function findVehicles(tx: Queryable, { before, after }: Change): Promise<number[]> {
  const rows = await tx.query<{ vehicle_id: number }>(sql`
    select vehicle_id from terminal where vehicle_id is not null and (
      maker = ${before?.['maker']}::text and model = ${before?.['model']}::text
      or maker = ${after?.['maker']}::text and model = ${after?.['model']}::text)`);
  return rows.map(({ vehicle_id }) => vehicle_id);
}
