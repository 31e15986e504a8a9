import { at, name, type Sql, sql } from '../../../platform/db/database.ts';

import { addDays } from '../model/dates.ts';
import { aggregateMeasure, GROUPS } from '../model/measures.ts';
import type { Relation } from '../model/relation.ts';
import type { ReportRequest } from '../model/report-request.ts';
import { isOfTypes } from './alarm-groups.ts';
import { whereRequested } from './day-rollup.ts';
import { driverNames } from './driver-columns.ts';
import { requestedDays, requestedNumbers, startOfDay } from './row-times.ts';
import { requestedVehicles } from './vehicle-columns.ts';

/** Days of a weekly sum. */
const WEEK_DAYS = 7;
/** Alarm types per count column. */
const COUNTED = { overCount: GROUPS.overspeed, fatigueCount: GROUPS.fatigue } as const;

/** Columns of the union below. `km` is never null for driving, `duty` never for sign-ins. */
const FACTS = {
  vehicle_id: sql`integer`,
  km: sql`float8`,
  drive_s: sql`integer`,
  night_drive_s: sql`integer`,
  longest_drive_s: sql`integer`,
  duty: sql`float8`,
  first_at: sql`timestamptz`,
  last_at: sql`timestamptz`,
  type_id: sql`smallint`,
  cnt: sql`integer`,
  handled: sql`integer`,
} as const;
type FactColumn = keyof typeof FACTS;

/** All columns, null where not given. */
const selectFacts = (columnSql: Partial<Readonly<Record<FactColumn, Sql>>>): Sql =>
  (Object.keys(FACTS) as FactColumn[])
    .map((column) => sql`${columnSql[column] ?? sql`null`}::${FACTS[column]} as ${name(column)}`)
    .reduce((all, each) => sql`${all}, ${each}`);
const selectStored = (...columns: readonly FactColumn[]): Sql =>
  selectFacts(Object.fromEntries(columns.map((column) => [column, sql`f.${name(column)}`])));

/**
 * Sign-in time of drivers per day with first sign-in and last sign-out: stored for past days, computed up to now for open ones.
 */
function signedIn(request: ReportRequest): Sql {
  const row = ({ duty, first, last }: { readonly duty: Sql; readonly first: Sql; readonly last: Sql }): Sql =>
    selectFacts({ duty, first_at: first, last_at: last });
  const chosen = requestedNumbers(request, 'driverIds');
  const list = requestedDays(request);
  const open = list.filter(({ endAt }) => endAt > request.now);
  const own = requestedVehicles(request).reduce((all, each) => sql`${all} and ${each}`);
  const those = (driver: Sql): Sql => (chosen === null ? sql`true` : sql`${driver} = any(${chosen}::integer[])`);
  const over = sql`
    select f.driver_id, f.day, ${row({ duty: sql`f.duty_ms::float8 / 1000`, first: sql`f.first_at`, last: sql`f.last_at` })}
    from duty_day f join vehicle v on v.id = f.vehicle_id
    where ${own} and f.day between ${request.days.from}::date and ${request.days.to}::date and ${those(sql`f.driver_id`)}
      ${open.length > 0 ? sql`and f.day < ${open[0]!.key}::date` : sql``}`;
  if (open.length === 0) return over;
  const now = sql`${at(request.now)}::timestamptz`;
  // the start of each open day, and the end of the last
  const bounds = [...open.map(({ startAt }) => at(startAt)), at(open.at(-1)!.endAt)];
  // a duty spans at most two days
  return sql`${over}
    union all
    select k.driver_id, (${open.map(({ key }) => key)}::date[])[k.place] as day, ${row({
      duty: sql`date_part('epoch', least(k.end_at, b.bounds[k.place + 1]) - greatest(k.start_at, b.bounds[k.place]))`,
      first: sql`case when k.start_at >= b.bounds[k.place] then k.start_at end`,
      last: sql`case when k.ended_at < b.bounds[k.place + 1] and k.ended_at <= ${now} then k.ended_at end`,
    })}
    from (select ${bounds}::timestamptz[] as bounds) b cross join lateral (
      select u.driver_id, u.start_at, u.end_at as ended_at, least(u.end_at, ${now}) as end_at,
        width_bucket(u.start_at, b.bounds) + n.later as place
      from driver_duty u join vehicle v on v.id = u.vehicle_id cross join (values (0), (1)) n (later)
      where u.source <> 4 and u.driver_id is not null and ${own}
        and u.start_at >= ${startOfDay(request, sql`${open[0]!.key}::date - 1`)}
        and u.start_at < ${startOfDay(request, sql`${open.at(-1)!.key}::date + 1`)}
        and u.start_at < ${now} and ${those(sql`u.driver_id`)}) k
    where k.place between 1 and ${open.length}::integer and k.end_at > b.bounds[k.place]`;
}

/**
 * Driver days: driving, sign-ins and alarms in one union that is aggregated once. A join of separate aggregates takes several
 * times as long. `offset 0` keeps PostgreSQL from parallel partial aggregates: they hold nearly as many rows as the union.
 */
export function driverDays(request: ReportRequest, columns: readonly string[]): Relation {
  const { from, to } = request.days;
  const has = (key: string): boolean => columns.includes(key);
  const weekly = has('week44');
  // a weekly sum needs the six days before
  const week = weekly ? { ...request, days: { from: addDays(from, 1 - WEEK_DAYS), to } } : request;
  const counts = (['overCount', 'fatigueCount', 'dsmCount', 'handledCount'] as const).filter(has);
  // if only one figure counts alarms, read only its types
  const [only] = counts;
  const kinds = counts.length === 1 && only !== undefined && only in COUNTED ? COUNTED[only as keyof typeof COUNTED] : null;
  const counted = counts
    .map((key) => sql`, ${aggregateMeasure(key)} as ${name(key)}`)
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
        name: 'facts',
        body: sql`
          select f.driver_id, f.day, ${selectStored('vehicle_id', 'km', 'drive_s', 'night_drive_s', 'longest_drive_s')}
          from driver_day f where ${whereRequested('driverDay', week)} and f.driver_id <> 0
          union all ${signedIn(request)}
          union all select f.driver_id, f.day, ${selectStored('type_id', 'cnt', 'handled')}
          from alarm_day f where ${whereRequested('alarmDay', request, kinds === null ? undefined : isOfTypes(kinds))} and f.driver_id <> 0
          offset 0`,
      },
      {
        name: 'worked',
        // driver_day has one row per vehicle
        body: sql`
          select f.driver_id, f.day, count(f.vehicle_id) as cars, sum(f.km) as km, sum(f.drive_s) as drive_s,
            sum(f.night_drive_s) as night_s, max(f.longest_drive_s) as longest_s, sum(f.duty) as duty, min(f.first_at) as first_at,
            max(f.last_at) as last_at ${counted}
            ${has('carNo') ? sql`, array_agg(f.vehicle_id) filter (where f.vehicle_id is not null) as vehicle_ids` : sql``}
            ${
              weekly
                ? sql`, sum(sum(f.drive_s)::integer) over (partition by f.driver_id order by f.day - ${from}::date
                  range between ${WEEK_DAYS - 1}::integer preceding and current row) as week_s`
                : sql``
            }
          from facts f group by f.driver_id, f.day having count(f.km) > 0 or count(f.duty) > 0`,
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
