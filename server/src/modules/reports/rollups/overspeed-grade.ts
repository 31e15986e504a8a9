import { type Sql, sql } from '../../../platform/db/database.ts';
import { GROUPS } from '../model/measures.ts';

/** Types whose limit is a speed: overspeed, and its early warning. */
const OF_LIMITS = [...GROUPS.overspeed, 103] as const;
export const GRADES = [1, 2, 3, 4] as const;

const hasLimit = (alarm: Sql): Sql => sql`${alarm}.type_id = any(${[...OF_LIMITS]}::smallint[])`;

/** The highest judged speed of an alarm, and its limit; null if the terminal sends no limit. */
export const judgedKmh = (alarm: Sql): Sql =>
  sql`case when ${hasLimit(alarm)} and ${alarm}.value is not null then ${alarm}.value else ${alarm}.max_kmh end::float8`;
export const limitKmh = (alarm: Sql): Sql =>
  sql`case when ${hasLimit(alarm)} and ${alarm}.limit_value > 0 then ${alarm}.limit_value end::float8`;

/** OVER_GRADE: 10, 20 and 50 percent above the limit. */
export function overGrade(alarm: Sql): Sql {
  const [judged, limit] = [judgedKmh(alarm), limitKmh(alarm)];
  return sql`case when ${limit} is null then null when 10 * (${judged} - ${limit}) < ${limit} then 1
    when 5 * (${judged} - ${limit}) < ${limit} then 2 when 2 * (${judged} - ${limit}) < ${limit} then 3 else 4 end`;
}
