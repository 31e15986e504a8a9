import { CLASS_HOUR_MIN } from '@fleetwarden/contract/education/education-limits';
import { type Sql, sql } from '../../../platform/db/database.ts';
import type { ReportRequest } from '../model/report-request.ts';
import { businessDayOf, startOfDay } from './row-times.ts';

/** Class hours that a driver learned from one day on and before another. */
export const learnedHours = (request: Pick<ReportRequest, 'timeZone'>, driverId: Sql, from: Sql, until: Sql): Sql => sql`(
  select round(coalesce(sum(e.minutes), 0)::numeric / ${CLASS_HOUR_MIN}::integer, 1)::float8
  from edu_task k join edu_record e on e.task_id = k.id
  where k.driver_id = ${driverId} and e.learned_at >= ${startOfDay(request, from)} and e.learned_at < ${startOfDay(request, until)})`;

/** Days of the request on which drivers learned: driver_id, day. */
export const learnedDays = ({ days, timeZone }: Pick<ReportRequest, 'days' | 'timeZone'>): Sql => sql`
  select k.driver_id, ${businessDayOf({ timeZone }, sql`e.learned_at`)}
  from edu_task k join edu_record e on e.task_id = k.id
  where e.learned_at >= ${startOfDay({ timeZone }, sql`${days.from}::date`)}
    and e.learned_at < ${startOfDay({ timeZone }, sql`${days.to}::date + 1`)}`;
