import type { ServerBus } from '../../platform/bus/server-events.ts';
import { sql } from '../../platform/db/database.ts';
import type { Change } from '../../platform/resources/change.ts';
import type { Hooks } from '../../platform/resources/resource.ts';

/** Hooks of expiry rules: the gateway learns at once whose service they stop or resume. */
export function ruleHooks(bus: ServerBus): Hooks {
  const concerned = new WeakMap<readonly Change[], readonly number[]>();
  return {
    prepare: (values) => ({
      ...values,
      leadDays: descending(values['leadDays']),
      stopService: values['stopService'] === true,
    }),
    applied: async (tx, changes) => {
      const departments = changes.flatMap(({ before, after }) =>
        [before, after].flatMap((values) => (values?.['stopService'] === true ? [Number(values['deptId'])] : [])),
      );
      if (departments.length === 0) return;
      const rows = await tx.query<{ id: number }>(sql`
        with recursive below as (
          select id from department where id = any(${departments})
          union select d.id from department d join below b on d.parent_id = b.id
        )
        select v.id from vehicle v
        where v.deleted_at is null and v.service_to is not null and v.department_id in (select id from below)`);
      concerned.set(
        changes,
        rows.map(({ id }) => id),
      );
    },
    committed: (changes) => {
      const vehicleIds = concerned.get(changes);
      if (vehicleIds) bus.publish('fleet.changed', { vehicleIds });
    },
  };
}

/** '7,30,15' is stored as '30,15,7'. */
const descending = (days: unknown): string => [...new Set(String(days).split(',').map(Number))].sort((a, b) => b - a).join(',');
