import type { BusinessDay } from '@fleetwarden/domain/business-day';
import { at, type Queryable, sql } from '../../platform/db/database.ts';

export type DayRow = {
  readonly day: string;
  readonly km: number;
  readonly hours: number;
  readonly trips: number;
  readonly vehicles: number;
};

/** Mileage of the scope's vehicles on consecutive days; a trip counts on the day of its start. */
export async function drivenByDay(db: Queryable, days: readonly BusinessDay[], scope: ReadonlySet<number>): Promise<DayRow[]> {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return [];
  const rows = await db.query<Omit<DayRow, 'day'> & { place: number }>(sql`
    select width_bucket(t.start_at, ${days.map((day) => at(day.startAt))}::timestamptz[]) as place, sum(t.distance_km) as km,
           sum(extract(epoch from t.end_at - t.start_at))::double precision / 3600 as hours, count(*) as trips,
           count(distinct t.vehicle_id) as vehicles
    from trip t join vehicle v on v.id = t.vehicle_id
    where t.start_at >= ${at(first.startAt)} and t.start_at < ${at(last.endAt)}
      and v.department_id = any(${[...scope]}) and v.deleted_at is null
    group by place`);
  const byPlace = new Map(rows.map(({ place, ...row }) => [place, row]));
  return days.map(({ key }, i) => ({ day: key, ...(byPlace.get(i + 1) ?? { km: 0, hours: 0, trips: 0, vehicles: 0 }) }));
}

export type RankRow = {
  readonly id: number;
  readonly plate: string;
  readonly plate_colour: number;
  readonly dept_name: string;
  readonly km: number;
};

/** The vehicles of the scope that drove most on a day, most first. */
export const farthest = (db: Queryable, day: BusinessDay, scope: ReadonlySet<number>, most: number) =>
  db.query<RankRow>(sql`
    select v.id, v.plate, v.plate_colour, d.name as dept_name, sum(t.distance_km) as km
    from trip t join vehicle v on v.id = t.vehicle_id join department d on d.id = v.department_id
    where t.start_at >= ${at(day.startAt)} and t.start_at < ${at(day.endAt)}
      and v.department_id = any(${[...scope]}) and v.deleted_at is null
    group by v.id, d.name order by km desc, v.plate, v.id limit ${most}`);
