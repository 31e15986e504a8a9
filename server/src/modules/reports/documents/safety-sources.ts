import { at, name, type Sql, sql } from '../../../platform/db/database.ts';
import { HOUR_KEYS } from '../columns/hour-columns.ts';
import { alarmList, COUNTS } from '../facts/alarm-columns.ts';
import { isOfTypes } from '../facts/alarm-groups.ts';
import { rollup, whereRequested } from '../facts/day-rollup.ts';
import { perHundredKm, requestedCompany } from '../facts/driver-columns.ts';
import { buildRisks, GRADE, withRisks } from '../facts/risk.ts';
import { requestedVehicles } from '../facts/vehicle-columns.ts';
import type { SourceQuery } from '../model/document.ts';
import { SAFETY_TYPES } from '../model/measures.ts';
import type { Relation } from '../model/relation.ts';
import type { ReportRequest } from '../model/report-request.ts';
import { driverScores } from '../scores/driver-scores.ts';

/** Rows of a list of the worst. */
export const WORST = 10;

const ofSafety = isOfTypes(SAFETY_TYPES);

/** Active safety alarms per day, including days without any: `statDate`, `safetyCount`. */
export const BY_DAY: SourceQuery = {
  query: (request) => ({
    with: [
      {
        name: 'days',
        body: sql`select g::date as day from generate_series(${request.days.from}::date, ${request.days.to}::date, interval '1 day') g`,
      },
      {
        name: 'warned',
        body: sql`select f.day, sum(f.cnt) as n from alarm_day f where ${whereRequested('alarmDay', request, ofSafety)} group by f.day`,
      },
    ],
    from: sql`days left join warned using (day)`,
    columns: { statDate: sql`day`, safetyCount: sql`coalesce(n, 0)` },
    tie: [sql`day`],
  }),
};

/** The same by starting hour, in one row. */
export const BY_HOUR: SourceQuery = {
  query: (request) => rollup(request, { by: ['whole'], measures: HOUR_KEYS, alarms: ofSafety }),
};

/** Handling figures, in one row. */
export const HANDLED: SourceQuery = {
  query: (request) =>
    rollup(request, {
      by: ['whole'],
      measures: [
        ...(['needCount', 'handledCount', 'timelyCount', 'falseCount', 'msgCount', 'phoneCount', 'autoCount'] as const),
        '_handleSec',
      ],
      alarms: ofSafety,
      formulas: ['unhandledCount', 'handleRate', 'timelyRate', 'falseRate', 'avgHandleMin'],
    }),
};

/** Ids of the worst alarms by level and speed, without false ones. Their other columns are read afterwards. */
const selectWorst = (request: ReportRequest): Sql => sql`array(
  select f.gid from alarm f join vehicle v on v.id = f.vehicle_id left join alarm_case c on c.gid = f.gid
  where ${requestedVehicles(request).reduce((all, part) => sql`${all} and ${part}`)} and ${ofSafety} and ${COUNTS}
    and f.start_at >= ${at(request.times.from)} and f.start_at < ${at(request.times.to)} and c.state is distinct from 3
  order by f.level desc, f.start_kmh desc nulls last, f.start_at desc, f.gid limit ${WORST}::integer)`;

/** The worst single alarms by level, then speed. */
export const worstEvents = (columns: readonly string[]): SourceQuery => ({
  query: (request) => ({
    ...alarmList(request, { columns, types: SAFETY_TYPES, where: [sql`f.gid = any(${selectWorst(request)})`] }),
    tie: [sql`-f.start_kmh`, sql`f.start_at`, sql`f.gid`],
  }),
});

/** Vehicles with enough distance for a risk score. */
export const RATED_CARS: SourceQuery = {
  query: (request): Relation => ({
    ...withRisks(
      rollup(request, {
        by: ['vehicle'],
        rows: 'vehicleDay',
        measures: ['mileage', 'alarmCount', 'safetyCount'],
        alarms: ofSafety,
        formulas: ['alarmPer100'],
      }),
      { request, of: 'vehicle', rated: true },
    ),
    where: [sql`"riskScore" is not null`],
  }),
};

/** The number of vehicles per grade. */
export const GRADES: SourceQuery = {
  query: (request) => ({
    with: [{ name: 'risks', body: buildRisks(request, 'vehicle') }],
    from: sql`risks`,
    where: [sql`"riskScore" is not null`],
    columns: { scoreGrade: GRADE, carTotal: sql`count(*)` },
    groupBy: [GRADE],
    tie: [GRADE],
  }),
};

/** Drivers with enough distance for a risk score, with all their driving. */
export const RATED_DRIVERS: SourceQuery = {
  query: (request) => {
    const figures = ['driverKm', 'driverSec', 'overCount', 'fatigueCount', 'dsmCount', 'alarmCount', 'riskScore'];
    return {
      with: [{ name: 'scores', body: driverScores(request, request.departments) }],
      from: sql`scores f join driver r on r.id = f.object_id left join ${requestedCompany(request)} on d.id = f.department_id`,
      where: [sql`f.score is not null`],
      columns: {
        driverName: sql`r.name`,
        deptName: sql`d.name`,
        ...Object.fromEntries(figures.map((key) => [key, sql`f.${name(key)}::float8`])),
        scoreGrade: sql`f.grade`,
      },
      formulas: { alarmPer100: perHundredKm(sql`"alarmCount"`, sql`"driverKm"`) },
      tie: [sql`f.object_id`],
    };
  },
};
