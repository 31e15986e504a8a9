import { name, type Queryable, type Sql, sql } from '../../../platform/db/database.ts';
import { buildIndices, buildScores, GRADE, INDEX_COLUMNS, safetyScore, WEIGHTS, weighedAlarms } from '../facts/risk.ts';
import { aggregateMeasure, type MeasureKey } from '../model/measures.ts';
import type { Month } from '../model/months.ts';
import { TOPS } from './vehicle-scores.ts';

const DRIVEN = ['driverKm', 'driverSec'] as const;
const WARNED = ['overCount', 'fatigueCount', 'nightCount', 'dsmCount', 'alarmCount'] as const;
/** Metrics of a driver's month, by column key. */
export const DRIVER_METRICS: readonly string[] = [...DRIVEN, ...WARNED, ...INDEX_COLUMNS, 'riskScore'];

const listed = (parts: readonly Sql[]): Sql => parts.reduce((all, part) => sql`${all}, ${part}`);
const of = (keys: readonly MeasureKey[]): Sql => listed(keys.map((key) => sql`${aggregateMeasure(key)} as ${name(key)}`));

/**
 * Safety scores of drivers over days (3.14), across all vehicles they drove: object_id, department_id (current company), metrics,
 * score (null below the minimum distance), grade, rank under the top department.
 */
export function driverScores({ days }: Pick<Month, 'days'>, departments: readonly number[]): Sql {
  const theirs = sql`f.day between ${days.from}::date and ${days.to}::date
    and f.driver_id in (select id from driver where department_id = any(${[...departments]}::integer[]))`;
  const figures = [...DRIVEN, ...WARNED].map((key) => sql`coalesce(${name(key)}, 0) as ${name(key)}`);
  const indices = buildIndices(sql`driver_id`, {
    driven: sql`select driver_id, "driverKm" as km, "driverSec" as drive_s, night_s from drove`,
    warned: sql`select * from warned`,
  });
  return sql`
    with recursive ${TOPS},
    drove as (select f.driver_id, ${of(DRIVEN)}, sum(f.night_drive_s) as night_s from driver_day f where ${theirs} group by f.driver_id),
    warned as (select f.driver_id, ${of(WARNED)}, ${WEIGHTS} from ${weighedAlarms({ driver_id: sql`f.driver_id` }, theirs)} group by f.driver_id),
    risks as (${buildScores(sql`driver_id`, indices)}),
    months as (select driver_id, ${listed(figures)}, ${listed([...INDEX_COLUMNS, 'riskScore'].map((key) => name(key)))}
      from drove full join warned using (driver_id) left join risks using (driver_id))
    select m.driver_id as object_id, r.department_id, ${listed(DRIVER_METRICS.map((key) => sql`m.${name(key)}`))},
      ${safetyScore(sql`"riskScore"`)} as score, ${GRADE} as grade,
      case when "riskScore" is not null then dense_rank() over (partition by t.top order by "riskScore") end as rank
    from months m join driver r on r.id = m.driver_id join tops t on t.id = r.department_id`;
}

/** Stores them in a month that is being closed. */
export const closeDriverScores = (month: Month, departments: readonly number[]): Sql => sql`
  insert into score_month (object_type, object_id, month, department_id, metrics, score, grade, rank)
  select 'driver', s.object_id, ${month.key}::text, s.department_id,
    jsonb_build_object(${listed(DRIVER_METRICS.map((key) => sql`${key}::text, s.${name(key)}`))}), s.score, s.grade, s.rank
  from (${driverScores(month, departments)}) s`;

/** Closed months with stored driver scores. Older months are computed from days. */
export async function loadDriverMonths(db: Queryable, months: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ month: string }>(sql`
    select m.month from unnest(${[...months]}::text[]) m (month)
    where exists (select from score_month s where s.object_type = 'driver' and s.month = m.month)`);
  return new Set(rows.map(({ month }) => month));
}
