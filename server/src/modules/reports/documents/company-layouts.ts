import { HOUR_KEYS } from '../columns/hour-columns.ts';
import type { ReportDocument, Section } from '../model/document.ts';
import {
  alarmKinds,
  days,
  faults,
  monitors,
  quality,
  safetyLevels,
  safetyVehicles,
  vehicleUse,
  weeks,
} from './company-sources.ts';
import { loadMeasures } from './ledger-lines.ts';

/** Rows of a list of the worst vehicles or drivers. */
const WORST = 10;
/** Documents expiring within these days are listed. */
const DUE_DAYS = '7';

const KINDS = ['alarmType', 'alarmCount', 'alarmCars', 'needCount', 'handledCount', 'handleRate'];
const checks: Section = {
  title: 'checksSupervisions',
  sheet: 'checksSupervisions',
  kind: 'table',
  from: { report: 409005 },
  order: ['ledgerNo', 'asc'],
  columns: ['platformName', 'chkTime', 'chkText', 'chkAnsTime', 'chkUser', 'chkState', 'supRecv', 'supId', 'supResult'],
};
const dueDocuments: Section = {
  title: 'dueDocuments',
  kind: 'table',
  from: { report: 401020, given: { leftDays: DUE_DAYS } },
  order: ['leftDays', 'asc'],
  columns: ['deptName', 'expObject', 'expKind', 'expDate', 'leftDays', 'expState'],
};
const offline: Section = {
  title: 'offlineVehicles',
  kind: 'table',
  from: { report: 401005 },
  order: ['offlineDays', 'desc'],
  columns: ['carNo', 'deptName', 'offlineDays', 'lastOnline', 'offlineReason', 'remark'],
};
const worst = (title: string, groupBy: 'car' | 'driver', columns: readonly string[]): Section => ({
  title,
  kind: 'table',
  from: { report: 404005, given: { groupBy, topN: String(WORST) } },
  columns: ['rankNo', ...columns, 'alarmCount', 'mileage', 'alarmPer100', 'prevCount', 'momRate'],
  order: ['rankNo', 'asc'],
});
const worstVehicles = worst('worstVehicles', 'car', ['carNo', 'deptName']);
const worstDrivers = worst('worstDrivers', 'driver', ['driverName']);
const poorData: Section = {
  title: 'poorData',
  kind: 'table',
  from: quality(true),
  order: ['validRate', 'asc'],
  columns: ['carNo', 'deptName', 'pointTotal', 'validRate', 'trackKm', 'trackRate', 'driftCount'],
};
const dataQuality: Section = {
  title: 'dataQuality',
  sheet: 'dataQuality',
  kind: 'figures',
  from: quality(false),
  columns: ['pointTotal', 'validRate', 'trackKm', 'trackRate', 'driftCount'],
};

/** The daily document of a company (report catalogue 4.8). */
export const companyDay: ReportDocument = {
  title: 'companyDay',
  sections: [
    {
      title: 'overview',
      sheet: 'overview',
      kind: 'compared',
      from: [
        { from: days, columns: ['carTotal', 'onlineCount', 'onlineRate', 'runCount', 'mileage', 'alarmCount', 'handleRate'] },
      ],
    },
    {
      title: 'alarmKinds',
      sheet: 'alarmKinds',
      kind: 'table',
      from: alarmKinds(),
      columns: KINDS,
      order: ['alarmCount', 'desc'],
      foot: true,
    },
    {
      title: 'overspeeds',
      sheet: 'violations',
      kind: 'table',
      from: { report: 404009 },
      order: ['overRate', 'desc'],
      columns: ['carNo', 'driverName', 'startTime', 'duration', 'maxSpeed', 'limitSpeed', 'overRate', 'startPos'],
    },
    {
      title: 'fatigues',
      kind: 'table',
      from: { report: 404011 },
      order: ['startTime', 'asc'],
      columns: ['carNo', 'driverName', 'alarmType', 'driveStart', 'startTime', 'duration', 'startPos'],
    },
    {
      title: 'nightDrives',
      kind: 'table',
      from: { report: 404013, given: { durationMin: '0' } },
      order: ['startTime', 'asc'],
      columns: ['carNo', 'driverName', 'startTime', 'duration', 'maxSpeed', 'startPos'],
    },
    {
      title: 'safetyLevels',
      sheet: 'activeSafety',
      kind: 'table',
      from: safetyLevels,
      order: ['alarmLevel', 'asc'],
      foot: true,
      columns: ['alarmLevel', 'alarmCount', 'alarmCars', 'needCount', 'handledCount', 'handleRate'],
    },
    {
      title: 'safetyWorst',
      kind: 'table',
      from: safetyVehicles,
      order: ['alarmCount', 'desc'],
      most: WORST,
      columns: ['carNo', 'deptName', 'alarmCount', 'lvl1Count', 'lvl2Count', 'lvl3Count', 'alarmPer100'],
    },
    { ...offline, sheet: 'offlineVehicles' },
    checks,
    { ...dueDocuments, sheet: 'dueDocuments' },
  ],
};

