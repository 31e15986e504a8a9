import type { BusinessDay } from '@fleetwarden/domain/business-day';
import { ADOPTED_KM, RAN_KM, WITH_SOURCE } from '../../platform/db/adopted-km.ts';
import { type Queryable, sql } from '../../platform/db/database.ts';

export type DayRow = {
  readonly day: string;
  readonly km: number;
  readonly hours: number;
  readonly trips: number;
  readonly vehicles: number;
};

/** Figures of the scope's vehicles on consecutive days, as the reports count them. */
export async function drivenByDay(db: Queryable, days: readonly BusinessDay[], scope: ReadonlySet<number>): Promise<DayRow[]> {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return [];
  const rows = await db.query<DayRow>(sql`
    select f.day, sum(${ADOPTED_KM}) as km, sum(f.drive_s)::double precision / 3600 as hours, sum(f.trip_count) as trips,
           count(*) filter (where ${ADOPTED_KM} >= ${RAN_KM}) as vehicles
    from vehicle_day f ${WITH_SOURCE}
    where f.day between ${first.key}::date and ${last.key}::date and f.department_id = any(${[...scope]})
    group by f.day`);
  const byDay = new Map(rows.map((row) => [row.day, row]));
  return days.map(({ key }) => byDay.get(key) ?? { day: key, km: 0, hours: 0, trips: 0, vehicles: 0 });
}

export type RankRow = {
  readonly id: number;
  readonly plate: string;
  readonly plate_colour: number;
  readonly dept_name: string;
  readonly km: number;
};

/** The vehicles of the scope that drove most on a past day, most first. */
export const farthest = (db: Queryable, day: BusinessDay, scope: ReadonlySet<number>, most: number) =>
  db.query<RankRow>(sql`
    select v.id, v.plate, v.plate_colour, d.name as dept_name, ${ADOPTED_KM} as km
    from vehicle_day f ${WITH_SOURCE} join vehicle v on v.id = f.vehicle_id join department d on d.id = f.department_id
    where f.day = ${day.key}::date and f.department_id = any(${[...scope]}) and ${ADOPTED_KM} > 0
    order by km desc, v.plate, v.id limit ${most}`);

export const departmentNames = async (db: Queryable, ids: readonly number[]): Promise<ReadonlyMap<number, string>> => {
  const rows = await db.query<{ id: number; name: string }>(sql`select id, name from department where id = any(${[...ids]})`);
  return new Map(rows.map(({ id, name }) => [id, name]));
};
