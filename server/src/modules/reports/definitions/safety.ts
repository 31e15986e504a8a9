import { sql } from '../../../platform/db/database.ts';
import { TYPE_COLUMNS, typeColumnsOf, withTypeCounts } from '../columns/alarm-type-columns.ts';
import { HOUR_KEYS } from '../columns/hour-columns.ts';
import { typesOf } from '../facts/alarm-columns.ts';
import { groupOf, isOneOf } from '../facts/alarm-groups.ts';
import { withRegion } from '../facts/company-region.ts';
import { narrowed, rollup } from '../facts/day-rollup.ts';
import { compared, daysBefore, monthBefore } from '../facts/previous-period.ts';
import { GRADE, INDEX_COLUMNS, withRisks } from '../facts/risk.ts';
import type { Asked, Relation, ReportDefinition } from '../model/definition.ts';
import {
  alarmLevels,
  alarmTypes,
  carTypes,
  company,
  companyRegion,
  days,
  groupBy,
  month,
  one,
  vehicle,
  vehicles,
} from '../model/filters.ts';
import { ADOPTED_KM, SAFETY_TYPES, WITH_SOURCE } from '../model/measures.ts';
import { closedMonths } from '../scores/score-rules.ts';
import { alarmsOf, hourSums, NO_VEHICLE, share } from './alarm-sums.ts';

const ANALYSIS = '/activesafety/safetyanalysis';
const STATISTICS = '/activesafety/alarmstatistics';
const ALL = 404001;

/** An id of each row: kinds of active safety, of those that were chosen. */
const withSafety = (asked: Asked, relation: Relation): Relation => ({
  ...relation,
  ids: { ...relation.ids, safety: sql`${typesOf(asked, SAFETY_TYPES)!.join()}::text` },
});

/** Kinds of alarms by how often, with their share, their hours and what they were in as many days before. */
function distribution(asked: Asked, of: 'vehicle' | 'dept'): Relation {
  const relation = compared(asked, {
    by: [of, 'type'],
    measures: ['alarmCount', 'alarmCars', 'alarmSec', '_topLevel', ...HOUR_KEYS],
    ...alarmsOf(asked),
  });
  return {
    ...relation,
    columns: {
      ...relation.columns,
      alarmLevel: sql`"_topLevel"`,
      shareRate: share(sql`"alarmCount"`, sql`sum("alarmCount") over ()`),
    },
  };
}
/** Alarms of what is asked for by the day: `statDate` and `alarmCount`. */
export const alarmsByDay = (asked: Asked): Relation =>
  rollup(asked, { by: ['day'], measures: ['alarmCount'], ...alarmsOf(asked) });
const distributionSums: ReportDefinition['sums'] = {
  alarmCount: 'sum',
  alarmSec: 'sum',
  ...hourSums,
  prevCount: 'sum',
  momRate: 'ratio',
};

/** Of one that is rated: only those of the grade that was asked for; places are those among all. */
function ofGrade(asked: Asked, relation: Relation): Relation {
  const grade = asked.text('scoreGrade');
  return {
    ...relation,
    ...(grade === '' ? {} : { where: [...(relation.where ?? []), sql`${GRADE} = ${grade}`] }),
    ids: { ...relation.ids, month: sql`${asked.text('month')}::text` },
  };
}

