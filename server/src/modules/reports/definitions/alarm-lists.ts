import { filterTypes } from '@fleetwarden/contract/reports/report-filters';
import { SHAPE } from '@fleetwarden/domain/area-geometry';
import { at, type Sql, sql } from '../../../platform/db/database.ts';
import {
  AREA_OF_ALARM,
  alarmList,
  DEAL_TYPE,
  HANDLE_STATE,
  isDecidedCase,
  isNeededKind,
  isNight,
  isOpenCase,
  OVER_RATE,
  requestedDuration,
} from '../facts/alarm-columns.ts';
import { alarmSource } from '../facts/alarm-groups.ts';
import { BY_PEOPLE } from '../facts/handled-cases.ts';
import { BANNED_HOURS, nightRuns } from '../facts/night-runs.ts';
import { whereInRange } from '../facts/row-times.ts';
import type { DrillDown, ReportDefinition } from '../model/definition.ts';
import {
  alarmLevels,
  alarmTypes,
  areas,
  carTypes,
  check,
  company,
  days,
  drivers,
  MAX_DETAIL_DAYS,
  minutes,
  one,
  range,
  some,
  text,
  timeOfDay,
  times,
  users,
  vehicles,
} from '../model/filters.ts';
import { GROUPS } from '../model/measures.ts';
import type { Relation } from '../model/relation.ts';
import type { ReportRequest } from '../model/report-request.ts';
import { toShownColumn } from '../model/template.ts';

const PAGE = '/report/alarmqueryreport';
/** Filters of a drill-down to the alarm itself. */
export const ofRow = { deptId: 'deptId', carIds: 'row.carId', alarmTypes: 'row.alarmType', timeRange: 'row.around' } as const;
const track: DrillDown = {
  column: 'startTime',
  report: 401010,
  takes: { deptId: 'deptId', carId: 'row.carId', timeRange: 'row.around' },
};
const AREA_SPEED = 112;

type List = Omit<ReportDefinition, 'query'> & {
  /** Alarm types; absent: all. */
  readonly types?: readonly number[];
  readonly narrowed?: (request: ReportRequest) => readonly Sql[];
  /** Rows `f` other than all alarms. */
  readonly rows?: (request: ReportRequest) => Sql | undefined;
  /** Columns computed from others. */
  readonly formulas?: Relation['formulas'];
  /** Figures of the cards. */
  readonly figures?: Relation['cards'];
};

/** A report whose rows are alarms. */
export function buildList({ types, narrowed, rows, formulas = {}, figures, ...report }: List): ReportDefinition {
  const columns = report.columns.map((column) => toShownColumn(column).key).filter((key) => !Object.hasOwn(formulas, key));
  return {
    ...report,
    query: (request) => ({
      ...alarmList(request, {
        columns,
        types: types ?? null,
        where: narrowed?.(request) ?? [],
        rows: rows?.(request),
        ...(request.text('byHandleTime') === '1' ? { instant: sql`c.dealt_at` } : {}),
      }),
      formulas,
      ...(figures ? { cards: figures } : {}),
    }),
  };
}

/** `where` for a chosen number. */
export const chosen = (request: ReportRequest, name: string, of: Sql): Sql[] => {
  const value = request.text(name);
  return value === '' ? [] : [sql`${of} = ${Number(value)}::float8`];
};
const chosenSome = (request: ReportRequest, name: string, of: Sql): Sql[] => {
  const values = request.list(name);
  return values === null ? [] : [sql`${of}::text = any(${[...values]}::text[])`];
};

/** Whether the geofence is a route. */
const ofRoute = sql`exists (select from area g where g.id = f.source and (g.geo ->> 'shape')::integer = ${SHAPE.route}::integer)`;
/** AREA_ALARM. A terminal uses the same type for enter and leave. */
const AREA_ALARMS: Readonly<Record<string, Sql>> = {
  1: sql`f.type_id = 20 or (f.type_id = 110 and not ${ofRoute})`,
  2: sql`f.type_id = 20 or (f.type_id = 111 and not ${ofRoute})`,
  3: sql`f.type_id = 21 or (f.type_id = 110 and ${ofRoute})`,
  4: sql`f.type_id = 21 or (f.type_id = 111 and ${ofRoute})`,
  5: sql`f.type_id in (23, 114)`,
  6: sql`f.type_id in (22, 115)`,
  7: sql`f.type_id = 112`,
  8: sql`f.type_id in (19, 113, 118)`,
};

function ofAreas(request: ReportRequest): Sql[] {
  const kinds = request.list('areaAlarmKinds');
  const ids = request.list('areaIds');
  const alternatives = (kinds ?? []).flatMap((kind) => (AREA_ALARMS[kind] ? [AREA_ALARMS[kind]] : []));
  return [
    ...(kinds === null ? [] : [sql`(${alternatives.reduce((all, each) => sql`${all} or ${each}`, sql`false`)})`]),
    ...(ids === null
      ? []
      : [
          sql`${AREA_OF_ALARM} in (
            select g.id from area g where g.id::text = any(${[...ids]}::text[]) and g.department_id = any(${[...request.scope]}))`,
        ]),
  ];
}

