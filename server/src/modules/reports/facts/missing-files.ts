import { EVIDENCE_STATE } from '@fleetwarden/contract/alarms/attachments';
import { type Sql, sql } from '../../../platform/db/database.ts';
import { FORMULAS } from '../model/formulas.ts';
import type { Relation } from '../model/relation.ts';
import type { ReportRequest } from '../model/report-request.ts';
import { COUNT_FILES, EXPECTED_FILES, HAS_COME, IS_REQUESTED } from '../rollups/evidence-files.ts';
import { COUNTS, requestedKinds } from './alarm-columns.ts';
import { inTimes, requestedNumbers, timesAround, whereAmong } from './row-times.ts';
import { JOIN_VEHICLE, LAST_ONLINE, LAST_SEEN, requestedVehicles, VEHICLE_FACTS, VEHICLE_IDS } from './vehicle-columns.ts';

/** ATT_FAIL, by the reasons of requests (docs/evidence.md). */
const FAILURES = {
  noAnswer: 1,
  offline: 2,
  incomplete: 4,
  closed: 4,
  fragmented: 4,
  stopping: 4,
  noUpload: 5,
  silent: 5,
  gaps: 6,
  refused: 7,
  tooLarge: 8,
  tooManyFiles: 8,
  storage: 9,
} as const;
/** The terminal's list of files lacks one that its alarm announced. */
const [NOT_LISTED, INTERRUPTED] = [3, 4] as const;

/** Requests `q` of alarms `f`, with their counts of files. */
const REQUESTS = sql`evidence_request q join alarm f on f.gid = q.alarm_gid ${JOIN_VEHICLE} ${COUNT_FILES}`;
/** Files `x` of a request that did not come: those that the terminal listed, and those that it announced only. */
const MISSING = sql`(
  select e.no, e.name, e.kind from (
    select row_number() over (order by e.id) as no, e.name, e.kind, ${HAS_COME} as has_come from evidence_file e where e.request_id = q.id) e
  where not e.has_come
  union all
  select n.listed + g, null, null from generate_series(1, q.expected - n.listed) g) x`;
/** Files of a request that may still come are not missing. */
const IS_MISSING = sql`(q.reason is not null or q.state in (${EVIDENCE_STATE.complete}::smallint, ${EVIDENCE_STATE.failed}::smallint))`;
const REASON = sql`case when x.name is null and n.listed > 0 then ${NOT_LISTED}::integer ${Object.entries(FAILURES).reduce(
  (all, [reason, failure]) => sql`${all} when q.reason = ${reason}::text then ${failure}::integer`,
  sql``,
)} else ${INTERRUPTED}::integer end`;
/** T/JSATL 12 names files `<kind>_<channel>_<alarm>_<no>_<alarm number>.<extension>`. */
const CHANNEL = sql`substring(x.name from '^\\d{2}_(\\d{1,3})_')::integer`;
const EXTENSION = sql`coalesce('.' || lower(substring(x.name from '\\.([A-Za-z0-9]{1,5})$')), '')`;

const whereRequested = (request: ReportRequest): Sql[] => [
  ...requestedVehicles(request),
  inTimes(request, sql`f.start_at`),
  COUNTS,
  IS_REQUESTED,
  ...requestedKinds(request),
];
const ofReasons = (request: ReportRequest): Sql[] => whereAmong(REASON, requestedNumbers(request, 'failReasons'));

/** Files of alarms that did not come. Names are ours: those of terminals may be anything. */
export function missingFiles(request: ReportRequest): Relation {
  const { deptName, carNo, terminalModel, terminalVendor } = VEHICLE_FACTS;
  return {
    from: sql`${REQUESTS} cross join lateral ${MISSING} ${LAST_SEEN} left join command m on m.id = q.command_id`,
    where: [...whereRequested(request), IS_MISSING, ...ofReasons(request)],
    columns: {
      deptName,
      carNo,
      terminalModel,
      terminalVendor,
      alarmId: sql`f.gid::text`,
      alarmType: sql`f.type_id::text`,
      startTime: sql`f.start_at`,
      fileName: sql`v.plate || ' ' || to_char(f.start_at at time zone ${request.timeZone}::text, 'YYYYMMDD HH24MISS') || ' ' || x.no || ${EXTENSION}`,
      fileKind: sql`x.kind`,
      channelNo: CHANNEL,
      reqTime: sql`m.created_at`,
      retryCount: sql`greatest(q.tries - 1, 0)`,
      failReason: REASON,
      lastOnline: LAST_ONLINE,
    },
    ids: { ...VEHICLE_IDS, alarmId: sql`f.gid`, alarmType: sql`f.type_id`, around: timesAround(request, sql`f.start_at`) },
    tie: [sql`q.id`, sql`x.no`],
  };
}

/** One row: all files of these alarms. */
export const fileCounts = (request: ReportRequest): Relation => {
  const conditions = (parts: readonly Sql[]) => parts.reduce((all, part) => sql`${all} and ${part}`);
  return {
    from: sql`(
      select coalesce(sum(${EXPECTED_FILES}), 0)::integer as expected, coalesce(sum(n.received), 0)::integer as received,
        coalesce(sum((select count(*) from ${MISSING} where ${conditions([IS_MISSING, ...ofReasons(request)])})), 0)::integer as failed
      from ${REQUESTS} where ${conditions(whereRequested(request))}) c`,
    columns: { evidExpected: sql`c.expected`, evidReceived: sql`c.received`, evidFailed: sql`c.failed` },
    formulas: { evidRate: FORMULAS.evidRate },
    tie: [sql`c.expected`],
  };
};
