import type { AreaGeometry } from '@fleetwarden/domain/area-geometry';
import {
  type CityAt,
  createGeofenceSnapshot,
  type GeofenceSnapshot,
  type VisitArea,
} from '../../engine/visits/geofence-snapshot.ts';
import { at, type Queryable, sql } from '../../platform/db/database.ts';
import { parents } from './snapshot-rows.ts';

type OutlineRow = {
  readonly id: number;
  readonly department_id: number;
  readonly geo: AreaGeometry;
  readonly from_at: number | null;
  readonly until_at: number | null;
  readonly vehicles: readonly number[] | null;
};

const areaOf = ({ id, geo, department_id, vehicles, from_at, until_at }: OutlineRow): VisitArea => ({
  id,
  geo,
  departmentId: department_id,
  vehicles: new Set(vehicles),
  from: from_at,
  until: until_at,
});

/** Loads the current outlines of geofences with the vehicles assigned to them. */
export async function loadCurrentOutlines(db: Queryable): Promise<VisitArea[]> {
  const rows = await db.query<OutlineRow>(sql`
    select o.id, o.department_id, o.geo, o.from_at, o.until_at, p.vehicles
    from area_outline o left join (
      select area_id, array_agg(vehicle_id) as vehicles from area_vehicle group by area_id) p on p.area_id = o.area_id
    where o.until_at is null order by o.id`);
  return rows.map(areaOf);
}

/**
 * Loads the geofences that vehicles could visit from `from` to before `until`, epoch ms, with their outlines of that time. A vehicle
 * with a recorded visit counts as assigned, even if the geofence or the vehicle's department changed since.
 */
export async function loadPastGeofences(
  db: Queryable,
  vehicleIds: readonly number[],
  from: number,
  until: number,
  cities?: () => Promise<CityAt>,
): Promise<GeofenceSnapshot> {
  const ids = [...vehicleIds];
  const [rows, above, departments] = await Promise.all([
    db.query<OutlineRow>(sql`
      select o.id, o.department_id, o.geo, o.from_at, o.until_at, m.vehicles
      from area_outline o left join (
        select w.id, array_agg(distinct w.vehicle_id) as vehicles from (
          select n.id, p.vehicle_id from area_outline n join area_vehicle p on p.area_id = n.area_id
          where n.until_at is null and p.vehicle_id = any(${ids})
          union all
          select e.id, unnest(e.meant_for) from area_outline e where e.until_at is not null
          union all
          select s.place_id, s.vehicle_id from area_visit s
          where s.vehicle_id = any(${ids}) and s.enter_at >= ${at(from)} and s.enter_at < ${at(until)}) w
        group by w.id) m on m.id = o.id
      where (o.until_at is null or o.until_at > ${at(from)}) and (o.from_at is null or o.from_at < ${at(until)}) order by o.id`),
    parents(db),
    db.query<{ id: number; department_id: number; has_home: boolean }>(
      sql`select id, department_id, native_place is not null as has_home from vehicle where id = any(${ids})`,
    ),
  ]);
  const homes = new Set(departments.flatMap(({ id, has_home }) => (has_home ? [id] : [])));
  const cityAt = homes.size > 0 ? await cities?.() : undefined;
  const departmentOf = new Map(departments.map(({ id, department_id }) => [id, department_id]));
  const chains = new Map<number, ReadonlySet<number>>();
  const chainOf = (departmentId: number): ReadonlySet<number> => {
    const kept = chains.get(departmentId);
    if (kept) return kept;
    const chain = new Set<number>();
    for (let id: number | null | undefined = departmentId; id != null && !chain.has(id); id = above.get(id)) chain.add(id);
    chains.set(departmentId, chain);
    return chain;
  };
  const knows = (vehicleId: number, departmentId: number): boolean => {
    const own = departmentOf.get(vehicleId);
    return own !== undefined && chainOf(own).has(departmentId);
  };
  return createGeofenceSnapshot(rows.map(areaOf), knows, cityAt && { at: cityAt, holds: (vehicleId) => homes.has(vehicleId) });
}
