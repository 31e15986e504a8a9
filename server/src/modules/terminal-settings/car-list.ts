import { UPGRADE_STATES, UPGRADE_TERMINAL } from '@fleetwarden/contract/firmware/firmware-limits';
import { at, type Queryable, sql } from '../../platform/db/database.ts';
import { contains, pageOf } from '../../platform/db/list.ts';
import type { PageWindow } from '../../platform/http/page.ts';
import { ANSWERED } from '../commands/index.ts';
import type { Scope } from '../identity/index.ts';
import { FROM_VALUES, type StoredValues } from './value-store.ts';

export type CarRow = StoredValues & {
  readonly maker: string | null;
  readonly model: string | null;
  readonly firmware: string | null;
  readonly online: boolean;
  readonly set_at: number | null;
  readonly pending: number;
  readonly failed: number;
};

/** A vehicle as replies name it. */
export const carOf = (row: Pick<StoredValues, 'vehicle_id' | 'plate' | 'plate_colour' | 'dept_name'>) => ({
  targId: String(row.vehicle_id),
  carNo: row.plate,
  color: row.plate_colour,
  deptName: row.dept_name,
});

/** The firmware version of a terminal: of its last answer about its attributes, or of the last upgrade if that is newer. */
const FIRMWARE = sql`
  (select k.version from (
      (select c.result_data ->> 'firmware' as version, c.answered_at as at from command c
        where c.vehicle_id = v.id and c.cmd_code = '8107' and c.state = ${ANSWERED} order by c.id desc limit 1)
      union all
      (select f.version, x.ended_at from firmware_target x join firmware_rollout r on r.id = x.rollout_id
          join firmware f on f.id = r.firmware_id
        where x.vehicle_id = v.id and x.state = ${UPGRADE_STATES.succeeded} and f.kind = ${UPGRADE_TERMINAL}
        order by x.ended_at desc limit 1)
    ) k order by k.at desc limit 1)`;

/** A page of the vehicles of a scope with the state of their parameters; sets since a time (epoch ms) count. */
export const listCars = (
  db: Queryable,
  { scope, text, since }: { readonly scope: Scope; readonly text: string | undefined; readonly since: number },
  page: PageWindow,
) => {
  const ofState = (states: readonly string[]) => sql`
    (select count(*)::integer from parameter_set_vehicle sv join parameter_set s on s.id = sv.set_id
      where sv.vehicle_id = v.id and s.created_at >= ${at(since)} and sv.state = any(${[...states]}))`;
  return pageOf<CarRow>(
    db,
    {
      columns: sql`v.id as vehicle_id, v.plate, v.plate_colour, d.name as dept_name, t.protocol_version, t.maker, t.model, ${FIRMWARE} as firmware,
        p.parameters, p.read_at,
        exists (select from online_session o where o.vehicle_id = v.id and o.logout_at is null) as online,
        (select max(sv.changed_at) from parameter_set_vehicle sv where sv.vehicle_id = v.id) as set_at,
        ${ofState(['sent', 'reading'])} as pending, ${ofState(['failed', 'refused', 'differs', 'unconfirmed'])} as failed`,
      from: sql`${FROM_VALUES} where v.deleted_at is null and v.department_id = any(${[...scope]}) ${contains(sql`v.plate`, text)}`,
      order: sql`order by v.plate, v.id`,
    },
    page,
  );
};
