import { type Queryable, sql } from '../../platform/db/database.ts';

/** Vehicles whose terminals are signed in. */
const ONLINE = sql`(select distinct vehicle_id from online_session where logout_at is null)`;

/** Recorded channels of vehicles, and by department those of its own vehicles. `online`: of vehicles that are online. */
export const countChannels = (
  db: Queryable,
  { departmentIds, vehicleIds }: { readonly departmentIds: readonly number[]; readonly vehicleIds: readonly number[] },
) =>
  db.query<{ vehicle_id: number | null; department_id: number | null; total: number; online: number }>(sql`
    select null::integer as vehicle_id, v.department_id, count(*)::integer as total, count(o.vehicle_id)::integer as online
      from vehicle_channel c join vehicle v on v.id = c.vehicle_id left join ${ONLINE} o on o.vehicle_id = v.id
      where v.deleted_at is null and v.department_id = any(${[...departmentIds]})
      group by v.department_id
    union all
    select c.vehicle_id, null, count(*)::integer, count(o.vehicle_id)::integer
      from vehicle_channel c left join ${ONLINE} o on o.vehicle_id = c.vehicle_id
      where c.vehicle_id = any(${[...vehicleIds]})
      group by c.vehicle_id`);

/** Vehicles of departments with their recorded channels, those that are online first. */
export const channelsOfDepartments = (db: Queryable, departmentIds: readonly number[], limit: number) =>
  db.query<{
    id: number;
    plate: string;
    plate_colour: number;
    department_id: number;
    is_online: boolean;
    channels: { readonly channel: number; readonly name: string }[];
  }>(sql`
    select v.id, v.plate, v.plate_colour, v.department_id, v.is_online, coalesce(c.list, '[]') as channels
    from (
      select v.id, v.plate, v.plate_colour, v.department_id, o.vehicle_id is not null as is_online
        from vehicle v left join ${ONLINE} o on o.vehicle_id = v.id
        where v.deleted_at is null and v.department_id = any(${[...departmentIds]})
        order by (o.vehicle_id is null), v.plate, v.id limit ${limit}
    ) v left join lateral (
      select json_agg(json_build_object('channel', logical, 'name', name) order by logical) as list
        from vehicle_channel where vehicle_id = v.id
    ) c on true
    order by (not v.is_online), v.plate, v.id`);