/** The weekly document of a company. */
export const companyWeek: ReportDocument = {
  title: 'companyWeek',
  sections: [
    ...(['onlineRate', 'mileage', 'alarmCount'] as const).map(
      (key, at): Section => ({
        title: `daily_${key}`,
        kind: 'chart',
        type: 'line',
        from: days,
        x: 'statDate',
        y: [key],
        order: ['statDate', 'asc'],
        ...(at === 0 ? { sheet: 'sevenDays' } : {}),
      }),
    ),
    {
      title: 'indicators',
      sheet: 'indicators',
      kind: 'compared',
      from: [
        { from: days, columns: ['carTotal', 'onlineRate', 'mileage', 'alarmCount', 'overCount', 'fatigueCount', 'nightCount'] },
        { from: days, columns: ['safetyCount', 'needCount', 'handledCount', 'handleRate', 'chkCount', 'chkOk', 'supCount'] },
      ],
    },
    { ...worstVehicles, sheet: 'worst' },
    worstDrivers,
    {
      title: 'monitors',
      sheet: 'monitors',
      kind: 'table',
      from: monitors,
      order: ['handledCount', 'desc'],
      columns: ['userName', 'handledCount', 'timelyCount', 'timelyRate', 'avgHandleMin', 'falseCount'],
    },
    dataQuality,
    poorData,
    {
      title: 'unhandled',
      sheet: 'openMatters',
      kind: 'table',
      from: { report: 404008 },
      order: ['waitSec', 'desc'],
      columns: ['carNo', 'driverName', 'alarmType', 'alarmLevel', 'startTime', 'waitSec', 'startPos'],
    },
    offline,
    {
      title: 'repairs',
      kind: 'table',
      from: { report: 405021 },
      order: ['mtTime', 'asc'],
      columns: ['carNo', 'deptName', 'mtTime', 'mtKind', 'mtItems'],
    },
    dueDocuments,
  ],
};

/** The monthly document of a company. */
export const companyMonth: ReportDocument = {
  title: 'companyMonth',
  sections: [
    {
      // all industries: the company wants to know about all its vehicles
      title: 'scores',
      sheet: 'scores',
      kind: 'table',
      from: { report: 402001, given: { industries: 'all' } },
      columns: ['rankNo', 'deptName', 'totalScore', 'prevScore', 'momRate', 'scoreGrade'],
      order: ['totalScore', 'desc'],
    },
    {
      title: 'weeklyIndicators',
      sheet: 'weeklyIndicators',
      kind: 'table',
      from: weeks,
      order: ['statDate', 'asc'],
      columns: [
        'statDate',
        'carTotal',
        'onlineRate',
        'mileage',
        'alarmCount',
        'overCount',
        'fatigueCount',
        'nightCount',
        'handleRate',
      ],
    },
    {
      title: 'alarmKinds',
      sheet: 'violations',
      kind: 'table',
      from: alarmKinds(),
      columns: KINDS,
      order: ['alarmCount', 'desc'],
      foot: true,
    },
    { title: 'alarmHours', kind: 'chart', type: 'bar', from: { report: 404015 }, across: HOUR_KEYS, of: 'alarmCount' },
    {
      title: 'overspeedGrades',
      kind: 'figures',
      from: { report: 404010, given: { groupBy: 'dept' } },
      columns: ['overCount', 'grade1', 'grade2', 'grade3', 'grade4'],
    },
    worstVehicles,
    worstDrivers,
    {
      title: 'safetyKinds',
      sheet: 'activeSafety',
      kind: 'table',
      from: alarmKinds(true),
      columns: KINDS,
      order: ['alarmCount', 'desc'],
      foot: true,
    },
    {
      title: 'riskRating',
      kind: 'table',
      from: { report: 170504 },
      order: ['rankNo', 'asc'],
      columns: ['rankNo', 'deptName', 'carTotal', 'mileage', 'riskScore', 'safeScore', 'scoreGrade', 'prevScore', 'momRate'],
    },
    {
      title: 'handling',
      sheet: 'handling',
      kind: 'compared',
      from: [
        { from: days, columns: ['needCount', 'handledCount', 'unhandledCount', 'handleRate', 'chkCount', 'chkOk', 'supCount'] },
      ],
    },
    {
      title: 'vehicleUse',
      sheet: 'vehicleUse',
      kind: 'table',
      from: vehicleUse,
      order: ['mileage', 'desc'],
      foot: true,
      columns: ['carNo', 'deptName', 'onlineDays', 'runDays', 'tripCount', 'mileage', 'driveSec', 'avgDayMileage'],
    },
    dataQuality,
    poorData,
    {
      title: 'deviceFaults',
      kind: 'table',
      from: faults,
      order: ['deviceCount', 'desc'],
      foot: true,
      columns: ['carNo', 'deptName', 'deviceCount'],
    },
    { title: 'ledgerWords', sheet: 'ledgerWords', kind: 'words', lines: loadMeasures },
  ],
};
