import { ADOPTED_KM, WITH_SOURCE } from '../../../platform/db/adopted-km.ts';
import { sql } from '../../../platform/db/database.ts';
import { loadTypeColumns, TYPE_COLUMNS } from '../columns/alarm-type-columns.ts';
import { HOUR_KEYS } from '../columns/hour-columns.ts';
import { requestedTypes } from '../facts/alarm-columns.ts';
import { alarmGroup, isOfTypes } from '../facts/alarm-groups.ts';
import { filterAlarms, hourSums, NO_VEHICLE, share } from '../facts/alarm-statistics.ts';
import { withRegion } from '../facts/company-region.ts';
import { rollup, whereRequested } from '../facts/day-rollup.ts';
import { daysBefore, monthBefore, withPreviousPeriod } from '../facts/previous-period.ts';
import { DRIVING_SUMS, GRADE, INDEX_COLUMNS, withRisks } from '../facts/risk.ts';
import type { ReportDefinition } from '../model/definition.ts';
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
import { ITEM_TYPES, SAFETY_TYPES } from '../model/measures.ts';
import type { Relation } from '../model/relation.ts';
import type { ReportRequest } from '../model/report-request.ts';
import { loadClosedMonths } from '../scores/score-rules.ts';

const ANALYSIS = '/activesafety/safetyanalysis';
const STATISTICS = '/activesafety/alarmstatistics';
const ALL = 404001;

/** A drill-down to alarms of one item. */
const ofItem = { deptId: 'deptId', carIds: 'row.carId', alarmLevels: 'alarmLevels', timeRange: 'row.day' } as const;

/** Row ids with the requested active safety types: all, and those of one item. */
const withSafety = (request: ReportRequest, relation: Relation): Relation => {
  const requested = (types: readonly number[]) => sql`${requestedTypes(request, types)!.join()}::text`;
  return {
    ...relation,
    ids: {
      ...relation.ids,
      safety: requested(SAFETY_TYPES),
      adas: requested(ITEM_TYPES.adas),
      dsm: requested(ITEM_TYPES.dsm),
    },
  };
};

