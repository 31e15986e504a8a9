import { at, name, type Sql, sql } from '../../../platform/db/database.ts';
import { isOneOf } from '../alarm-groups.ts';
import { alarmTypes, company, days, drivers, MAX_DETAIL_DAYS, one, times, vehicles } from '../conditions.ts';
import { shifted } from '../dates.ts';
import { GROUPS, overRows } from '../measures.ts';
import { companyOf, hundredKm } from '../of-driver.ts';
import { ofAsked, ofVehicleBy, placeOf, VEHICLE_FACTS, VEHICLE_IDS } from '../of-vehicle.ts';
import type { Asked, Relation, ReportDefinition } from '../report.ts';
import { narrowed, rollup } from '../rollup.ts';
import { among, beginOf, dayOf, numbersOf } from '../row-times.ts';
import { shownOf } from '../template.ts';
import { TYPE_COLUMNS, typeColumnsOf, withTypeCounts } from '../type-columns.ts';
import { alarmsOf, groupCounts, groupDrills, groupIds, groupSums, withIds } from './alarm-sums.ts';
import { daysAsked } from './people.ts';

const ALL = 404001;
const FATIGUES = 404011;
/** Days a sum of a week is of. */
const WEEK_DAYS = 7;
/** How far back a place is looked for, ms: somebody who signs in stands. */
const NEAR_MS = 600_000;
/** A sign-in or sign-out that told who. */
const wasRead = (card: Sql): Sql => sql`(${card}.action = 2 or coalesce(${card}.read_result, 0) = 0)`;

type Columns = ReportDefinition['columns'];
const keysOf = (columns: Columns): string[] => columns.map((column) => shownOf(column).key);
const HOURS: Columns = [
  ...[{ key: 'statDate', fixed: true }, 'deptName', { key: 'driverName', fixed: true }, 'driverCert', 'carCount', 'dutySec'],
  ...['driverSec', 'driverNight', 'longestSec', 'driverKm', 'week44', 'fatigueCount'],
];
const SHEET: Columns = [
  ...[{ key: 'statDate', fixed: true }, 'deptName', { key: 'driverName', fixed: true }, 'driverCert', 'carNo', 'dutyStart'],
  ...['dutyEnd', 'driverSec', 'driverKm', 'longestSec', 'overCount', 'fatigueCount', 'dsmCount', 'handledCount'],
];

/** The alarms of drivers, what cards told, and how long drivers drove (report catalogue, families 404, 405 and 408). */
export const driverReports: readonly ReportDefinition[] = [
  {
    id: 404004,
    page: '/report/alarmqueryreport/driverAlarmSummary',
    conditions: [company, drivers, alarmTypes, days('-7,-1')],
    columns: [
      ...['deptName', { key: 'driverName', fixed: true }, 'driverCert', 'driverKm', 'driverSec', 'alarmCount', TYPE_COLUMNS],
      ...[...groupCounts, 'dsmCount', 'alarmPer100'],
    ],
    sums: {
      ...{
        driverKm: 'sum',
        driverSec: 'sum',
        alarmCount: 'sum',
        typeCols: 'sum',
        ...groupSums,
        dsmCount: 'sum',
        alarmPer100: 'ratio',
      },
    },
    chart: { type: 'bar', x: 'driverName', y: ['alarmCount'] },
    drills: [
      {
        column: 'alarmCount',
        report: ALL,
        takes: { deptId: 'row.deptId', driverIds: 'row.driverId', alarmTypes: 'alarmTypes', timeRange: 'range' },
      },
      ...groupDrills(ALL, { deptId: 'row.deptId', driverIds: 'row.driverId', timeRange: 'range' }),
      {
        column: TYPE_COLUMNS,
        report: ALL,
        takes: { deptId: 'row.deptId', driverIds: 'row.driverId', alarmTypes: 'spread', timeRange: 'range' },
      },
    ],
    order: ['alarmCount', 'desc'],
    spread: { typeCols: typeColumnsOf() },
    query: (asked, { heads: { typeCols } = {} }) =>
      withIds(
        withTypeCounts(
          asked,
          rollup(asked, {
            by: ['driver'],
            rows: 'alarmDay',
            measures: ['alarmCount', ...groupCounts, 'dsmCount', 'driverKm', 'driverSec'],
            ...alarmsOf(asked),
            more: { alarmPer100: hundredKm(sql`"alarmCount"`, sql`"driverKm"`) },
          }),
          { keys: ['driver_id'], types: typeCols, ...alarmsOf(asked) },
        ),
        groupIds(asked),
      ),
  },
  {
    id: 405009,
    page: '/report/caroperationreport/driverDuty',
    conditions: [company, vehicles, drivers, times('-1'), one('cardResult', 'CARD_RESULT')],
    columns: [
      ...['deptName', { key: 'carNo', fixed: true }, { key: 'driverName', fixed: true }, 'driverCert', 'issuer', 'certExpiry'],
      ...['cardAction', 'startTime', 'endTime', 'dutySec', 'dutySource', 'cardResult', 'startPos'],
    ],
    sums: { dutySec: 'sum' },
    drills: [
      { column: 'startTime', report: 405010, takes: { deptId: 'deptId', driverIds: 'row.driverId', staticDate: 'row.day' } },
    ],
    order: ['startTime', 'desc'],
    query: signIns,
  },
  {
    id: 405010,
    page: '/report/caroperationreport/driverWorkHours',
    conditions: [company, drivers, days('-7,-1')],
    columns: HOURS,
    sums: {
      ...{ dutySec: 'sum', driverSec: 'sum', driverNight: 'sum', driverKm: 'sum', fatigueCount: 'sum', longestSec: 'max' },
    },
    chart: { type: 'bar', x: 'driverName', y: ['driverSec'] },
    drills: [
      {
        column: 'fatigueCount',
        report: FATIGUES,
        takes: { deptId: 'row.deptId', driverIds: 'row.driverId', timeRange: 'row.day' },
      },
    ],
    order: ['statDate', 'desc'],
    query: (asked) => driverDays(asked, keysOf(HOURS)),
  },
  {
    id: 408010,
    page: '/report/localcustomreport/driverDetailStatsHz',
    conditions: [company, drivers, days('-7,-1', MAX_DETAIL_DAYS)],
    columns: SHEET,
    sums: {
      ...{ driverSec: 'sum', driverKm: 'sum', overCount: 'sum', fatigueCount: 'sum', dsmCount: 'sum', handledCount: 'sum' },
      longestSec: 'max',
    },
    drills: [
      {
        column: 'overCount',
        report: 404009,
        takes: { deptId: 'row.deptId', driverIds: 'row.driverId', timeRange: 'row.day', durationMin: '=0' },
      },
      {
        column: 'fatigueCount',
        report: FATIGUES,
        takes: { deptId: 'row.deptId', driverIds: 'row.driverId', timeRange: 'row.day' },
      },
      { column: 'driverSec', report: 405010, takes: { deptId: 'row.deptId', driverIds: 'row.driverId', staticDate: 'row.day' } },
    ],
    order: ['statDate', 'desc'],
    query: (asked) => driverDays(asked, keysOf(SHEET)),
  },
];

