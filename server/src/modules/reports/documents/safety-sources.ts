import { at, name, type Sql, sql } from '../../../platform/db/database.ts';
import { HOUR_KEYS } from '../columns/hour-columns.ts';
import { alarmList, COUNTS } from '../facts/alarm-columns.ts';
import { isOneOf } from '../facts/alarm-groups.ts';
import { narrowed, rollup } from '../facts/day-rollup.ts';
import { companyOf, hundredKm } from '../facts/driver-columns.ts';
import { GRADE, risksOf, withRisks } from '../facts/risk.ts';
import { ofAsked } from '../facts/vehicle-columns.ts';
import type { Asked, Relation } from '../model/definition.ts';
import { SAFETY_TYPES } from '../model/measures.ts';
import { driverScores } from '../scores/driver-scores.ts';
import type { SourceQuery } from './document.ts';

/** Rows of tables of the worst. */
export const WORST = 10;

const ofSafety = isOneOf(SAFETY_TYPES);

/** Alarms of active safety of each day, of days without any, too: `statDate`, `safetyCount`. */
export const BY_DAY: SourceQuery = {
  query: (asked) => ({
    with: [
      {
        name: 'days',
        body: sql`select g::date as day from generate_series(${asked.days.from}::date, ${asked.days.to}::date, interval '1 day') g`,
      },
      {
        name: 'warned',
        body: sql`select f.day, sum(f.cnt) as n from alarm_day f where ${narrowed('alarmDay', asked, ofSafety)} group by f.day`,
      },
    ],
    from: sql`days left join warned using (day)`,
    columns: { statDate: sql`day`, safetyCount: sql`coalesce(n, 0)` },
    tie: [sql`day`],
  }),
};

/** The same by the hour in which they began, in one row. */
export const BY_HOUR: SourceQuery = {
  query: (asked) => rollup(asked, { by: ['whole'], measures: HOUR_KEYS, alarms: ofSafety }),
};

/** What was done about them, in one row. */
export const HANDLED: SourceQuery = {
  query: (asked) =>
    rollup(asked, {
      by: ['whole'],
      measures: [
        ...(['needCount', 'handledCount', 'timelyCount', 'falseCount', 'msgCount', 'phoneCount', 'autoCount'] as const),
        '_handleSec',
      ],
      alarms: ofSafety,
      formulas: ['unhandledCount', 'handleRate', 'timelyRate', 'falseRate', 'avgHandleMin'],
    }),
};

/** Alarms of the highest level, the fastest of them first, without those that were none. They are found before all of them is told. */
const worstOf = (asked: Asked): Sql => sql`array(
  select f.gid from alarm f join vehicle v on v.id = f.vehicle_id left join alarm_case c on c.gid = f.gid
  where ${ofAsked(asked).reduce((all, part) => sql`${all} and ${part}`)} and ${ofSafety} and ${COUNTS}
    and f.start_at >= ${at(asked.times.from)} and f.start_at < ${at(asked.times.to)} and c.state is distinct from 3
  order by f.level desc, f.start_kmh desc nulls last, f.start_at desc, f.gid limit ${WORST}::integer)`;

/** The worst of single alarms; by their level, and then by their speed. */
export const worstEvents = (columns: readonly string[]): SourceQuery => ({
  query: (asked) => ({
    ...alarmList(asked, { columns, types: SAFETY_TYPES, where: [sql`f.gid = any(${worstOf(asked)})`] }),
    tie: [sql`-f.start_kmh`, sql`f.start_at`, sql`f.gid`],
  }),
});

/** Vehicles that were driven far enough to be rated, with their risks. */
export const RATED_CARS: SourceQuery = {
  query: (asked): Relation => ({
    ...withRisks(
      rollup(asked, {
        by: ['vehicle'],
        rows: 'vehicleDay',
        measures: ['mileage', 'alarmCount', 'safetyCount'],
        alarms: ofSafety,
        formulas: ['alarmPer100'],
      }),
      { asked, of: 'vehicle', rated: true },
    ),
    where: [sql`"riskScore" is not null`],
  }),
};

/** How many vehicles have each grade. */
export const GRADES: SourceQuery = {
  query: (asked) => ({
    with: [{ name: 'risks', body: risksOf(asked, 'vehicle') }],
    from: sql`risks`,
    where: [sql`"riskScore" is not null`],
    columns: { scoreGrade: GRADE, carTotal: sql`count(*)` },
    groupBy: [GRADE],
    tie: [GRADE],
  }),
};

/** Drivers that drove far enough to be rated, each with all that he drove. */
export const RATED_DRIVERS: SourceQuery = {
  query: (asked) => {
    const figures = ['driverKm', 'driverSec', 'overCount', 'fatigueCount', 'dsmCount', 'alarmCount', 'riskScore'];
    return {
      with: [{ name: 'scores', body: driverScores(asked, asked.departments) }],
      from: sql`scores f join driver r on r.id = f.object_id left join ${companyOf(asked)} on d.id = f.department_id`,
      where: [sql`f.score is not null`],
      columns: {
        driverName: sql`r.name`,
        deptName: sql`d.name`,
        ...Object.fromEntries(figures.map((key) => [key, sql`f.${name(key)}::float8`])),
        scoreGrade: sql`f.grade`,
      },
      formulas: { alarmPer100: hundredKm(sql`"alarmCount"`, sql`"driverKm"`) },
      tie: [sql`f.object_id`],
    };
  },
};