/** Alarm types by frequency, with share, hours, and the previous period. */
function distribution(request: ReportRequest, of: 'vehicle' | 'dept'): Relation {
  const relation = withPreviousPeriod(request, {
    by: [of, 'type'],
    measures: ['alarmCount', 'alarmCars', 'alarmSec', '_topLevel', ...HOUR_KEYS],
    ...filterAlarms(request),
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
const distributionSums: ReportDefinition['sums'] = {
  alarmCount: 'sum',
  alarmSec: 'sum',
  ...hourSums,
  prevCount: 'sum',
  momRate: 'ratio',
};

/** Filters by the requested grade; ranks are among all rows. */
function ofGrade(request: ReportRequest, relation: Relation): Relation {
  const grade = request.text('scoreGrade');
  return {
    ...relation,
    ...(grade === '' ? {} : { where: [...(relation.where ?? []), sql`${GRADE} = ${grade}`] }),
    ids: { ...relation.ids, month: sql`${request.text('month')}::text` },
  };
}

/** Active safety: risks, ratings and alarm statistics (report catalogue, families 1705 and 1706). */
export const safetyReports: readonly ReportDefinition[] = [
  {
    id: 170501,
    page: `${ANALYSIS}/carRiskProfile`,
    filters: [company, vehicle, days('dtOneMonth')],
    columns: [
      'carNo',
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
    query: (request) =>
      withRisks(
        rollup(request, {
          by: ['vehicle'],
          rows: 'vehicleDay',
          measures: ['mileage', 'driveSec', 'nightSec', 'alarmCount', 'safetyCount'],
          formulas: ['alarmPer100'],
        }),
        { request, before: daysBefore(request), of: 'vehicle' },
      ),
  },
  {
    id: 170502,
    page: `${ANALYSIS}/deptRiskProfile`,
    filters: [company, days('dtOneMonth')],
    columns: [
      'deptName',
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
    query: (request) =>
      withRisks(
        rollup(request, {
          by: ['dept'],
          rows: 'vehicleDay',
          measures: [
            ...(['carTotal', 'onlineCount', 'mileage', 'alarmCount', 'safetyCount', 'needCount', 'handledCount'] as const),
          ],
          formulas: ['alarmPer100', 'alarmPerCar', 'handleRate'],
          vehicleSums: DRIVING_SUMS,
        }),
        { request, before: daysBefore(request), of: 'dept', sharesDriving: true },
      ),
  },
  {
    id: 170503,
    page: `${ANALYSIS}/carRating`,
    filters: [company, vehicles, carTypes, month, one('scoreGrade', 'GRADE')],
    columns: [
      'rankNo',
      'deptName',
      'carNo',
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
    query: async (request, { db }) => {
      const closed = await loadClosedMonths(
        db,
        [request.days, monthBefore(request.days)].map(({ from }) => from.slice(0, 7)),
      );
      return ofGrade(
        request,
        withRisks(rollup(request, { by: ['vehicle'], measures: ['mileage'] }), {
          request,
          before: monthBefore(request.days),
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
    filters: [company, companyRegion, month, one('scoreGrade', 'GRADE')],
    columns: [
      'rankNo',
      'deptName',
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
    query: (request) =>
      ofGrade(
        request,
        withRisks(withRegion(rollup(request, { by: ['dept'], rows: 'vehicleDay', measures: ['carTotal', 'mileage'] })), {
          request,
          before: monthBefore(request.days),
          of: 'dept',
          rated: true,
        }),
      ),
  },
  {
    id: 170505,
    page: `${ANALYSIS}/carAlarmAnalysis`,
    filters: [company, { ...vehicles, required: true }, alarmTypes, days('dtOneMonth')],
    columns: ['carNo', 'alarmType', 'alarmLevel', 'alarmCount', 'shareRate', 'alarmSec', ...HOUR_KEYS, 'prevCount', 'momRate'],
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
    query: (request) => distribution(request, 'vehicle'),
  },
  {
    id: 170506,
    page: `${ANALYSIS}/deptAlarmAnalysis`,
    filters: [company, alarmTypes, days('dtOneMonth')],
    columns: [
      'deptName',
      'alarmType',
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
    query: (request) => distribution(request, 'dept'),
  },
  {
    id: 170601,
    page: `${STATISTICS}/activepreventionreport`,
    filters: [company, vehicles, days('-7,-1'), groupBy('GROUP_DEPT_CAR', 'dept')],
    columns: [
      'statDate',
      'deptName',
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
    query: (request) => {
      const byDept = request.text('groupBy') !== 'car';
      return {
        ...rollup(request, {
          by: ['day', byDept ? 'dept' : 'vehicle'],
          // days without warnings count, too
          rows: 'every',
          measures: [
            ...(['onlineCount', 'mileage', 'alarmCount', 'alarmCars', 'msgCount', 'phoneCount'] as const),
            ...(['autoCount', 'needCount', 'handledCount', 'timelyCount', 'falseCount'] as const),
          ],
          alarms: isOfTypes(SAFETY_TYPES),
          formulas: ['alarmPer100', 'handleRate', 'timelyRate', 'falseRate'],
          // alarms of other types are filtered out
          columns: { safetyCount: sql`coalesce("alarmCount", 0)`, ...(byDept ? NO_VEHICLE : {}) },
        }),
        ...(byDept ? { without: ['carNo'] } : {}),
      };
    },
  },
  {
    id: 170602,
    page: `${STATISTICS}/activealarmreport`,
    filters: [company, vehicles, alarmTypes, days('-1'), alarmLevels],
    columns: [
      'statDate',
      'deptName',
      'carNo',
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
      'evidCount',
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
      evidCount: 'sum',
      handleRate: 'ratio',
    },
    cards: ['safetyCount', 'lvl1Count', 'lvl2Count', 'lvl3Count'],
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
      { column: 'adasCount', report: 170401, takes: { ...ofItem, alarmTypes: 'row.adas' } },
      { column: 'dsmCount', report: 170402, takes: { ...ofItem, alarmTypes: 'row.dsm' } },
    ],
    order: ['safetyCount', 'desc'],
    dynamicColumns: { typeCols: loadTypeColumns(SAFETY_TYPES) },
    query: (request, { dynamicColumns: { typeCols } = {} }) =>
      withSafety(
        request,
        rollup(request, {
          by: ['day', 'vehicle'],
          rows: 'alarmDay',
          measures: [
            ...(['mileage', 'safetyCount', 'adasCount', 'dsmCount', 'tpmsCount', 'bsdCount', 'lvl1Count'] as const),
            ...(['lvl2Count', 'lvl3Count', 'evidCount', 'needCount', 'handledCount'] as const),
          ],
          ...filterAlarms(request, SAFETY_TYPES),
          types: typeCols,
          formulas: ['handleRate'],
        }),
      ),
  },
  {
    id: 170603,
    page: `${STATISTICS}/statisticsalarmreport`,
    filters: [company, alarmTypes, days('-7,-1')],
    columns: [
      'alarmGroup',
      'alarmType',
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
    query: (request) => {
      const relation = withPreviousPeriod(request, {
        by: ['type'],
        measures: ['alarmCount', 'alarmCars', '_topLevel', ...HOUR_KEYS, 'needCount', 'handledCount'],
        ...filterAlarms(request, SAFETY_TYPES),
        formulas: ['handleRate'],
      });
      // the distance of all vehicles, with or without alarms
      const way = sql`(select sum(${ADOPTED_KM}) from vehicle_day f ${WITH_SOURCE} where ${whereRequested('vehicleDay', request)})`;
      return {
        ...relation,
        columns: {
          ...relation.columns,
          alarmGroup: alarmGroup(sql`type_id`),
          alarmLevel: sql`"_topLevel"`,
          shareRate: share(sql`"alarmCount"`, sql`sum("alarmCount") over ()`),
          alarmPer100: sql`round((100.0 * "alarmCount" / (select case when w.km >= 1 then w.km end from way w))::numeric, 2)::float8`,
        },
        with: [...(relation.with ?? []), { name: 'way', body: sql`select ${way} as km` }],
      };
    },
  },
];