/** Each sign-in with the sign-out it ended with, if it ended so; and what nobody had signed in for. */
function signIns(asked: Asked): Relation {
  const { from, to } = asked.times;
  const result = asked.text('cardResult');
  const chosen = numbersOf(asked, 'driverIds');
  return {
    from: sql`driver_card f ${ofVehicleBy(sql`f.driver_id`)}
      left join lateral (select c.action, c.at from driver_card c where f.action = 1 and ${wasRead(sql`f`)}
        and c.vehicle_id = f.vehicle_id and c.at > f.at and ${wasRead(sql`c`)} order by c.at, c.action desc limit 1) n on true
      left join driver_duty k on f.action = 1 and k.vehicle_id = f.vehicle_id and k.start_at = f.at and k.source <> 4`,
    where: [
      ...ofAsked(asked),
      sql`f.at >= ${at(from)} and f.at < ${at(to)}`,
      sql`(f.action = 1 or (select c.action from driver_card c where c.vehicle_id = f.vehicle_id and c.at < f.at and ${wasRead(sql`c`)}
        order by c.at desc, c.action limit 1) is distinct from 1)`,
      ...among(sql`f.driver_id`, chosen),
      ...(result === '' ? [] : [sql`f.read_result = ${Number(result)}::integer`]),
    ],
    columns: {
      deptName: VEHICLE_FACTS.deptName,
      carNo: VEHICLE_FACTS.carNo,
      driverName: sql`coalesce(r.name, f.name)`,
      driverCert: sql`coalesce(r.qual_no, f.cert_no)`,
      issuer: sql`f.issuer`,
      certExpiry: sql`coalesce(f.cert_expiry, r.qual_to)`,
      cardAction: sql`f.action`,
      startTime: sql`f.at`,
      endTime: sql`case when n.action = 2 then n.at end`,
      dutySec: sql`round(extract(epoch from least(k.end_at, ${at(asked.now)}::timestamptz) - k.start_at))::integer`,
      dutySource: sql`1`,
      cardResult: sql`f.read_result`,
      startPos: sql`(select ${placeOf(sql`p.lng`, sql`p.lat`)} from position p where p.vehicle_id = f.vehicle_id
        and p.gnss_at >= ${at(from - NEAR_MS)}::timestamptz and p.gnss_at < ${at(to)}::timestamptz
        and p.gnss_at <= f.at and p.gnss_at > f.at - ${NEAR_MS}::float8 * interval '1 millisecond'
        and (p.lng <> 0 or p.lat <> 0) order by p.gnss_at desc limit 1)`,
    },
    ids: { ...VEHICLE_IDS, driverId: sql`f.driver_id`, day: dayOf(asked, sql`f.at`) },
    tie: [sql`f.id`],
  };
}

