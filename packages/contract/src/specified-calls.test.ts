import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Call, DEFAULT_LIMIT } from './call.ts';
import { callTables } from './call-tables.ts';
import { socketPath } from './live/live-sockets.ts';
import { resourceCalls } from './resources/resource-calls.ts';
import { resources } from './resources.ts';

/**
 * Every call of the specification (console.md 7, routes.md 7): method, path, and whether it is signed or paged. Existing clients
 * call them by these names.
 */
const SPECIFIED: readonly (readonly [Call['method'], path: string, more?: 'signed' | 'paged' | 'signed paged'])[] = [
  ['POST', 'user/login'],
  ['POST', 'video/realtime'],
  ['POST', 'video/replay/filelist'],
  ['POST', 'video/replay/filelist/get'],
  ['POST', 'video/replay'],
  ['POST', 'video/fileUpload'],
  ['GET', 'video/fileUploadReply'],
  ['GET', 'video/fileDownload'],
  ['POST', 'multimedia/leftList', 'paged'],
  ['POST', 'multimedia/details', 'paged'],
  ['POST', 'car/login'],
  ['POST', 'user/loginProxy'],
  ['GET', 'captchaImage'],
  ['POST', 'user/loginOut'],
  ['POST', 'user/changePasswd', 'signed'],
  ['GET', 'car/vehicleOnlineInformation'],
  ['GET', 'mainPage/dataBoard'],
  ['POST', 'mainPage/getLeftTree2'],
  ['POST', 'mainPage/getLeftTree'],
  ['POST', 'mainPage/getCarListByDeptId'],
  ['POST', 'mainPage/getDeptTree'],
  ['GET', 'car/locate'],
  ['GET', 'car/checkedCar'],
  ['GET', 'car/unCheckedCar'],
  ['GET', 'car/checkedDept'],
  ['GET', 'car/unCheckedDept'],
  ['GET', 'car/getOtherParams'],
  ['POST', 'car/qrySelectedTarg'],
  ['POST', 'car/regionSearchTarg2'],
  ['POST', 'car/regionsearch'],
  ['POST', 'setting/queryTirePressure'],
  ['GET', 'location/rs/getProvince'],
  ['GET', 'location/rs/getCity'],
  ['GET', 'location/rs/getArea'],
  ['POST', 'config/getEnumListByType'],
  ['GET', 'common/getEnumByType'],
  ['GET', 'dept/qryPlatInfoByDeptId'],
  ['GET', 'dept/getDeptLogoShowUrlPre'],
  ['GET', 'car/inspect/list'],
  ['GET', 'car/getCarInfosByDeptId'],
  ['POST', 'warnScheme/listWarnHistory', 'paged'],
  ['POST', 'setting/confirmAlarm'],
  ['POST', 'warnScheme/saveWarnHistoryDeal', 'signed'],
  ['POST', 'warnScheme/getWarnHistory'],
  ['POST', 'activeSafety/checkAdasAlarmStatus'],
  ['POST', 'msg/sendMessage'],
  ['POST', 'msg/sendMessageForDept'],
  ['POST', 'msg/addTemplate'],
  ['POST', 'msg/getTemplate'],
  ['POST', 'msg/replyPlatCheck', 'signed'],
  ['POST', 'warnScheme/qryWarnSuperviseReq', 'paged'],
  ['POST', 'warnScheme/sendWarnSuperviseRsp'],
  ['GET', 'report/getWarnSum'],
  ['GET', 'report/getWarnSumDetail'],
  ['GET', 'report/getTarResult'],
  ['GET', 'report/getReportTemplate'],
  ['POST', 'report/advanceSearchJson', 'paged'],
  ['POST', 'report/getReportRedirectorTabs'],
  ['POST', 'report/getDeptPullDownVal'],
  ['POST', 'report/getCarPullDownVal'],
  ['GET', 'setting/getDeptListByBatch'],
  ['GET', 'setting/getBatchExportListByDeptId'],
  ['POST', 'report/getBatchExportParams'],
  ['GET', 'report/getCarTypes'],
  ['POST', 'report/updateOffLineMsg'],
  ['POST', 'report/addOfflineVisit'],
  ['POST', 'report/targOfflineVisitList'],
  ['POST', 'report/getOnAndOffDetail', 'paged'],
  ['POST', 'report/foot'],
  ['POST', 'report/trendsHead'],
  ['POST', 'report/safetyAnaForla', 'paged'],
  ['POST', 'report/getDrvDetailsStatsForhz', 'paged'],
  ['POST', 'report/monthlyLedger'],
  ['POST', 'report/monthlyLedgerExport'],
  ['POST', 'report/edrList', 'paged'],
  ['POST', 'report/ewrList', 'paged'],
  ['POST', 'report/emrList', 'paged'],
  ['POST', 'report/esrRecord'],
  ['POST', 'report/mdlList', 'paged'],
  ['POST', 'report/mdlExport'],
  ['POST', 'report/getCustomCols'],
  ['POST', 'report/updateCustomCols'],
  ['POST', 'report/getReportNavigation'],
  ['POST', 'report/upReportNavigationLabel'],
  ['POST', 'report/exportdata', 'signed'],
  ['POST', 'safetyAna/vehicleRiskProfile'],
  ['POST', 'safetyAna/deptRiskProfile'],
  ['POST', 'safetyAna/vehicleAlarmDis'],
  ['POST', 'safetyAna/vehicleAlarmTrend'],
  ['POST', 'safetyAna/deptAlarmDis'],
  ['POST', 'safetyAna/deptAlarmTrend'],
  ['POST', 'safetyAna/styVehicleAsReport'],
  ['POST', 'safetyAna/styEeAsReport'],
  ['POST', 'warnScheme/warnSchemeListYL', 'paged'],
  ['POST', 'warnScheme/warnSchemeDetailsListYL', 'paged'],
  ['POST', 'warnScheme/countWarnSchemeByName'],
  ['POST', 'warnScheme/save'],
  ['POST', 'warnScheme/del'],
  ['POST', 'activeSafety/evidence/list', 'signed paged'],
  ['POST', 'activeSafety/alarm/list', 'signed paged'],
  ['POST', 'activeSafety/alarm/list/new', 'paged'],
  ['POST', 'activeSafety/alarm/qryAttachment', 'paged'],
  ['POST', 'activeSafety/alarm/processing', 'signed'],
  ['POST', 'activeSafety/alarm/handle'],
  ['POST', 'activeSafety/alarm/dtl'],
  ['POST', 'activeSafety/alarm/down'],
  ['POST', 'activeSafety/alarm/getTargAsalarmTypeDtl'],
  ['POST', 'activeSafety/alarm/getTargAsalarmDtl'],
  ['POST', 'activeSafety/alarm/getAsOverview'],
  ['GET', 'activeSafety/alarm/typeList'],
  ['GET', 'activeSafety/alarm/todaySafetyStatistics'],
  ['GET', 'mainPage/alarmBox'],
  ['GET', 'mainPage/popupBoard'],
  ['GET', 'mainPage/getBellPageNum'],
  ['POST', 'notice/listByUserIdAndDeptId'],
  ['GET', 'notice/read'],
];