/** Active safety: risks, ratings, and statistics of its alarms (report catalogue, families 1705 and 1706). */
export const safetyReports: readonly ReportDefinition[] = [
  {
    id: 170501,
    page: `${ANALYSIS}/carRiskProfile`,
    conditions: [company, vehicle, days('dtOneMonth')],
    columns: [
      { key: 'carNo', fixed: true },
      'deptName',
      'driverName',
      'mileage',
      'driveSec',
      'nightSec',
      'safetyCount',
      'alarmPer100',
      ...INDEX_COLUMNS,
      'riskScore',
      'riskLevel',
      'prevScore',
    ],
    chart: { type: 'radar', x: 'carNo', y: INDEX_COLUMNS },
    drills: [{ column: 'safetyCount', report: 170602, takes: { deptId: 'deptId', carIds: 'row.carId', staticDate: 'range' } }],
    order: ['riskScore', 'desc'],
    query: (asked) =>
      withRisks(
        rollup(asked, {
          by: ['vehicle'],
          rows: 'vehicleDay',
          measures: ['mileage', 'driveSec', 'nightSec', 'alarmCount', 'safetyCount'],
          formulas: ['alarmPer100'],
        }),
        { asked, before: daysBefore(asked), of: 'vehicle' },
      ),
  },
  {
    id: 170502,
    page: `${ANALYSIS}/deptRiskProfile`,
    conditions: [company, days('dtOneMonth')],
    columns: [
      { key: 'deptName', fixed: true },
      'carTotal',
      'onlineCount',
      'mileage',
      'safetyCount',
      'alarmPer100',
      'alarmPerCar',
      'handleRate',
      ...INDEX_COLUMNS,
      'riskScore',
      'riskLevel',
      'prevScore',
    ],
    chart: { type: 'radar', x: 'deptName', y: INDEX_COLUMNS },
    drills: [{ column: 'safetyCount', report: 170602, takes: { deptId: 'row.deptId', staticDate: 'range' } }],
    order: ['riskScore', 'desc'],
    query: (asked) =>
      withRisks(
        rollup(asked, {
          by: ['dept'],
          rows: 'vehicleDay',
          measures: [
            ...(['carTotal', 'onlineCount', 'mileage', 'alarmCount', 'safetyCount', 'needCount', 'handledCount'] as const),
          ],
          formulas: ['alarmPer100', 'alarmPerCar', 'handleRate'],
        }),
        { asked, before: daysBefore(asked), of: 'dept' },
      ),
  },
  {
    id: 170503,
    page: `${ANALYSIS}/carRating`,
    conditions: [company, vehicles, carTypes, month, one('scoreGrade', 'GRADE')],
    columns: [
      { key: 'rankNo', fixed: true },
      'deptName',
      { key: 'carNo', fixed: true },
      'plateColor',
      'carType',
      'mileage',
      ...INDEX_COLUMNS,
      'riskScore',
      'safeScore',
      'scoreGrade',
      'prevScore',
      'momRate',
    ],
    sums: { mileage: 'sum', safeScore: 'avg' },
    chart: { type: 'bar', x: 'scoreGrade', y: ['count'] },
    drills: [{ column: 'safeScore', report: 170501, takes: { deptId: 'deptId', carId: 'row.carId', staticDate: 'row.month' } }],
    order: ['safeScore', 'desc'],
    query: async (asked, { db }) => {
      const closed = await closedMonths(
        db,
        [asked.days, monthBefore(asked.days)].map(({ from }) => from.slice(0, 7)),
      );
      return ofGrade(
        asked,
        withRisks(rollup(asked, { by: ['vehicle'], measures: ['mileage'] }), {
          asked,
          before: monthBefore(asked.days),
          of: 'vehicle',
          rated: true,
          closed,
        }),
      );
    },
  },
  {
    id: 170504,
    page: `${ANALYSIS}/deptRating`,
    conditions: [company, companyRegion, month, one('scoreGrade', 'GRADE')],
    columns: [
      { key: 'rankNo', fixed: true },
      { key: 'deptName', fixed: true },
      'regionName',
      'carTotal',
      'mileage',
      ...INDEX_COLUMNS,
      'riskScore',
      'safeScore',
      'scoreGrade',
      'prevScore',
      'momRate',
    ],
    sums: { carTotal: 'sum', mileage: 'sum', safeScore: 'avg' },
    chart: { type: 'bar', x: 'deptName', y: ['safeScore'] },
    drills: [{ column: 'safeScore', report: 170502, takes: { deptId: 'row.deptId', staticDate: 'row.month' } }],
    order: ['safeScore', 'desc'],
    query: (asked) =>
      ofGrade(
        asked,
        withRisks(withRegion(rollup(asked, { by: ['dept'], rows: 'vehicleDay', measures: ['carTotal', 'mileage'] })), {
          asked,
          before: monthBefore(asked.days),
          of: 'dept',
          rated: true,
        }),
      ),
  },
  {
    id: 170505,
    page: `${ANALYSIS}/carAlarmAnalysis`,
    conditions: [company, { ...vehicles, required: true }, alarmTypes, days('dtOneMonth')],
    columns: [
      { key: 'carNo', fixed: true },
      { key: 'alarmType', fixed: true },
      'alarmLevel',
      'alarmCount',
      'shareRate',
      'alarmSec',
      ...HOUR_KEYS,
      'prevCount',
      'momRate',
    ],
    sums: distributionSums,
    chart: { type: 'pie', x: 'alarmType', y: ['alarmCount'] },
    drills: [
      {
        column: 'alarmCount',
        report: ALL,
        takes: { deptId: 'deptId', carIds: 'row.carId', alarmTypes: 'row.alarmType', timeRange: 'range' },
      },
    ],
    order: ['alarmCount', 'desc'],
    query: (asked) => distribution(asked, 'vehicle'),
  },
  {
    id: 170506,
    page: `${ANALYSIS}/deptAlarmAnalysis`,
    conditions: [company, alarmTypes, days('dtOneMonth')],
    columns: [
      { key: 'deptName', fixed: true },
      { key: 'alarmType', fixed: true },
      'alarmLevel',
      'alarmCount',
      'alarmCars',
      'shareRate',
      'alarmSec',
      ...HOUR_KEYS,
      'prevCount',
      'momRate',
    ],
    sums: distributionSums,
    chart: { type: 'pie', x: 'alarmType', y: ['alarmCount'] },
    drills: [
      {
        column: 'alarmCount',
        report: ALL,
        takes: { deptId: 'row.deptId', alarmTypes: 'row.alarmType', timeRange: 'range' },
      },
    ],
    order: ['alarmCount', 'desc'],
    query: (asked) => distribution(asked, 'dept'),
  },
  {
    id: 170601,
    page: `${STATISTICS}/activepreventionreport`,
    conditions: [company, vehicles, days('-7,-1'), groupBy('GROUP_DEPT_CAR', 'dept')],
    columns: [
      { key: 'statDate', fixed: true },
      { key: 'deptName', fixed: true },
      'carNo',
      'onlineCount',
      'mileage',
      'safetyCount',
      'alarmCars',
      'alarmPer100',
      'msgCount',
      'phoneCount',
      'autoCount',
      'handledCount',
      'handleRate',
      'timelyRate',
      'falseRate',
    ],
    sums: {
      mileage: 'sum',
      safetyCount: 'sum',
      alarmCars: 'sum',
      alarmPer100: 'ratio',
      msgCount: 'sum',
      phoneCount: 'sum',
      autoCount: 'sum',
      handledCount: 'sum',
      handleRate: 'ratio',
      timelyRate: 'ratio',
      falseRate: 'ratio',
    },
    chart: { type: 'line', x: 'statDate', y: ['alarmPer100', 'handleRate'] },
    drills: [
      { column: 'safetyCount', report: 170602, takes: { deptId: 'row.deptId', carIds: 'row.carId', staticDate: 'row.day' } },
    ],
    order: ['statDate', 'desc'],
    query: (asked) => {
      const byDept = asked.text('groupBy') !== 'car';
      return {
        ...rollup(asked, {
          by: ['day', byDept ? 'dept' : 'vehicle'],
          // days on which nothing was warned of count, too
          rows: 'every',
          measures: [
            ...(['onlineCount', 'mileage', 'alarmCount', 'safetyCount', 'alarmCars', 'msgCount', 'phoneCount'] as const),
            ...(['autoCount', 'needCount', 'handledCount', 'timelyCount', 'falseCount'] as const),
          ],
          alarms: isOneOf(SAFETY_TYPES),
          formulas: ['alarmPer100', 'handleRate', 'timelyRate', 'falseRate'],
          ...(byDept ? { columns: NO_VEHICLE } : {}),
        }),
        ...(byDept ? { without: ['carNo'] } : {}),
      };
    },
  },
  {
    id: 170602,
    page: `${STATISTICS}/activealarmreport`,
    conditions: [company, vehicles, alarmTypes, days('-1'), alarmLevels],
    columns: [
      { key: 'statDate', fixed: true },
      'deptName',
      { key: 'carNo', fixed: true },
      'plateColor',
      'carType',
      'driverName',
      'mileage',
      'safetyCount',
      'adasCount',
      'dsmCount',
      'tpmsCount',
      'bsdCount',
      TYPE_COLUMNS,
      'lvl1Count',
      'lvl2Count',
      'lvl3Count',
      'handleRate',
    ],
    sums: {
      mileage: 'sum',
      safetyCount: 'sum',
      adasCount: 'sum',
      dsmCount: 'sum',
      tpmsCount: 'sum',
      bsdCount: 'sum',
      lvl1Count: 'sum',
      lvl2Count: 'sum',
      lvl3Count: 'sum',
      typeCols: 'sum',
      handleRate: 'ratio',
    },
    chart: { type: 'bar', x: 'carNo', y: ['safetyCount'] },
    drills: [
      {
        column: 'safetyCount',
        report: ALL,
        takes: {
          deptId: 'deptId',
          carIds: 'row.carId',
          alarmTypes: 'row.safety',
          alarmLevels: 'alarmLevels',
          timeRange: 'row.day',
        },
      },
      { column: 'adasCount', report: 170401, takes: { deptId: 'deptId', carIds: 'row.carId', timeRange: 'row.day' } },
      { column: 'dsmCount', report: 170402, takes: { deptId: 'deptId', carIds: 'row.carId', timeRange: 'row.day' } },
    ],
    order: ['safetyCount', 'desc'],
    spread: { typeCols: typeColumnsOf(SAFETY_TYPES) },
    query: (asked, { heads: { typeCols } = {} }) =>
      withSafety(
        asked,
        withTypeCounts(
          asked,
          rollup(asked, {
            by: ['day', 'vehicle'],
            rows: 'alarmDay',
            measures: [
              ...(['mileage', 'safetyCount', 'adasCount', 'dsmCount', 'tpmsCount', 'bsdCount', 'lvl1Count'] as const),
              ...(['lvl2Count', 'lvl3Count', 'needCount', 'handledCount'] as const),
            ],
            ...alarmsOf(asked, SAFETY_TYPES),
            formulas: ['handleRate'],
          }),
          { keys: ['day', 'vehicle_id'], types: typeCols, ...alarmsOf(asked, SAFETY_TYPES) },
        ),
      ),
  },
  {
    id: 170603,
    page: `${STATISTICS}/statisticsalarmreport`,
    conditions: [company, alarmTypes, days('-7,-1')],
    columns: [
      'alarmGroup',
      { key: 'alarmType', fixed: true },
      'alarmLevel',
      'alarmCount',
      'alarmCars',
      'shareRate',
      'alarmPer100',
      ...HOUR_KEYS,
      'prevCount',
      'momRate',
      'handleRate',
    ],
    sums: {
      alarmCount: 'sum',
      ...hourSums,
      prevCount: 'sum',
      momRate: 'ratio',
      handleRate: 'ratio',
    },
    chart: { type: 'pie', x: 'alarmType', y: ['alarmCount'] },
    drills: [
      { column: 'alarmCount', report: 170602, takes: { deptId: 'deptId', alarmTypes: 'row.alarmType', staticDate: 'range' } },
    ],
    order: ['alarmCount', 'desc'],
    query: (asked) => {
      const relation = compared(asked, {
        by: ['type'],
        measures: ['alarmCount', 'alarmCars', '_topLevel', ...HOUR_KEYS, 'needCount', 'handledCount'],
        ...alarmsOf(asked, SAFETY_TYPES),
        formulas: ['handleRate'],
      });
      // the way is that of all vehicles, whichever alarms they had
      const way = sql`(select sum(${ADOPTED_KM}) from vehicle_day f ${WITH_SOURCE} where ${narrowed('vehicleDay', asked)})`;
      return {
        ...relation,
        columns: {
          ...relation.columns,
          alarmGroup: groupOf(sql`type_id`),
          alarmLevel: sql`"_topLevel"`,
          shareRate: share(sql`"alarmCount"`, sql`sum("alarmCount") over ()`),
          alarmPer100: sql`round((100.0 * "alarmCount" / (select case when w.km >= 1 then w.km end from way w))::numeric, 2)::float8`,
        },
        with: [...(relation.with ?? []), { name: 'way', body: sql`select ${way} as km` }],
      };
    },
  },
];