/** Lists of alarms with their handling, and the register of violations (report catalogue, families 404 and 409). */
export const alarmLists: readonly ReportDefinition[] = [
  buildList({
    id: 404001,
    page: `${PAGE}/alarmDetail`,
    filters: [
      company,
      vehicles,
      drivers,
      alarmTypes,
      times('-1'),
      alarmLevels,
      one('alarmSource', 'ALARM_SOURCE'),
      one('handleState', 'HANDLE_STATE'),
      { name: 'speedMin', type: filterTypes.speed },
    ],
    columns: [
      'alarmId',
      'deptName',
      'carNo',
      'plateColor',
      'carType',
      'driverName',
      'alarmGroup',
      'alarmType',
      'alarmLevel',
      'alarmSource',
      'startTime',
      'endTime',
      'duration',
      'alarmSpeed',
      'maxSpeed',
      'limitSpeed',
      'startPos',
      'endPos',
      'areaName',
      'ruleName',
      'evidCount',
      'handleState',
      'dealType',
      'handleUser',
      'handleTime',
    ],
    sums: { duration: 'sum', evidCount: 'sum' },
    drills: [
      { column: 'alarmId', report: 404007, takes: { deptId: 'deptId', alarmId: 'row.alarmId', timeRange: 'row.day' } },
      track,
    ],
    order: ['startTime', 'desc'],
    narrowed: (request) => {
      const kmh = request.number('speedMin');
      return [
        ...chosen(request, 'alarmSource', alarmSource(sql`f.type_id`)),
        ...chosen(request, 'handleState', HANDLE_STATE),
        ...(kmh === null ? [] : [sql`f.max_kmh >= ${kmh}::float8`]),
      ];
    },
  }),
  buildList({
    id: 404007,
    page: `${PAGE}/alarmHandlingDetail`,
    filters: [
      company,
      vehicles,
      alarmTypes,
      times('-1'),
      users,
      some('dealTypes', 'DEAL_TYPE'),
      text('alarmId'),
      check('byHandleTime'),
    ],
    columns: [
      'alarmId',
      'deptName',
      'carNo',
      'plateColor',
      'carType',
      'driverName',
      'alarmType',
      'alarmLevel',
      'startTime',
      'duration',
      'alarmSpeed',
      'startPos',
      'dealType',
      'handleUser',
      'handleTime',
      'handleSec',
      'isTimely',
      'handleNote',
      'evidCount',
    ],
    chart: { type: 'pie', x: 'dealType', y: ['count'] },
    drills: [{ column: 'alarmId', report: 404001, takes: ofRow }],
    order: ['handleTime', 'desc'],
    narrowed: (request) => {
      const people = request.list('userIds');
      const part = request.text('alarmId');
      const { from, to } = request.times;
      return [
        isDecidedCase,
        // a case has the vehicle and the start time of its alarm: few of all cases are sorted
        sql`c.vehicle_id = v.id`,
        ...(request.text('byHandleTime') === '1' ? [] : [sql`c.start_at >= ${at(from)} and c.start_at < ${at(to)}`]),
        ...(people === null ? [] : [sql`${BY_PEOPLE} and c.dealt_by::text = any(${[...people]}::text[])`]),
        ...chosenSome(request, 'dealTypes', DEAL_TYPE),
        ...(part === '' ? [] : [sql`position(lower(${part}::text) in f.gid::text) > 0`]),
      ];
    },
  }),
  buildList({
    id: 404008,
    page: `${PAGE}/unhandledAlarm`,
    filters: [company, vehicles, alarmTypes, times('dtOneMonth'), alarmLevels],
    columns: [
      'alarmId',
      'deptName',
      'carNo',
      'plateColor',
      'carType',
      'driverName',
      'driverMobile',
      'alarmType',
      'alarmLevel',
      'startTime',
      'waitSec',
      'alarmSpeed',
      'startPos',
    ],
    cards: ['unhandledCount', 'lvl3Count'],
    chart: { type: 'bar', x: 'alarmLevel', y: ['count'] },
    drills: [{ column: 'alarmId', report: 404001, takes: ofRow }],
    figures: { unhandledCount: sql`count(*)`, lvl3Count: sql`count(*) filter (where "alarmLevel" = 3)` },
    order: ['waitSec', 'desc'],
    // a case has the start time of its alarm: its own index serves open cases
    narrowed: ({ times: { from, to } }) => [
      sql`c.start_at >= ${at(from)} and c.start_at < ${at(to)} and c.vehicle_id = v.id`,
      isOpenCase,
    ],
  }),
  buildList({
    id: 404009,
    page: `${PAGE}/overspeedDetail`,
    filters: [
      company,
      vehicles,
      drivers,
      carTypes,
      times('-1'),
      range('overRateRange'),
      minutes('durationMin', 0.5),
      one('handleState', 'HANDLE_STATE'),
      check('nightOnly'),
    ],
    columns: [
      'deptName',
      'carNo',
      'plateColor',
      'carType',
      'driverName',
      'startTime',
      'endTime',
      'duration',
      'alarmSpeed',
      'maxSpeed',
      'avgSpeed',
      'limitSpeed',
      'overRate',
      'overGrade',
      'isNight',
      'alarmKm',
      'startPos',
      'endPos',
      'alarmSource',
      'areaName',
      'handleState',
      'handleTime',
      'handleNote',
    ],
    sums: { duration: 'sum', alarmKm: 'sum', maxSpeed: 'max' },
    formulas: { avgSpeed: sql`round(("alarmKm" * 3600.0 / nullif("duration", 0))::numeric, 1)::float8` },
    drills: [track],
    order: ['startTime', 'desc'],
    types: GROUPS.overspeed,
    narrowed: (request) => [
      ...requestedDuration(request),
      whereInRange(request.range('overRateRange'), OVER_RATE),
      ...chosen(request, 'handleState', HANDLE_STATE),
      ...(request.number('nightOnly') === 1 ? [isNight(request.timeZone)] : []),
    ],
  }),
  buildList({
    id: 404011,
    page: `${PAGE}/fatigueDetail`,
    filters: [company, vehicles, drivers, times('-1'), minutes('durationMin', 0), one('handleState', 'HANDLE_STATE')],
    columns: [
      'deptName',
      'carNo',
      'plateColor',
      'carType',
      'driverName',
      'alarmType',
      'driveStart',
      'startTime',
      'endTime',
      'duration',
      'contSec',
      'restSec',
      'dayDriveSec',
      'isNight',
      'alarmKm',
      'startPos',
      'endPos',
      'alarmSource',
      'handleState',
      'handleTime',
      'handleNote',
    ],
    sums: { duration: 'sum', alarmKm: 'sum' },
    drills: [
      { column: 'driveStart', report: 405001, takes: { deptId: 'deptId', carIds: 'row.carId', staticDate: 'row.drive' } },
      track,
    ],
    order: ['startTime', 'desc'],
    types: GROUPS.fatigue,
    narrowed: (request) => [...requestedDuration(request), ...chosen(request, 'handleState', HANDLE_STATE)],
  }),
  buildList({
    id: 404013,
    page: `${PAGE}/nightBanDetail`,
    filters: [
      company,
      vehicles,
      carTypes,
      times('-1'),
      timeOfDay('timeWindow', BANNED_HOURS),
      minutes('durationMin', 1),
      check('withExempt'),
    ],
    columns: [
      'deptName',
      'carNo',
      'plateColor',
      'carType',
      'driverName',
      'industry',
      'startTime',
      'endTime',
      'duration',
      'alarmKm',
      'maxSpeed',
      'startPos',
      'endPos',
      'handleState',
      'handleTime',
      'handleNote',
    ],
    sums: { duration: 'sum', alarmKm: 'sum', maxSpeed: 'max' },
    drills: [track],
    order: ['startTime', 'desc'],
    types: GROUPS.nightBan,
    rows: nightRuns,
    narrowed: requestedDuration,
  }),
  buildList({
    id: 404014,
    page: `${PAGE}/areaRouteAlarm`,
    filters: [company, vehicles, areas, times('-1'), some('areaAlarmKinds', 'AREA_ALARM')],
    columns: [
      'deptName',
      'carNo',
      'plateColor',
      'carType',
      'driverName',
      'alarmType',
      'areaName',
      'startTime',
      'endTime',
      'duration',
      'alarmSpeed',
      'alarmKm',
      'startPos',
      'endPos',
      'handleState',
      'handleNote',
    ],
    sums: { duration: 'sum', alarmKm: 'sum' },
    chart: { type: 'pie', x: 'alarmType', y: ['count'] },
    drills: [track],
    order: ['startTime', 'desc'],
    types: [...GROUPS.areaRoute, AREA_SPEED],
    narrowed: ofAreas,
  }),
  buildList({
    id: 409003,
    page: '/report/monitorledgerreport/violationLedger',
    filters: [company, vehicles, drivers, alarmTypes, days('curMonth', MAX_DETAIL_DAYS)],
    columns: [
      'ledgerNo',
      'startTime',
      'deptName',
      'carNo',
      'driverName',
      'driverCert',
      'alarmType',
      'alarmSpeed',
      'limitSpeed',
      'duration',
      'ledgerText',
      'startPos',
      'ledgerAct',
      { key: 'dealType', hidden: true },
      { key: 'handleNote', hidden: true },
      'handleUser',
      'handleTime',
      'ledgerSign',
    ],
    chart: { type: 'pie', x: 'alarmType', y: ['count'] },
    drills: [track],
    order: ['startTime', 'asc'],
    narrowed: () => [isDecidedCase, isNeededKind],
  }),
];
