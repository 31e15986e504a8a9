import { name, type Sql, sql } from '../../../platform/db/database.ts';
import { type Rollup, rollup } from '../facts/day-rollup.ts';
import { businessDayOf, inTimes, requestedMonth, requestedNumbers, timesAround, whereAmong } from '../facts/row-times.ts';
import {
  CHECKED,
  checkingPlatforms,
  checkState,
  countMessages,
  linkDays,
  requestedPlatforms,
  SUP_ID,
  SUP_RESULT,
} from '../facts/superior-platforms.ts';
import { secondsBetween } from '../facts/vehicle-columns.ts';
import type { DrillDown, ReportDefinition } from '../model/definition.ts';
import { check, company, groupBy, industries, month, one, platforms, users, vehicles } from '../model/filters.ts';
import { percent } from '../model/formulas.ts';
import type { Relation } from '../model/relation.ts';
import type { ReportRequest } from '../model/report-request.ts';

const PAGE = '/report/regulatory';
const byCompanyOrVehicle = groupBy('GROUP_DEPT_CAR', 'dept');
const ofRow = { deptId: 'row.deptId', carIds: 'row.carId', timeRange: 'range' } as const;
const ofPlatform = { platformIds: 'row.platformId', month: 'row.month' } as const;

const countState = (column: string, state: number): Sql => sql`count(*) filter (where ${name(column)} = ${state}::integer)`;

