import { at, name, type Sql, sql } from '../../../platform/db/database.ts';
import { addDays } from '../model/dates.ts';
import type { Relation } from '../model/relation.ts';
import type { ReportRequest } from '../model/report-request.ts';
import { whereRequested } from './day-rollup.ts';
import { driverNames } from './driver-columns.ts';
import { requestedDays, requestedNumbers, startOfDay } from './row-times.ts';
import { requestedVehicles } from './vehicle-columns.ts';

/** Days of a weekly sum. */
const WEEK_DAYS = 7;
/** Columns of driver_work_day. */
const FACTS = {
  vehicle_id: sql`integer`,
  km: sql`float8`,
  drive_s: sql`integer`,
  night_drive_s: sql`integer`,
  longest_drive_s: sql`integer`,
  duty_ms: sql`float8`,
  first_at: sql`timestamptz`,
  last_at: sql`timestamptz`,
  over_cnt: sql`integer`,
  fatigue_cnt: sql`integer`,
  dsm_cnt: sql`integer`,
  handled_cnt: sql`integer`,
} as const;
type FactColumn = keyof typeof FACTS;
const SIGNED_IN: readonly FactColumn[] = ['duty_ms', 'first_at', 'last_at'];
const COUNTS = {
  overCount: sql`f.over_cnt`,
  fatigueCount: sql`f.fatigue_cnt`,
  dsmCount: sql`f.dsm_cnt`,
  handledCount: sql`f.handled_cnt`,
} as const;

/** All columns, null where not given. */
const selectFacts = (columnSql: Partial<Readonly<Record<FactColumn, Sql>>>): Sql =>
  (Object.keys(FACTS) as FactColumn[])
    .map((column) => sql`${columnSql[column] ?? sql`null`}::${FACTS[column]} as ${name(column)}`)
    .reduce((all, each) => sql`${all}, ${each}`);

/** What drivers did with vehicles on days: as stored, but sign-ins of open days are computed up to now. */
function driverWork(request: ReportRequest, week: ReportRequest): Sql {
  const stored = sql`driver_work_day f where ${whereRequested('driverDay', week)}`;
  const list = requestedDays(request);
  const open = list.filter(({ endAt }) => endAt > request.now);
  if (open.length === 0) return sql`${stored}`;
  const chosen = requestedNumbers(request, 'driverIds');
  const own = requestedVehicles(request).reduce((all, each) => sql`${all} and ${each}`);
  const now = sql`${at(request.now)}::timestamptz`;
  // the start of each open day, and the end of the last
  const bounds = [...open.map(({ startAt }) => at(startAt)), at(open.at(-1)!.endAt)];
  const columns = Object.keys(FACTS) as FactColumn[];
  const closedOnly = Object.fromEntries(
    columns.map((column) => [
      column,
      SIGNED_IN.includes(column)
        ? sql`case when f.day < ${open[0]!.key}::date then f.${name(column)} end`
        : sql`f.${name(column)}`,
    ]),
  );
  // a duty spans at most two days
  return sql`(
    select f.driver_id, f.day, ${selectFacts(closedOnly)} from ${stored}
    union all
    select k.driver_id, (${open.map(({ key }) => key)}::date[])[k.place] as day, ${selectFacts({
      duty_ms: sql`1000 * date_part('epoch', least(k.end_at, b.bounds[k.place + 1]) - greatest(k.start_at, b.bounds[k.place]))`,
      first_at: sql`case when k.start_at >= b.bounds[k.place] then k.start_at end`,
      last_at: sql`case when k.ended_at < b.bounds[k.place + 1] and k.ended_at <= ${now} then k.ended_at end`,
    })}
    from (select ${bounds}::timestamptz[] as bounds) b cross join lateral (
      select u.driver_id, u.start_at, u.end_at as ended_at, least(u.end_at, ${now}) as end_at,
        width_bucket(u.start_at, b.bounds) + n.later as place
      from driver_duty u join vehicle v on v.id = u.vehicle_id cross join (values (0), (1)) n (later)
      where u.source <> 4 and u.driver_id is not null and ${own}
        and u.start_at >= ${startOfDay(request, sql`${open[0]!.key}::date - 1`)}
        and u.start_at < ${startOfDay(request, sql`${open.at(-1)!.key}::date + 1`)}
        and u.start_at < ${now} ${chosen === null ? sql`` : sql`and u.driver_id = any(${chosen}::integer[])`}) k
    where k.place between 1 and ${open.length}::integer and k.end_at > b.bounds[k.place]) f`;
}

/** Driver days: driving, sign-ins and alarms. Days of alarms only are left out. */
export function driverDays(request: ReportRequest, columns: readonly string[]): Relation {
  const { from, to } = request.days;
  const has = (key: string): boolean => columns.includes(key);
  const weekly = has('week44');
  // a weekly sum needs the six days before
  const week = weekly ? { ...request, days: { from: addDays(from, 1 - WEEK_DAYS), to } } : request;
  const counts = (Object.keys(COUNTS) as (keyof typeof COUNTS)[]).filter(has);
  const counted = counts
    .map((key) => sql`, sum(${COUNTS[key]}) as ${name(key)}`)
    .reduce((all, each) => sql`${all}${each}`, sql``);
  const columnSql: Readonly<Record<string, Sql>> = {
    statDate: sql`day`,
    carCount: sql`cars`,
    dutySec: sql`coalesce(round(duty::numeric), 0)::integer`,
    dutyStart: sql`first_at`,
    dutyEnd: sql`last_at`,
    driverSec: sql`coalesce(drive_s, 0)`,
    driverNight: sql`coalesce(night_s, 0)`,
    longestSec: sql`longest_s`,
    driverKm: sql`coalesce(km, 0)`,
    week44: sql`coalesce(week_s, 0)`,
    ...Object.fromEntries(counts.map((key) => [key, sql`coalesce(${name(key)}, 0)`])),
  };
  return {
    with: [
      {
        name: 'worked',
        // there is one row per vehicle
        body: sql`
          select f.driver_id, f.day, count(f.km) as cars, sum(f.km) as km, sum(f.drive_s) as drive_s,
            sum(f.night_drive_s) as night_s, max(f.longest_drive_s) as longest_s, sum(f.duty_ms::float8 / 1000) as duty, min(f.first_at) as first_at,
            max(f.last_at) as last_at ${counted}
            ${has('carNo') ? sql`, array_agg(f.vehicle_id) filter (where f.km is not null) as vehicle_ids` : sql``}
            ${
              weekly
                ? sql`, sum(sum(f.drive_s)::integer) over (partition by f.driver_id order by f.day - ${from}::date
                  range between ${WEEK_DAYS - 1}::integer preceding and current row) as week_s`
                : sql``
            }
          from ${driverWork(request, week)} group by f.driver_id, f.day having count(f.km) > 0 or count(f.duty_ms) > 0`,
      },
    ],
    from: sql`worked join driver r on r.id = driver_id`,
    where: [sql`day >= ${from}::date`],
    columns: {
      ...Object.fromEntries(Object.entries(columnSql).filter(([key]) => has(key))),
      ...(has('carNo') ? { carIds: sql`vehicle_ids` } : {}),
    },
    // labels for visible rows only
    ...(has('carNo')
      ? {
          formulas: { carNo: sql`(select string_agg(c.plate, ', ' order by c.plate) from vehicle c where c.id = any("carIds"))` },
        }
      : {}),
    ids: { driverId: sql`driver_id`, deptId: sql`${request.company}::integer`, day: sql`day` },
    names: driverNames(request),
    tie: [sql`day`, sql`driver_id`],
    always: ['statDate'],
  };
}
