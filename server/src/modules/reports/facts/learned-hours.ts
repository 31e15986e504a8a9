import { CLASS_HOUR_MIN } from '@fleetwarden/contract/education/education-limits';
import { type Sql, sql } from '../../../platform/db/database.ts';
import type { ReportRequest } from '../model/report-request.ts';
import { startOfDay } from './row-times.ts';

/** Class hours that a driver learned from one day on and before another. */
export const learnedHours = (request: Pick<ReportRequest, 'timeZone'>, driverId: Sql, from: Sql, until: Sql): Sql => sql`(
  select round(coalesce(sum(e.minutes), 0)::numeric / ${CLASS_HOUR_MIN}::integer, 1)::float8
  from edu_task k join edu_record e on e.task_id = k.id
  where k.driver_id = ${driverId} and e.learned_at >= ${startOfDay(request, from)} and e.learned_at < ${startOfDay(request, until)})`;