/** Reports for superior platforms: data quality, links, post checks and supervisions (report catalogue, family 403). */
export const regulatoryReports: readonly ReportDefinition[] = [
  {
    id: 403001,
    page: `${PAGE}/platformConnectivity`,
    filters: [platforms, month],
    columns: ['statDate', 'platformName', 'periodMin', 'linkMin', 'breakMin', 'filedMin', 'breakCount', 'linkRate'],
    sums: { periodMin: 'sum', linkMin: 'sum', breakMin: 'sum', filedMin: 'sum', breakCount: 'sum', linkRate: 'ratio' },
    cards: ['linkRate', 'breakCount'],
    chart: { type: 'line', x: 'statDate', y: ['linkRate'] },
    drills: [{ column: 'breakCount', report: 403007, takes: ofPlatform }],
    actions: ['linkOutage'],
    order: ['statDate', 'desc'],
    query: (request) => ({
      with: linkDays(request, requestedPlatforms(request)),
      from: sql`link_days f join superior_platform p on p.id = f.superior_id`,
      columns: {
        statDate: sql`f.day`,
        platformName: sql`p.name`,
        periodMin: sql`f.wanted_s / 60.0`,
        linkMin: sql`f.linked_s / 60.0`,
        filedMin: sql`f.filed_s / 60.0`,
        breakCount: sql`f.breaks`,
      },
      formulas: {
        breakMin: sql`"periodMin" - "linkMin" - "filedMin"`,
        linkRate: sql`round((100.0 * ("linkMin" + "filedMin") / nullif("periodMin", 0))::numeric, 2)::float8`,
      },
      ids: { platformId: sql`p.id`, ...dayIds(sql`f.day`) },
      tie: [sql`f.superior_id`],
    }),
  },
  {
    id: 403002,
    page: `${PAGE}/trackCompleteness`,
    filters: [company, industries, month, byCompanyOrVehicle],
    columns: [
      'statMonth',
      'deptName',
      'carNo',
      'onlineCount',
      'trackKm',
      'trackOkKm',
      'trackGapKm',
      'trackRate',
      'gapCount',
      'maxGap',
    ],
    sums: { trackKm: 'sum', trackOkKm: 'sum', trackGapKm: 'sum', gapCount: 'sum', trackRate: 'ratio' },
    chart: { type: 'bar', x: 'deptName', y: ['trackRate'] },
    // gaps with mileage may be short
    drills: [{ column: 'trackGapKm', report: 406001, takes: { ...ofRow, durationMin: '=0' } }],
    order: ['trackRate', 'asc'],
    query: (request) => {
      const relation = byChoice(request, {
        measures: ['onlineCount', 'trackOkKm', 'trackGapKm', 'gapCount', 'maxGap'],
        formulas: ['trackKm', 'trackRate'],
      });
      return relation;
    },
  },
  {
    id: 403003,
    page: `${PAGE}/dataQualification`,
    filters: [company, industries, month, byCompanyOrVehicle],
    columns: [
      'statMonth',
      'deptName',
      'carNo',
      'pointTotal',
      'pointValid',
      'pointInvalid',
      'validRate',
      'errCoord',
      'errTime',
      'errSpeed',
      'errHeading',
      'errAltitude',
      'errOther',
      'notFixed',
    ],
    sums: {
      pointTotal: 'sum',
      pointValid: 'sum',
      pointInvalid: 'sum',
      errCoord: 'sum',
      errTime: 'sum',
      errSpeed: 'sum',
      errHeading: 'sum',
      errAltitude: 'sum',
      errOther: 'sum',
      notFixed: 'sum',
      validRate: 'ratio',
    },
    chart: { type: 'bar', x: 'deptName', y: ['validRate'] },
    drills: [{ column: 'pointInvalid', report: 406004, takes: ofRow }],
    order: ['validRate', 'asc'],
    query: (request) =>
      byChoice(request, {
        measures: [
          ...(['pointTotal', 'pointValid', 'errCoord', 'errTime', 'errSpeed', 'errHeading', 'errAltitude'] as const),
          ...(['errOther', 'notFixed'] as const),
        ],
        formulas: ['pointInvalid', 'validRate'],
      }),
  },
  {
    id: 403004,
    page: `${PAGE}/driftVehicle`,
    filters: [company, industries, month, byCompanyOrVehicle],
    columns: ['statMonth', 'deptName', 'carNo', 'onlineCount', 'driftCars', 'driftRate', 'driftCount'],
    sums: { onlineCount: 'sum', driftCars: 'sum', driftCount: 'sum', driftRate: 'ratio' },
    chart: { type: 'bar', x: 'deptName', y: ['driftRate'] },
    drills: [{ column: 'driftCount', report: 406002, takes: ofRow }],
    order: ['driftRate', 'desc'],
    query: (request) => byChoice(request, { measures: ['onlineCount', 'driftCars', 'driftCount'], formulas: ['driftRate'] }),
  },
  {
    id: 403005,
    page: `${PAGE}/platformCheckRecord`,
    filters: [company, platforms, users, month, one('chkState', 'CHECK_STATE')],
    columns: [
      'chkTime',
      'platformName',
      'chkObject',
      'chkText',
      'chkLimit',
      'chkAnswer',
      'chkAnsTime',
      'chkSec',
      'chkUser',
      'chkState',
    ],
    cards: ['chkCount', 'chkOk', 'chkLate', 'chkNone', 'chkRate'],
    chart: { type: 'pie', x: 'chkState', y: ['count'] },
    order: ['chkTime', 'desc'],
    query: (request) => {
      const state = request.text('chkState');
      return {
        from: sql`post_check f ${CHECKED}`,
        where: [
          checkingPlatforms(request),
          inTimes(request, sql`f.received_at`),
          ...whereAmong(sql`f.replied_by`, requestedNumbers(request, 'userIds')),
          ...(state === '' ? [] : [sql`(${checkState(request)})::text = ${state}::text`]),
        ],
        columns: {
          chkTime: sql`f.received_at`,
          platformName: sql`p.name`,
          chkObject: sql`f.object_id`,
          chkText: sql`f.question`,
          chkLimit: sql`round(extract(epoch from f.deadline_at - f.received_at) / 60)::integer`,
          chkAnswer: sql`f.reply`,
          chkAnsTime: sql`f.replied_at`,
          chkSec: sql`case when f.replied_at is not null then ${secondsBetween(sql`f.received_at`, sql`f.replied_at`)} end`,
          // staff of a company above may be out of scope
          chkUser: sql`case when a.department_id = any(${[...request.scope]}) then a.user_name end`,
          chkState: checkState(request),
        },
        ids: { platformId: sql`p.id`, checkId: sql`f.id` },
        cards: {
          chkCount: sql`count(*)`,
          chkOk: countState('chkState', 1),
          chkLate: countState('chkState', 2),
          chkNone: countState('chkState', 3),
          chkRate: percent(countState('chkState', 1), sql`count(*)`),
        },
        tie: [sql`f.id`],
      };
    },
  },
  {
    id: 403006,
    page: `${PAGE}/superviseRecord`,
    filters: [company, vehicles, platforms, month, one('supResult', 'SUP_RESULT')],
    columns: [
      'supRecv',
      'platformName',
      'supId',
      'deptName',
      'carNo',
      'plateColor',
      'supType',
      'supTime',
      'supLevel',
      'supUser',
      'supEnd',
      'supResult',
      'supReply',
      'supTimely',
      'userName',
    ],
    cards: ['supCount', 'supDone', 'supOk', 'supRate'],
    chart: { type: 'pie', x: 'supResult', y: ['count'] },
    drills: [{ column: 'carNo', report: 404001, takes: { deptId: 'deptId', carIds: 'row.carId', timeRange: 'row.about' } }],
    order: ['supRecv', 'desc'],
    query: (request) => {
      const result = request.text('supResult');
      const inScope = sql`v.department_id = any(${[...request.departments]})`;
      return {
        from: sql`supervision f ${CHECKED} left join vehicle v on v.id = f.vehicle_id left join department d on d.id = v.department_id`,
        where: [
          sql`(p.department_id = any(${[...request.departments]}) or ${inScope})`,
          ...whereAmong(sql`f.superior_id`, requestedNumbers(request, 'platformIds')),
          ...whereAmong(sql`f.vehicle_id`, request.vehicles),
          inTimes(request, sql`f.received_at`),
          ...(result === '' ? [] : [sql`${SUP_RESULT} = ${Number(result)}::float8`]),
        ],
        columns: {
          supRecv: sql`f.received_at`,
          platformName: sql`p.name`,
          supId: SUP_ID,
          // for a vehicle out of scope only the superior platform's own data is shown
          deptName: sql`case when ${inScope} then d.name end`,
          carNo: sql`f.plate`,
          plateColor: sql`case when ${inScope} then v.plate_colour end`,
          supType: sql`f.warn_type`,
          supTime: sql`f.warn_at`,
          supLevel: sql`f.level`,
          supUser: sql`concat_ws(' ', nullif(f.supervisor, ''), nullif(f.phone, ''))`,
          supEnd: sql`f.deadline_at`,
          supResult: SUP_RESULT,
          supReply: sql`f.replied_at`,
          supTimely: sql`f.replied_at <= f.deadline_at`,
          userName: sql`a.user_name`,
        },
        cards: {
          supCount: sql`count(*)`,
          supDone: sql`count("supReply")`,
          supOk: sql`count(*) filter (where "supTimely")`,
          supRate: percent(sql`count(*) filter (where "supTimely")`, sql`count(*)`),
        },
        ids: {
          platformId: sql`p.id`,
          superviseId: sql`f.id`,
          about: timesAround(request, sql`f.warn_at`),
          carId: sql`case when ${inScope} then v.id end`,
          color: sql`case when ${inScope} then v.plate_colour end`,
        },
        tie: [sql`f.id`],
      };
    },
  },
  {
    id: 403007,
    page: `${PAGE}/forwardStatistics`,
    filters: [platforms, month],
    columns: [
      'statDate',
      'platformName',
      'fwdCars',
      'fwdPos',
      'fwdFill',
      'fwdFail',
      'fwdRate',
      'fwdAlarm',
      'fwdDeal',
      'breakCount',
    ],
    sums: {
      fwdPos: 'sum',
      fwdFill: 'sum',
      fwdFail: 'sum',
      fwdAlarm: 'sum',
      fwdDeal: 'sum',
      breakCount: 'sum',
      fwdRate: 'ratio',
    },
    chart: { type: 'line', x: 'statDate', y: ['fwdPos', 'fwdFail'] },
    drills: [{ column: 'breakCount', report: 403001, takes: ofPlatform }],
    order: ['statDate', 'desc'],
    query: (request) => ({
      with: [
        ...linkDays(request, requestedPlatforms(request)),
        {
          name: 'sent',
          body: sql`select f.superior_id, ${businessDayOf(request, sql`f.hour`)} as day, ${countMessages(0x1402)} as alarms,
              ${countMessages(0x1403)} as outcomes
            from link_traffic f join superior_platform p on p.id = f.superior_id
            where not f.down and ${inTimes(request, sql`f.hour`)} and ${requestedPlatforms(request)} group by 1, 2`,
        },
        {
          // a sum is null where an earlier version did not count it
          name: 'forwarded',
          body: sql`select f.superior_id, ${businessDayOf(request, sql`f.hour`)} as day, sum(f.sent) as sent, sum(f.filled) as filled,
              sum(f.failed) as failed
            from link_forward f join superior_platform p on p.id = f.superior_id
            where ${inTimes(request, sql`f.hour`)} and ${requestedPlatforms(request)} group by 1, 2`,
        },
        {
          name: 'forwarded_cars',
          body: sql`select w.superior_id, w.day, count(*) as cars from forwarded w
            join link_forward_vehicle v on v.superior_id = w.superior_id and v.day = w.day group by 1, 2`,
        },
      ],
      from: sql`sent f full join forwarded w using (superior_id, day) full join link_days l using (superior_id, day)
        left join forwarded_cars c using (superior_id, day) join superior_platform p on p.id = superior_id`,
      columns: {
        statDate: sql`day`,
        platformName: sql`p.name`,
        fwdCars: sql`c.cars`,
        fwdPos: sql`case when w.superior_id is null then 0 else w.sent end`,
        fwdFill: sql`case when w.superior_id is null then 0 else w.filled end`,
        fwdFail: sql`case when w.superior_id is null then 0 else w.failed end`,
        fwdAlarm: sql`coalesce(f.alarms, 0)`,
        fwdDeal: sql`coalesce(f.outcomes, 0)`,
        breakCount: sql`coalesce(l.breaks, 0)`,
      },
      formulas: { fwdRate: sql`round((100.0 * "fwdPos" / nullif("fwdPos" + "fwdFail", 0))::numeric, 2)::float8` },
      ids: { platformId: sql`p.id`, ...dayIds(sql`day`) },
      tie: [sql`superior_id`],
    }),
  },
  {
    id: 402003,
    page: '/report/assessmentreport/vehicleAssessment',
    filters: [company, vehicles, industries, month, check('onlyBad')],
    columns: [
      'statMonth',
      'deptName',
      'carNo',
      'plateColor',
      'carType',
      'industry',
      'onlineDays',
      'onlineSec',
      'mileage',
      'pointTotal',
      'pointValid',
      'pointInvalid',
      'validRate',
      'driftCount',
      'isDrift',
      'trackGapKm',
      'trackOkKm',
      'trackRate',
      'overCount',
      'fatigueCount',
      'fatigueSec',
      'nightCount',
    ],
    sums: {
      mileage: 'sum',
      pointTotal: 'sum',
      pointValid: 'sum',
      pointInvalid: 'sum',
      driftCount: 'sum',
      trackGapKm: 'sum',
      trackOkKm: 'sum',
      overCount: 'sum',
      fatigueCount: 'sum',
      fatigueSec: 'sum',
      nightCount: 'sum',
      validRate: 'ratio',
    },
    drills: [
      ...leading({ pointInvalid: 406004, driftCount: 406002, overCount: 404009, fatigueCount: 404011 }),
      { column: 'trackGapKm', report: 406001, takes: { ...ofRow, durationMin: '=0' } },
    ],
    order: ['trackRate', 'asc'],
    query: (request) => {
      const relation = rollup(request, {
        by: ['month', 'vehicle'],
        rows: 'vehicleDay',
        measures: [
          ...([
            'onlineDays',
            'mileage',
            'pointTotal',
            'pointValid',
            'driftCount',
            'driftCars',
            'trackGapKm',
            'trackOkKm',
          ] as const),
          ...(['onlineSec', 'overCount', 'fatigueCount', 'fatigueSec', 'nightCount'] as const),
        ],
        formulas: ['pointInvalid', 'validRate', 'trackKm', 'trackRate'],
        // three on one day
        more: { isDrift: sql`"driftCars" > 0` },
        ...(request.text('onlyBad') === '1' ? { having: BAD } : {}),
      });
      return relation;
    },
  },
];

/** Drill-downs to reports of the same vehicle and time. */
function leading(reports: Readonly<Record<string, number>>): DrillDown[] {
  return Object.entries(reports).map(([column, report]) => ({ column, report, takes: ofRow }));
}

/** Vehicles with faults in data, track or driving. */
const BAD = sql`("pointValid" < "pointTotal" or "trackGapKm" > 0 or "driftCars" > 0
  or coalesce("overCount", 0) + coalesce("fatigueCount", 0) + coalesce("nightCount", 0) > 0)`;

/** Monthly figures by company, or by vehicle if requested. */
export function byChoice(request: ReportRequest, what: Pick<Rollup, 'measures' | 'formulas'>): Relation {
  const ofVehicles = request.text('groupBy') === 'car';
  const relation = rollup(request, {
    ...what,
    by: ofVehicles ? ['vehicle'] : ['dept'],
    rows: 'vehicleDay',
    columns: { statMonth: requestedMonth(request) },
  });
  return ofVehicles ? relation : { ...relation, without: ['carNo'] };
}

const dayIds = (day: Sql) => ({ day, month: sql`to_char(${day}, 'YYYY-MM')` });