/** What alarms of a driver's day are counted for, by column. */
const COUNTED = { overCount: GROUPS.overspeed, fatigueCount: GROUPS.fatigue } as const;

/** Days on which somebody drove or was signed in, with these columns. */
function driverDays(asked: Asked, columns: readonly string[]): Relation {
  const chosen = numbersOf(asked, 'driverIds');
  const { from, to } = asked.days;
  const has = (key: string): boolean => columns.includes(key);
  const weekly = has('week44');
  // the days before are there for the week's sum
  const week = weekly ? { ...asked, days: { from: shifted(from, 1 - WEEK_DAYS), to } } : asked;
  const now = sql`${at(asked.now)}::timestamptz`;
  const list = daysAsked(asked);
  // where each begins, and where the last ends
  const bounds = [...list.map(({ startAt }) => at(startAt)), at(list.at(-1)!.endAt)];
  const counts = (['overCount', 'fatigueCount', 'dsmCount', 'handledCount'] as const).filter(has);
  // of one kind of figure only its alarms are looked at
  const [only] = counts;
  const kinds = counts.length === 1 && only !== undefined && only in COUNTED ? COUNTED[only as keyof typeof COUNTED] : null;
  const told: Readonly<Record<string, Sql>> = {
    statDate: sql`day`,
    deptName: sql`d.name`,
    driverName: sql`r.name`,
    driverCert: sql`r.qual_no`,
    carCount: sql`coalesce(cars, 0)`,
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
        name: 'drove',
        // a row is one vehicle's
        body: sql`select f.driver_id, f.day, count(*) as cars, sum(f.km) as km, sum(f.drive_s) as drive_s,
            sum(f.night_drive_s) as night_s, max(f.longest_drive_s) as longest_s
            ${has('carNo') ? sql`, array_agg(f.vehicle_id) as vehicle_ids` : sql``}
          from driver_day f where ${narrowed('driverDay', week)} and f.driver_id <> 0 group by f.driver_id, f.day`,
      },
      {
        name: 'signed',
        // no duty lies in more than two days
        body: sql`select k.driver_id, (${list.map(({ key }) => key)}::date[])[k.place] as day, sum(date_part('epoch',
              least(k.end_at, b.bounds[k.place + 1]) - greatest(k.start_at, b.bounds[k.place]))) as duty,
            min(k.start_at) filter (where k.start_at >= b.bounds[k.place]) as first_at,
            max(k.ended_at) filter (where k.ended_at < b.bounds[k.place + 1] and k.ended_at <= ${now}) as last_at
          from (select ${bounds}::timestamptz[] as bounds) b cross join lateral (
            select u.driver_id, u.start_at, u.end_at as ended_at, least(u.end_at, ${now}) as end_at,
              width_bucket(u.start_at, b.bounds) + n.later as place
            from driver_duty u join vehicle v on v.id = u.vehicle_id cross join (values (0), (1)) n (later)
            where u.source <> 4 and u.driver_id is not null and ${ofAsked(asked).reduce((all, each) => sql`${all} and ${each}`)}
              and u.start_at >= ${beginOf(asked, sql`${from}::date - 1`)} and u.start_at < ${beginOf(asked, sql`${to}::date + 1`)}
              and u.start_at < ${now} ${chosen === null ? sql`` : sql`and u.driver_id = any(${chosen}::integer[])`}) k
          where k.place between 1 and ${list.length}::integer and k.end_at > b.bounds[k.place]
          group by k.driver_id, k.place`,
      },
      {
        name: 'warned',
        body: sql`select f.driver_id, f.day ${counts.map((key) => sql`, ${overRows(key)} as ${name(key)}`).reduce((all, each) => sql`${all}${each}`, sql``)}
          from alarm_day f where ${narrowed('alarmDay', asked, kinds === null ? undefined : isOneOf(kinds))} and f.driver_id <> 0
          group by f.driver_id, f.day`,
      },
      {
        name: 'worked',
        body: weekly
          ? sql`select *, sum(drive_s) over (partition by driver_id order by day
              range between ${WEEK_DAYS - 1}::integer * interval '1 day' preceding and current row) as week_s
              from drove full join signed using (driver_id, day)`
          : sql`select * from drove full join signed using (driver_id, day)`,
      },
    ],
    from: sql`worked join driver r on r.id = driver_id left join ${companyOf(asked)} on d.id = r.department_id
      left join warned using (driver_id, day)`,
    where: [sql`day >= ${from}::date`],
    columns: {
      ...Object.fromEntries(columns.filter((key) => key !== 'carNo').map((key) => [key, told[key]!])),
      ...(has('carNo') ? { carIds: sql`vehicle_ids` } : {}),
    },
    // names of those that are shown alone
    ...(has('carNo')
      ? {
          formulas: { carNo: sql`(select string_agg(c.plate, ', ' order by c.plate) from vehicle c where c.id = any("carIds"))` },
        }
      : {}),
    ids: { driverId: sql`driver_id`, deptId: sql`${asked.company}::integer`, day: sql`day` },
    tie: [sql`day`, sql`driver_id`],
  };
}