const GID = '00000007-019b-0000-004d-000000000001';

const served = new Map<string, Call>(
  [...Object.values(callTables), ...Object.values(resources).map((resource) => resourceCalls(resource))].flatMap((table) =>
    Object.values<Call>(table).map((call) => [call.path, call] as const),
  ),
);

/** Rows of a page where the caller names none (console.md 9, routes.md 7). */
it.each([
  ['activeSafety/alarm/qryAttachment', 10],
  ['activeSafety/alarm/list', 20],
  ['activeSafety/alarm/list/new', 20],
  ['warnScheme/listWarnHistory', 20],
  ['car/qrySelectedTarg', 20],
] as const)('%s returns %d rows per page by default', (path, limit) => {
  expect(served.get(path)?.defaultLimit ?? DEFAULT_LIMIT).toBe(limit);
});

/** Calls that the screen catalogue adds about active safety (4.1 to 4.6, 4.8). */
it.each([
  ...['refetchAttachment', 'addEvidence', 'lockEvidence', 'delEvidence', 'packEvidence', 'releaseAlarm'].map(
    (name) => `activeSafety/${name}`,
  ),
  ...['listPrevention', 'listAlarmStat', 'listAlarmCross', 'listAttachmentFailed'].map((name) => `activeSafety/${name}`),
  ...['getSafetyOverview', 'exportOverview'].map((name) => `safetyAna/${name}`),
])('%s is served', (path) => expect(served.get(path)?.method).toBe('POST'));

/** Calls that it adds about commands and settings (0.5, 3.7, 3.8, 8.1 to 8.7); `add` and `edit` save a new and a known record. */
it.each([
  ...[
    'sendCommand',
    'listCommand',
    'cancelCommand',
    'resendCommand',
    'saveTemplate',
    'listTemplate',
    'delTemplate',
    'getParams',
  ].map((name) => `terminal/${name}`),
  ...['delTemplate', 'listMessage'].map((name) => `msg/${name}`),
  ...['saveMapSetting', 'savePopupAlarm', 'getPlatSetting', 'savePlatSetting', 'testMapKey', 'testMedia'].map(
    (name) => `setting/${name}`,
  ),
  ...['Course', 'Plan', 'Trigger', 'Question'].flatMap((noun) =>
    ['list', 'get', 'add', 'edit', 'del'].map((verb) => `safeEdu/${verb}${noun}`),
  ),
  ...['importQuestion', 'publishPlan', 'listTask'].map((name) => `safeEdu/${name}`),
  ...['Account', 'Rule'].flatMap((noun) => ['list', 'get', 'add', 'edit', 'del'].map((verb) => `sms/${verb}${noun}`)),
  ...['enableAccount', 'sendTest', 'exportRule', 'enableRule', 'listLog'].map((name) => `sms/${name}`),
])('%s is served', (path) => expect(served.get(path)?.method).toBe('POST'));

const TEXT = { message: '请靠边停车', flag: 1, sendFlag: 11, userId: '3', targetIds: ['7'] };

