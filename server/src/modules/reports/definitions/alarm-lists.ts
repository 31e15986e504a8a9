import { filterTypes } from '@fleetwarden/contract/reports/report-filters';
import { SHAPE } from '@fleetwarden/domain/area-geometry';
import { at, type Sql, sql } from '../../../platform/db/database.ts';
import {
  alarmList,
  DEAL_TYPE,
  HANDLE_STATE,
  isDecidedCase,
  isNeededKind,
  isNight,
  isOpenCase,
  lastingAtLeast,
  OF_AREAS,
  OVER_RATE,
} from '../facts/alarm-columns.ts';
import { isOneOf, sourceOf } from '../facts/alarm-groups.ts';
import { BY_PEOPLE } from '../facts/handled-cases.ts';
import type { Asked, Drill, ReportDefinition, Shown } from '../model/definition.ts';
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
  times,
  users,
  vehicles,
} from '../model/filters.ts';
import { GROUPS } from '../model/measures.ts';
import { shownOf } from '../model/template.ts';
import { within } from './running.ts';

const PAGE = '/report/alarmqueryreport';
const plate: Shown = { key: 'carNo', fixed: true };
/** Of the day an alarm began on. */
const ofRow = { deptId: 'deptId', carIds: 'row.carId', timeRange: 'row.day' } as const;
const track: Drill = {
  column: 'startTime',
  report: 401010,
  takes: { deptId: 'deptId', carId: 'row.carId', timeRange: 'row.day' },
};
const AREA_SPEED = 112;

type List = Omit<ReportDefinition, 'query'> & {
  /** Kinds it is of; absent: any. */
  readonly types?: readonly number[];
  readonly narrowed?: (asked: Asked) => readonly Sql[];
};

/** A report whose rows are alarms. */
function listOf({ types, narrowed, ...report }: List): ReportDefinition {
  const columns = report.columns.map((column) => shownOf(column).key);
  return {
    ...report,
    query: (asked) =>
      alarmList(asked, {
        columns,
        types: types ?? null,
        where: narrowed?.(asked) ?? [],
        ...(asked.text('byHandleTime') === '1' ? { instant: sql`c.dealt_at` } : {}),
      }),
  };
}

const chosen = (asked: Asked, name: string, of: Sql): Sql[] => {
  const value = asked.text(name);
  return value === '' ? [] : [sql`${of} = ${Number(value)}::float8`];
};
const chosenSome = (asked: Asked, name: string, of: Sql): Sql[] => {
  const values = asked.list(name);
  return values === null ? [] : [sql`${of}::text = any(${[...values]}::text[])`];
};

/** Whether what was entered or left is a route. */
const ofRoute = sql`exists (select from area g where g.id = f.source and (g.geo ->> 'shape')::integer = ${SHAPE.route}::integer)`;
/** AREA_ALARM; a terminal's coming and going of an area is one kind. */
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

function ofAreas(asked: Asked): Sql[] {
  const kinds = asked.list('areaAlarmKinds');
  const ids = asked.list('areaIds');
  const alternatives = (kinds ?? []).flatMap((kind) => (AREA_ALARMS[kind] ? [AREA_ALARMS[kind]] : []));
  return [
    ...(kinds === null ? [] : [sql`(${alternatives.reduce((all, each) => sql`${all} or ${each}`, sql`false`)})`]),
    ...(ids === null
      ? []
      : [
          sql`${isOneOf(OF_AREAS)} and f.source in (
            select g.id from area g where g.id::text = any(${[...ids]}::text[]) and g.department_id = any(${[...asked.scope]}))`,
        ]),
  ];
}

