import { days, vehicleUse } from '../documents/company-sources.ts';
import { loadDayHead, loadDaySignatures, loadMonthTexts } from '../documents/ledger-lines.ts';
import type { ReportDocument } from '../model/document.ts';

/** Row limit of a monthly register; a PDF has fewer. */
const REGISTER_ROWS = 5_000;
const BY_PHONE = '5';

/** The daily ledger sheet of the monitoring room (report catalogue 4.6). */
export const dayLedger: ReportDocument = {
  sections: [
    { title: 'ledgerHead', kind: 'words', lines: loadDayHead },
    {
      title: 'dutyShifts',
      kind: 'table',
      from: { report: 409004 },
      columns: ['dutyUser', 'dutyStart', 'dutyEnd', 'dutyOnline', 'alarmCount', 'handledCount'],
      order: ['dutyStart', 'asc'],
    },
    {
      title: 'ledgerVehicles',
      kind: 'figures',
      from: days,
      columns: ['carTotal', 'onlineCount', 'onlineRate', 'runCount', 'needCount', 'handledCount'],
    },
    {
      title: 'offlineVehicles',
      kind: 'table',
      from: { report: 401005 },
      columns: ['carNo', 'deptName', 'lastOnline', 'offlineReason', 'remark'],
      order: ['lastOnline', 'asc'],
    },
    {
      title: 'ledgerViolations',
      kind: 'table',
      from: { report: 409001 },
      order: ['startTime', 'asc'],
      most: REGISTER_ROWS,
      columns: [
        ...['ledgerNo', 'startTime', 'carNo', 'driverName', 'alarmType', 'startPos', 'ledgerText', 'ledgerAct', 'ledgerStaff'],
        ...['handleTime', 'ledgerSign'],
      ],
    },
    {
      title: 'checksSupervisions',
      kind: 'table',
      from: { report: 409005 },
      order: ['ledgerNo', 'asc'],
      columns: [
        'ledgerNo',
        'platformName',
        'chkTime',
        'chkText',
        'chkAnswer',
        'chkAnsTime',
        'chkUser',
        'supRecv',
        'supId',
        'supReply',
      ],
    },
    {
      title: 'messagesSent',
      kind: 'table',
      from: { report: 401025 },
      order: ['sendTime', 'asc'],
      columns: ['sendTime', 'carNo', 'driverName', 'msgText', 'userName', 'msgState'],
    },
    {
      title: 'callsMade',
      kind: 'table',
      from: { report: 404007, given: { dealTypes: BY_PHONE } },
      order: ['handleTime', 'asc'],
      columns: ['handleTime', 'carNo', 'driverName', 'alarmType', 'handleUser', 'handleNote'],
    },
    {
      title: 'handoverItems',
      kind: 'table',
      from: { report: 409004 },
      order: ['dutyStart', 'asc'],
      columns: ['dutyUser', 'dutyEnd', 'handItems', 'nextUser'],
    },
    { title: 'signatures', kind: 'words', lines: loadDaySignatures },
  ],
};

/** The monthly ledger (report catalogue 4.7), a worksheet per register. */
export const monthLedger: ReportDocument = {
  sections: [
    {
      title: 'ledgerDays',
      sheet: 'ledgerDays',
      kind: 'table',
      from: { report: 409002 },
      order: ['statDate', 'asc'],
      columns: [
        ...['statDate', 'deptName', 'carTotal', 'onlineCount', 'onlineRate', 'emergencyCount', 'overCount', 'fatigueCount'],
        ...['nightCount', 'areaAlarmCount', 'deviceCount', 'safetyCount', 'needCount', 'handledCount', 'handleRate', 'chkCount'],
        ...['chkOk', 'supCount', 'ledgerStaff', 'ledgerSign'],
      ],
      most: REGISTER_ROWS,
      foot: true,
    },
    {
      title: 'violationRegister',
      sheet: 'violationRegister',
      kind: 'table',
      from: { report: 409003 },
      columns: [
        ...['ledgerNo', 'startTime', 'carNo', 'driverName', 'alarmType', 'alarmSpeed', 'limitSpeed', 'duration', 'startPos'],
        ...['dealType', 'handleNote', 'handleUser', 'handleTime', 'ledgerSign'],
      ],
      order: ['startTime', 'asc'],
      most: REGISTER_ROWS,
    },
    {
      title: 'vehicleRegister',
      sheet: 'vehicleRegister',
      kind: 'table',
      from: vehicleUse,
      columns: [
        ...['carNo', 'deptName', 'onlineDays', 'mileage', 'emergencyCount', 'overCount', 'fatigueCount', 'nightCount'],
        ...['areaAlarmCount', 'deviceCount', 'safetyCount', 'needCount', 'handledCount'],
      ],
      order: ['carNo', 'asc'],
      most: REGISTER_ROWS,
      foot: true,
    },
    {
      title: 'driverRegister',
      sheet: 'driverRegister',
      kind: 'table',
      from: { report: 404004 },
      columns: [
        'driverName',
        'driverCert',
        'driverKm',
        'driverSec',
        'alarmCount',
        'overCount',
        'fatigueCount',
        'nightCount',
        'dsmCount',
      ],
      order: ['driverName', 'asc'],
      most: REGISTER_ROWS,
      foot: true,
    },
    {
      title: 'offlineVehicles',
      sheet: 'offlineRepairs',
      kind: 'table',
      from: { report: 401005 },
      columns: ['carNo', 'deptName', 'offlineDays', 'lastOnline', 'offlineReason', 'remark'],
      order: ['offlineDays', 'desc'],
      most: REGISTER_ROWS,
    },
    {
      title: 'offlineVisits',
      kind: 'table',
      from: { report: 409010 },
      order: ['visitTime', 'asc'],
      most: REGISTER_ROWS,
      columns: ['carNo', 'visitTime', 'visitWay', 'visitUser', 'offlineReason', 'visitText', 'visitResult', 'expectOnline'],
    },
    {
      title: 'repairs',
      kind: 'table',
      from: { report: 405021 },
      order: ['mtTime', 'asc'],
      most: REGISTER_ROWS,
      columns: ['carNo', 'mtTime', 'mtKind', 'mtItems', 'mtCost'],
    },
    {
      title: 'checksSupervisions',
      sheet: 'checksSupervisions',
      kind: 'table',
      from: { report: 409005 },
      columns: [
        ...[
          'ledgerNo',
          'platformName',
          'chkTime',
          'chkText',
          'chkAnswer',
          'chkAnsTime',
          'chkUser',
          'chkState',
          'supRecv',
          'supId',
        ],
        ...['carNo', 'supType', 'supEnd', 'supResult', 'supReply'],
      ],
      order: ['ledgerNo', 'asc'],
      most: REGISTER_ROWS,
    },
    {
      title: 'monthAnalysis',
      sheet: 'monthAnalysis',
      kind: 'compared',
      from: [
        { from: days, columns: ['onlineRate', 'mileage', 'overCount', 'fatigueCount', 'nightCount', 'needCount', 'handleRate'] },
      ],
    },
    { title: 'ledgerWords', kind: 'words', lines: loadMonthTexts },
  ],
};
