import { at, type Queryable, sql } from '../../platform/db/database.ts';
import { contains, pageOf } from '../../platform/db/list.ts';
import type { PageWindow } from '../../platform/http/page.ts';
import type { Scope } from '../identity/index.ts';
import { FROM_VALUES, type StoredValues } from './value-store.ts';

export type CarRow = StoredValues & {
  readonly maker: string | null;
  readonly model: string | null;
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
      columns: sql`v.id as vehicle_id, v.plate, v.plate_colour, d.name as dept_name, t.protocol_version, t.maker, t.model, p.parameters,
        p.read_at,
        exists (select from online_session o where o.vehicle_id = v.id and o.logout_at is null) as online,
        (select max(sv.changed_at) from parameter_set_vehicle sv where sv.vehicle_id = v.id) as set_at,
        ${ofState(['sent', 'reading'])} as pending, ${ofState(['failed', 'refused', 'differs', 'unconfirmed'])} as failed`,
      from: sql`${FROM_VALUES} where v.deleted_at is null and v.department_id = any(${[...scope]}) ${contains(sql`v.plate`, text)}`,
      order: sql`order by v.plate, v.id`,
    },
    page,
  );
};