/** What clients send (console.md 7, routes.md 7.3 and 7.5). */
it.each([
  ['msg/sendMessage', TEXT, {}],
  ['msg/sendMessageForDept', TEXT, {}],
  ['msg/addTemplate', { content: '请系好安全带', name: '安全带', desc: '', userId: '3' }, {}],
  ['msg/getTemplate', { userId: '3' }, {}],
  ['setting/queryTirePressure', { carId: '7' }, {}],
  ['config/getEnumListByType', { type: 'CFG_PROTOCOL' }, {}],
  ['common/getEnumByType', { type: 'CFG_PROTOCOL' }, {}],
  ['dept/qryPlatInfoByDeptId', { deptId: '2' }, {}],
  ['captchaImage', { t: '1764276000000' }, {}],
  ['user/loginOut', { level: '12', center: '116.3964|39.9093', mapType: '1' }, { level: 12, mapType: 1 }],
  ['user/changePasswd', { userId: '3', vOldPasswd: 'a', vNewPasswd: 'b' }, {}],
  ['user/updateUserDetail', { id: '3', loginName: 'wang', userName: '王芳', mobile: '13800138000' }, {}],
  ['user/getUserDetail', { id: '3' }, {}],
  ['terminal/sendCommand', { cmdCode: '8201', targIds: ['7'], params: {}, queueOffline: true }, {}],
  ['activeSafety/alarm/typeList', { count: '1' }, { count: 1 }],
  ['activeSafety/alarm/down', { targId: '7', targName: '粤B12345', subTypeName: '疲劳驾驶报警', alarmGid: GID }, {}],
  ['activeSafety/alarm/list', { warmStatus: 4 }, { warmStatus: 4 }],
] as const)('%s accepts %o', (path, data, read) => {
  expect(served.get(path)!.data.parse(data)).toMatchObject({ ...data, ...read });
});

/** Fields of replies that clients read (console.md 7): below `data`. */
it.each([
  ['msg/getTemplate', { templates: [{ id: '1', name: '', desc: '', content: '请系好安全带' }] }],
  ['dept/qryPlatInfoByDeptId', { platName: '港口车辆监管', logoUrl: '/logo.png' }],
  ['dept/getDeptLogoShowUrlPre', { urlPre: '' }],
  ['mainPage/getBellPageNum', { alarmCnt: 2, asalarmCnt: 1 }],
  ['report/exportdata', { url: '/report/downloadCenter', taskId: '1' }],
  ['config/getEnumListByType', { list: [] }],
  ['common/getEnumByType', { list: [] }],
  ['terminal/sendCommand', { list: [{ targId: '7', seqId: '1', terminal: '', version: null, state: 1, resultCode: null }] }],
  ['user/getUserDetail', { id: '3', loginName: 'wang', userName: '王芳', mobile: '', deptName: '', roles: [] }],
] as const)('%s replies with %o', (path, reply) => {
  const { reply: schema } = served.get(path)!;
  expect(schema.parse(reply)).toEqual(reply);
  for (const left of Object.keys(reply))
    expect(schema.safeParse(Object.fromEntries(Object.entries(reply).filter(([key]) => key !== left))).success).toBe(false);
});

/** Paths of the live sockets, before the session's prefix. */
const SOCKETS = { init: '/websocket/init/', gpsmsg: '/gpsmsg/receive/', commonmsg: '/websocket/commonmsg/' } as const;

describe.each(SPECIFIED)('%s %s', (method, path = '', more = '') => {
  it('is served at its specified path', () => {
    const call = served.get(path);
    expect(call?.method).toBe(method);
    if (more.includes('signed')) expect(call?.signed).toBe(true);
    if (more.includes('paged')) expect(call?.paged).toBe(true);
  });
});

it.each(Object.entries(SOCKETS))('the socket %s has its specified path', (kind, path) => {
  expect(socketPath[kind as keyof typeof SOCKETS]('x')).toBe(`${path}x`);
});

const DOCUMENTS = ['console.md', 'routes.md'].map((name) => join(import.meta.dirname, '../../../../shared/spec', name));

/** Words of section 7 that look like a path and are none; `list/new` is below activeSafety/alarm. */
const NO_CALLS: ReadonlySet<string> = new Set([
  'api/WebGis',
  'list/new',
  'websocket/init',
  'gpsmsg/receive',
  'websocket/commonmsg',
]);

it.skipIf(!DOCUMENTS.every(existsSync))('the specification documents contain no other call', () => {
  const known = new Set(SPECIFIED.map(([, path]) => path));
  const named = DOCUMENTS.flatMap((file) => {
    const [section = ''] = /^## 7\. The calls it makes$[\s\S]*?(?=^## 8\.)/m.exec(readFileSync(file, 'utf8')) ?? [];
    return [...section.matchAll(/\b[a-z]+[A-Za-z]*(?:\/[a-z][A-Za-z0-9]*)+/g)].map(([path]) => path);
  });
  expect(named.length).toBeGreaterThan(100);
  expect([...new Set(named)].filter((path) => !known.has(path) && !NO_CALLS.has(path))).toEqual([]);
});
