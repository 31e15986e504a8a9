import { type Sql, sql } from '../../../platform/db/database.ts';
import type { Relation } from '../model/relation.ts';
import type { ReportRequest } from '../model/report-request.ts';
import { rollup } from './day-rollup.ts';
import { watchedDepartments } from './duty-shifts.ts';
import { requestTime } from './offline-notes.ts';
import { businessDayOf, inTimes, startOfDay } from './row-times.ts';
import { requestedPlatforms } from './superior-platforms.ts';

/** Alarm counts of a day by group, and of those to be handled. */
export const ALARM_COUNTS = [
  ...(['emergencyCount', 'overCount', 'fatigueCount', 'nightCount', 'areaAlarmCount', 'deviceCount', 'safetyCount'] as const),
  ...(['needCount', 'handledCount'] as const),
];

/** Company days: vehicles, alarms, questions of superior platforms, and staff on duty. */
export function companyDays(request: ReportRequest): Relation {
  const relation = rollup(request, {
    by: ['dept', 'day'],
    rows: 'every',
    measures: ['carTotal', 'joinedCount', 'exemptCount', 'onlineCount', ...ALARM_COUNTS],
    formulas: ['shouldOnline', 'onlineRate', 'handleRate'],
    columns: {
      chkCount: sql`coalesce("_checks", 0)`,
      chkOk: sql`coalesce("_answered", 0)`,
      supCount: sql`coalesce("_supervisions", 0)`,
      ledgerStaff: sql`"_staff"`,
      // signed on paper
      ledgerSign: sql`null::text`,
    },
    // a company without vehicles and events has no row
    having: sql`coalesce("carTotal", 0) + coalesce("onlineCount", 0) + coalesce("needCount", 0) + coalesce("_checks", 0)
      + coalesce("_supervisions", 0) > 0`,
  });
  return {
    ...relation,
    with: [
      ...(relation.with ?? []),
      { name: 'watched', body: watchedDepartments(request) },
      { name: 'checked', body: checksByDay(request) },
      { name: 'supervised', body: supervisionsByDay(request) },
      { name: 'attended', body: staffByDay(request) },
    ],
    from: sql`${relation.from} left join checked using (department_id, day) left join supervised using (department_id, day)
      left join attended using (department_id, day)`,
  };
}

/** Post checks, by the company of the superior platform's link. */
const checksByDay = (request: ReportRequest): Sql => sql`
  select p.department_id, ${businessDayOf(request, sql`f.received_at`)} as day, count(*) as "_checks",
    count(*) filter (where f.replied_at <= f.deadline_at) as "_answered"
  from post_check f join superior_platform p on p.id = f.superior_id
  where ${requestedPlatforms(request)} and ${inTimes(request, sql`f.received_at`)} group by 1, 2`;

/** Supervisions, by the company of the vehicle, or of the platform if the vehicle is unknown. */
const supervisionsByDay = (request: ReportRequest): Sql => sql`
  select coalesce(v.department_id, p.department_id) as department_id, ${businessDayOf(request, sql`f.received_at`)} as day, count(*) as "_supervisions"
  from supervision f join superior_platform p on p.id = f.superior_id left join vehicle v on v.id = f.vehicle_id
  where coalesce(v.department_id, p.department_id) = any(${[...request.departments]}) and ${inTimes(request, sql`f.received_at`)}
  group by 1, 2`;

/** Staff on duty on a day who see the company. */
function staffByDay(request: ReportRequest): Sql {
  const [first, last] = [sql`${request.days.from}::date`, sql`${request.days.to}::date`];
  const ended = sql`coalesce(f.ended_at, ${requestTime(request)})`;
  return sql`
    select w.id as department_id, g.day::date as day, string_agg(distinct a.user_name, ', ' order by a.user_name) as "_staff"
    from duty_shift f join account a on a.id = f.account_id join watched w on w.root = a.department_id
    cross join lateral generate_series(greatest(${businessDayOf(request, sql`f.started_at`)}, ${first}),
      least(${businessDayOf(request, ended)}, ${last}), interval '1 day') g(day)
    where f.started_at < ${startOfDay(request, sql`${last} + 1`)} and ${ended} >= ${startOfDay(request, first)}
    group by 1, 2`;
}

/** Days of all requested companies together: the head of a worksheet. */
export function allCompanyDays(request: ReportRequest): Relation {
  const relation = rollup(request, {
    by: ['day'],
    rows: 'every',
    measures: [
      ...(['carTotal', 'joinedCount', 'exemptCount', 'onlineCount', 'runCount', 'mileage', 'alarmCount'] as const),
      ...([...ALARM_COUNTS, 'msgCount', 'phoneCount'] as const),
    ],
    formulas: ['shouldOnline', 'offlineCount', 'onlineRate', 'unhandledCount', 'handleRate'],
    columns: {
      chkCount: sql`coalesce("_checks", 0)`,
      chkOk: sql`coalesce("_answered", 0)`,
      supCount: sql`coalesce("_supervisions", 0)`,
    },
  });
  return {
    ...relation,
    with: [
      ...(relation.with ?? []),
      {
        name: 'checked',
        body: sql`select day, sum("_checks") as "_checks", sum("_answered") as "_answered" from (${checksByDay(request)}) c group by 1`,
      },
      {
        name: 'supervised',
        body: sql`select day, sum("_supervisions") as "_supervisions" from (${supervisionsByDay(request)}) s group by 1`,
      },
    ],
    from: sql`${relation.from} left join checked using (day) left join supervised using (day)`,
  };
}
