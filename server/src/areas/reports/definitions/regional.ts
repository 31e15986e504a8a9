import { at, type Sql, sql } from '../../../platform/db/database.ts';
import { alarmList, COUNTS, NEEDED_TYPES, typesOf } from '../alarm-facts.ts';
import { isOneOf, named } from '../alarm-groups.ts';
import { alarmLevels, alarmTypes, company, days, industries, times, vehicles } from '../conditions.ts';
import { GROUPS, SAFETY_TYPES } from '../measures.ts';
import type { Asked, ReportDefinition } from '../report.ts';
import { rollup } from '../rollup.ts';
import { about } from '../row-times.ts';
import { TYPE_COLUMNS, typeColumnsOf } from '../type-columns.ts';
import { alarmsOf, ofCountedDays, share } from './alarm-sums.ts';

const PAGE = '/report/localcustomreport';
const MINUTE_MS = 60_000;
/** Within which somebody must have turned to an alarm, and within which it must be decided (report catalogue 408007), ms. */
const [FIRST_CONTACT_MS, DECIDED_MS] = [30 * MINUTE_MS, 24 * 60 * MINUTE_MS];
/** INDUSTRY */
const GENERAL_FREIGHT = 5;
/** What the register of general freight names: too fast, too long, off the route, stopped where or for as long as it ought not. */
const REGISTERED = [
  ...[...GROUPS.overspeed, ...GROUPS.fatigue],
  ...named('route', 'sectionTime', 'deviate', 'pDeviate', 'pSection', 'parkOver', 'pPark', 'pBadStop', 'pAreaStay'),
];

/** Of each vehicle how many of its alarms somebody turned to in time, and decided in time. */
function answered(asked: Asked): Sql {
  const types = typesOf(asked);
  const within = (instant: Sql, ms: number) => sql`${instant} <= f.start_at + ${ms}::float8 * interval '1 millisecond'`;
  return sql`
    select f.vehicle_id, count(*) filter (where ${within(sql`least(c.claimed_at, c.dealt_at)`, FIRST_CONTACT_MS)}) as "_contacted",
      count(*) filter (where ${isOneOf(NEEDED_TYPES)} and c.state in (2, 3) and ${within(sql`c.dealt_at`, DECIDED_MS)}) as "_decided"
    from ${ofCountedDays(asked, types)} join alarm_case c on c.gid = f.gid
    where ${COUNTS} and f.start_at >= ${at(asked.times.from)} and f.start_at < ${at(asked.times.to)}
      ${types === null ? sql`` : sql`and ${isOneOf(types)}`}
    group by f.vehicle_id`;
}