/** Single alarms, what was decided of them, and the ledger of violations (report catalogue, families 404 and 409). */
export const alarmLists: readonly ReportDefinition[] = [
  listOf({
    id: 404001,
    page: `${PAGE}/alarmDetail`,
    conditions: [
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
      plate,
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
      'handleState',
      'dealType',
      'handleUser',
      'handleTime',
    ],
    sums: { duration: 'sum' },
    drills: [
      { column: 'alarmId', report: 404007, takes: { deptId: 'deptId', alarmId: 'row.alarmId', timeRange: 'row.day' } },
      track,
    ],
    order: ['startTime', 'desc'],
    narrowed: (asked) => {
      const kmh = asked.number('speedMin');
      return [
        ...chosen(asked, 'alarmSource', sourceOf(sql`f.type_id`)),
        ...chosen(asked, 'handleState', HANDLE_STATE),
        ...(kmh === null ? [] : [sql`f.max_kmh >= ${kmh}::float8`]),
      ];
    },
  }),
  listOf({
    id: 404007,
    page: `${PAGE}/alarmHandlingDetail`,
    conditions: [
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
      plate,
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
    ],
    chart: { type: 'pie', x: 'dealType', y: ['count'] },
    drills: [{ column: 'alarmId', report: 404001, takes: ofRow }],
    order: ['handleTime', 'desc'],
    narrowed: (asked) => {
      const people = asked.list('userIds');
      const part = asked.text('alarmId');
      return [
        isDecidedCase,
        ...(people === null ? [] : [sql`${BY_PEOPLE} and c.dealt_by::text = any(${[...people]}::text[])`]),
        ...chosenSome(asked, 'dealTypes', DEAL_TYPE),
        ...(part === '' ? [] : [sql`position(lower(${part}::text) in f.gid::text) > 0`]),
      ];
    },
  }),
  listOf({
    id: 404008,
    page: `${PAGE}/unhandledAlarm`,
    conditions: [company, vehicles, alarmTypes, times('dtOneMonth'), alarmLevels],
    columns: [
      'alarmId',
      'deptName',
      plate,
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
    chart: { type: 'bar', x: 'alarmLevel', y: ['count'] },
    drills: [{ column: 'alarmId', report: 404001, takes: ofRow }],
    order: ['waitSec', 'desc'],
    // a case has the beginning of its alarm: those that wait are walked along their own index
    narrowed: ({ times: { from, to } }) => [
      sql`c.start_at >= ${at(from)} and c.start_at < ${at(to)} and c.vehicle_id = v.id`,
      isOpenCase,
    ],
  }),
  listOf({
    id: 404009,
    page: `${PAGE}/overspeedDetail`,
    conditions: [
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
      plate,
      'plateColor',
      'carType',
      'driverName',
      'startTime',
      'endTime',
      'duration',
      'alarmSpeed',
      'maxSpeed',
      'limitSpeed',
      'overRate',
      'overGrade',
      'isNight',
      'startPos',
      'endPos',
      'alarmSource',
      'areaName',
      'handleState',
      'handleTime',
      'handleNote',
    ],
    sums: { duration: 'sum', maxSpeed: 'max' },
    drills: [track],
    order: ['startTime', 'desc'],
    types: GROUPS.overspeed,
    narrowed: (asked) => [
      ...lastingAtLeast(asked),
      within(asked.range('overRateRange'), OVER_RATE),
      ...chosen(asked, 'handleState', HANDLE_STATE),
      ...(asked.number('nightOnly') === 1 ? [isNight(asked.timeZone)] : []),
    ],
  }),
  listOf({
    id: 404011,
    page: `${PAGE}/fatigueDetail`,
    conditions: [company, vehicles, drivers, times('-1'), minutes('durationMin', 0), one('handleState', 'HANDLE_STATE')],
    columns: [
      'deptName',
      plate,
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
      'startPos',
      'endPos',
      'alarmSource',
      'handleState',
      'handleTime',
      'handleNote',
    ],
    sums: { duration: 'sum' },
    drills: [
      { column: 'driveStart', report: 405001, takes: { deptId: 'deptId', carIds: 'row.carId', staticDate: 'row.drive' } },
      track,
    ],
    order: ['startTime', 'desc'],
    types: GROUPS.fatigue,
    narrowed: (asked) => [...lastingAtLeast(asked), ...chosen(asked, 'handleState', HANDLE_STATE)],
  }),
  listOf({
    id: 404013,
    page: `${PAGE}/nightBanDetail`,
    conditions: [company, vehicles, carTypes, times('-1'), minutes('durationMin', 1)],
    columns: [
      'deptName',
      plate,
      'plateColor',
      'carType',
      'driverName',
      'industry',
      'startTime',
      'endTime',
      'duration',
      'maxSpeed',
      'startPos',
      'endPos',
      'handleState',
      'handleTime',
      'handleNote',
    ],
    sums: { duration: 'sum', maxSpeed: 'max' },
    drills: [track],
    order: ['startTime', 'desc'],
    types: GROUPS.nightBan,
    narrowed: lastingAtLeast,
  }),
  listOf({
    id: 404014,
    page: `${PAGE}/areaRouteAlarm`,
    conditions: [company, vehicles, areas, times('-1'), some('areaAlarmKinds', 'AREA_ALARM')],
    columns: [
      'deptName',
      plate,
      'plateColor',
      'carType',
      'driverName',
      'alarmType',
      'areaName',
      'startTime',
      'endTime',
      'duration',
      'alarmSpeed',
      'startPos',
      'endPos',
      'handleState',
      'handleNote',
    ],
    sums: { duration: 'sum' },
    chart: { type: 'pie', x: 'alarmType', y: ['count'] },
    drills: [track],
    order: ['startTime', 'desc'],
    types: [...GROUPS.areaRoute, AREA_SPEED],
    narrowed: ofAreas,
  }),
  listOf({
    id: 409003,
    page: '/report/monitorledgerreport/violationLedger',
    conditions: [company, vehicles, drivers, alarmTypes, days('curMonth', MAX_DETAIL_DAYS)],
    columns: [
      { key: 'ledgerNo', fixed: true },
      'startTime',
      'deptName',
      plate,
      'driverName',
      'driverCert',
      'alarmType',
      'alarmSpeed',
      'limitSpeed',
      'duration',
      'startPos',
      'dealType',
      'handleNote',
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
