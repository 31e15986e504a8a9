import { ADOPTED_KM, WITH_SOURCE } from '../../../platform/db/adopted-km.ts';
import { type Db, sql } from '../../../platform/db/database.ts';
import { isOfTypes, RISKS } from '../facts/alarm-groups.ts';
import { type RequestScope, whereRequested } from '../facts/day-rollup.ts';
import {
  buildIndices,
  buildScores,
  GRADE,
  safetyScore,
  selectRisks,
  vehicleIndices,
  WEIGHTS,
  weighedAlarms,
} from '../facts/risk.ts';
import { withQueryLimits } from '../query/result-cache.ts';
import type { Grades } from './count-grades.ts';

/** Vehicles and companies of the screen of active safety. */
const PLACES = 10;

export type Ratings = {
  /** The worst vehicles of grade D, the worst first, and the number of all. */
  readonly risky: readonly {
    readonly id: number;
    readonly plate: string;
    readonly plate_colour: number;
    readonly dept_name: string;
    readonly score: number;
  }[];
  readonly riskyTotal: number;
  /** Vehicles per grade of companies, those with most of D first. */
  readonly departments: readonly (Grades & { readonly id: number; readonly name: string })[];
  /** The safety score of all vehicles together by day; null: below the minimum distance. */
  readonly scores: readonly { readonly day: string; readonly score: number | null }[];
};

/** Ratings of a month so far, and the scores of the days of `trend`. */
export async function loadRatings(db: Db, month: RequestScope, trend: RequestScope): Promise<Ratings> {
  const [risky, departments, scores] = await Promise.all([
    withQueryLimits(db, (tx) =>
      tx.query<Ratings['risky'][number] & { readonly total: number }>(sql`
        select v.id, v.plate, v.plate_colour, d.name as dept_name, ${safetyScore(sql`"riskScore"`)} as score,
          count(*) over ()::integer as total
        from (${selectRisks(month, 'vehicle')}) risks join vehicle v on v.id = risks.vehicle_id
          join department d on d.id = v.department_id
        where ${GRADE} = 'D' and d.id = any(${[...month.departments]}) order by "riskScore" desc, v.id limit ${PLACES}`),
    ),
    withQueryLimits(db, (tx) =>
      tx.query<Ratings['departments'][number]>(sql`
        select d.id, d.name, count(*) filter (where grade = 'A') as "A", count(*) filter (where grade = 'B') as "B",
          count(*) filter (where grade = 'C') as "C", count(*) filter (where grade = 'D') as "D"
        from (select department_id, ${GRADE} as grade
          from (${buildScores(sql`department_id, vehicle_id`, vehicleIndices(month, { byCompany: true }))}) risks) rated
          join department d on d.id = rated.department_id
        where grade is not null group by d.id order by "D" desc, "C" desc, "B" desc, d.id limit ${PLACES}`),
    ),
    withQueryLimits(db, (tx) =>
      tx.query<Ratings['scores'][number]>(sql`
        select to_char(days.day, 'YYYY-MM-DD') as day, ${safetyScore(sql`"riskScore"`)} as score
        from generate_series(${trend.days.from}::date, ${trend.days.to}::date, interval '1 day') days (day)
          left join (${scoresByDay(trend)}) risks on risks.day = days.day::date order by 1`),
    ),
  ]);
  return { risky, riskyTotal: risky[0]?.total ?? 0, departments, scores };
}

/** Scores of all requested vehicles together, by day. */
const scoresByDay = (request: RequestScope) => {
  const where = sql`${whereRequested('alarmDay', request)} and ${isOfTypes(Object.values(RISKS).flat())}`;
  return buildScores(
    sql`day`,
    buildIndices(sql`day`, {
      driven: sql`
        select f.day, sum(${ADOPTED_KM}) as km, sum(f.drive_s) as drive_s, sum(f.night_drive_s) as night_s
        from vehicle_day f ${WITH_SOURCE} where ${whereRequested('vehicleDay', request)} group by 1`,
      warned: sql`select day, ${WEIGHTS} from ${weighedAlarms({ day: sql`f.day` }, where)} group by 1`,
    }),
  );
};
