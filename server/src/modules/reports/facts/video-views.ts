import type { ViewKind } from '@fleetwarden/contract/video/live-video';
import { type Sql, sql } from '../../../platform/db/database.ts';
import type { ReportRequest } from '../model/report-request.ts';
import { businessDayOf, inTimes, requestedNumbers, whereAmong } from './row-times.ts';
import { requestedVehicles } from './vehicle-columns.ts';

/** DataType of 0x9101: the terminal's sound only. */
const LISTENING = 3;
const LISTEN_KIND = 4;
/** VIDEO_KIND. */
const KINDS: Readonly<Record<ViewKind, number>> = {
  live: 1,
  replay: 2,
  file: 2,
  talk: 3,
  download: 5,
  broadcast: 6,
  record: 7,
};
/** VIDEO_KIND of a view `f`. */
export const VIEW_KIND: Sql = sql`case when f.kind = 'live' and f.data_type = ${LISTENING}::smallint then ${LISTEN_KIND}::integer ${Object.entries(
  KINDS,
).reduce((all, [kind, value]) => sql`${all} when f.kind = ${kind}::text then ${value}::integer`, sql``)} end`;

/** VIEW_RESULT. */
const [SUCCEEDED, NO_ANSWER, NO_STREAM, REFUSED, BROKEN] = [1, 2, 3, 4, 5] as const;
const isReason = (...reasons: readonly string[]): Sql => sql`f.reason = any(${[...reasons]}::text[])`;
/** Null while it lasts. A user who left before the first picture saw no stream. */
export const VIEW_RESULT: Sql = sql`case when f.ended_at is null then null
  when f.played_at is not null then case when ${isReason('noStream', 'tooSlow', 'stopping', 'interrupted')} then ${BROKEN}::integer else ${SUCCEEDED}::integer end
  when ${isReason('noAnswer', 'terminalOffline')} then ${NO_ANSWER}::integer
  when f.reason is null or ${isReason('noStream', 'replayEnded', 'timeLimit', 'stopping')} then ${NO_STREAM}::integer
  else ${REFUSED}::integer end`;

/** A shorter view was skipped. */
export const IS_PATROL: Sql = sql`(f.patrol and f.ended_at >= f.started_at + interval '10 seconds')`;
/** Patrols by day, and by company of the vehicles or by user: `patrols`, and those that showed a picture, `seen`. */
export const patrolsBy = (request: ReportRequest, by: 'department_id' | 'account_id'): Sql => {
  const where = [
    ...requestedVehicles(request),
    inTimes(request, sql`f.started_at`),
    ...whereAmong(sql`f.account_id`, requestedNumbers(request, 'userIds')),
    IS_PATROL,
  ];
  return sql`select ${by === 'account_id' ? sql`f.account_id` : sql`v.department_id`}, ${businessDayOf(request, sql`f.started_at`)} as day,
      count(*)::integer as patrols, count(*) filter (where ${VIEW_RESULT} = ${SUCCEEDED}::integer)::integer as seen
    from video_view f join vehicle v on v.id = f.vehicle_id where ${where.reduce((all, part) => sql`${all} and ${part}`)} group by 1, 2`;
};