/** What single provinces ask for, of alarms (report catalogue, family 408). */
export const regionalReports: readonly ReportDefinition[] = [
  {
    id: 408003,
    page: `${PAGE}/shandongViolationRecord`,
    conditions: [company, vehicles, alarmTypes, times('-1')],
    columns: [
      ...[{ key: 'ledgerNo', fixed: true }, 'startTime', 'deptName', { key: 'carNo', fixed: true }, 'plateColor', 'driverName'],
      ...['alarmType', 'ledgerText', 'startPos', 'ledgerAct', 'handleUser', 'handleTime', 'handleState'],
    ],
    drills: [{ column: 'startTime', report: 401010, takes: { deptId: 'deptId', carId: 'row.carId', timeRange: 'row.around' } }],
    order: ['startTime', 'asc'],
    query: (asked) => {
      const relation = alarmList(asked, {
        columns: [
          ...['ledgerNo', 'startTime', 'deptName', 'carNo', 'plateColor', 'driverName', 'alarmType', 'ledgerText', 'startPos'],
          ...['ledgerAct', 'handleUser', 'handleTime', 'handleState'],
        ],
        types: REGISTERED,
        where: [sql`v.industry = ${GENERAL_FREIGHT}::integer`],
      });
      return { ...relation, ids: { ...relation.ids, around: about(asked, sql`f.start_at`) } };
    },
  },
  {
    id: 408007,
    page: `${PAGE}/hunanDisposalRate`,
    conditions: [company, vehicles, industries, alarmTypes, days('-7,-1')],
    columns: [
      ...['deptName', { key: 'carNo', fixed: true }, 'plateColor', 'carType', 'industry', 'alarmCount', 'dispCount', 'dispRate'],
      ...['needCount', 'handledCount', 'handleRate', TYPE_COLUMNS],
    ],
    sums: {
      ...{ alarmCount: 'sum', dispCount: 'sum', needCount: 'sum', handledCount: 'sum', typeCols: 'sum' },
      ...{ dispRate: 'ratio', handleRate: 'ratio' },
    },
    chart: { type: 'bar', x: 'deptName', y: ['dispRate', 'handleRate'] },
    drills: [
      {
        column: 'alarmCount',
        report: 404001,
        takes: { deptId: 'row.deptId', carIds: 'row.carId', alarmTypes: 'alarmTypes', timeRange: 'range' },
      },
      {
        column: TYPE_COLUMNS,
        report: 404001,
        takes: { deptId: 'row.deptId', carIds: 'row.carId', alarmTypes: 'spread', timeRange: 'range' },
      },
    ],
    order: ['dispRate', 'asc'],
    spread: { typeCols: typeColumnsOf() },
    query: (asked, { heads: { typeCols } = {} }) => {
      const relation = rollup(asked, {
        by: ['vehicle'],
        rows: 'alarmDay',
        measures: ['alarmCount', 'needCount'],
        ...alarmsOf(asked),
        types: typeCols,
        columns: { dispCount: sql`coalesce("_contacted", 0)`, handledCount: sql`coalesce("_decided", 0)` },
        formulas: ['handleRate'],
        more: { dispRate: share(sql`"dispCount"`, sql`"alarmCount"`) },
      });
      return {
        ...relation,
        with: [...(relation.with ?? []), { name: 'answered', body: answered(asked) }],
        from: sql`${relation.from} left join answered using (vehicle_id)`,
      };
    },
  },
  {
    id: 408008,
    page: `${PAGE}/jiangsuRiskDisposal`,
    conditions: [company, days('-7,-1'), alarmLevels],
    columns: [
      ...[{ key: 'statDate', fixed: true }, { key: 'deptName', fixed: true }, 'onlineCount', 'safetyCount', 'adasCount'],
      ...['dsmCount', 'lvl1Count', 'lvl2Count', 'lvl3Count', 'needCount', 'handledCount', 'handleRate', 'timelyRate'],
    ],
    sums: {
      ...{ safetyCount: 'sum', adasCount: 'sum', dsmCount: 'sum', lvl1Count: 'sum', lvl2Count: 'sum', lvl3Count: 'sum' },
      ...{ needCount: 'sum', handledCount: 'sum', handleRate: 'ratio' },
    },
    chart: { type: 'line', x: 'statDate', y: ['safetyCount', 'handleRate'] },
    drills: [
      {
        column: 'safetyCount',
        report: 170602,
        takes: { deptId: 'row.deptId', staticDate: 'row.day', alarmLevels: 'alarmLevels' },
      },
    ],
    order: ['statDate', 'desc'],
    query: (asked) =>
      rollup(asked, {
        by: ['day', 'dept'],
        // a day without a warning is a day of which that is known
        rows: 'every',
        measures: [
          ...(['onlineCount', 'safetyCount', 'adasCount', 'dsmCount', 'lvl1Count', 'lvl2Count', 'lvl3Count'] as const),
          ...(['needCount', 'handledCount', 'timelyCount'] as const),
        ],
        ...alarmsOf(asked, SAFETY_TYPES),
        formulas: ['handleRate', 'timelyRate'],
      }),
  },
];
