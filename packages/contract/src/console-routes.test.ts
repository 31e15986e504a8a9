import { getText } from '@fleetwarden/locale/languages';
import { describe, expect, it } from 'vitest';
import { type ConsoleRoute, consoleRoutes, menuGroups } from './console-routes.ts';
import { permissionTree } from './permission-tree.ts';

const routes: readonly ConsoleRoute[] = consoleRoutes;
const codes = new Set(permissionTree.map(({ code }) => code));
const route = (path: string) => routes.find((row) => row.path === path);

/** console.md 2.1-2.3, routes.md 2.1-2.3: paths with the codes stated there. */
const SPECIFIED: Readonly<Record<string, string>> = {
  '/login': '',
  '/loginSF': '',
  '/loginReceive': '',
  '/auth-redirect': '',
  '/404': '',
  '/401': '',
  '/index': '',
  '/QuickBar/index': '',
  '/QuickBar/danger': '205',
  '/carinspection/carmapcontent': '',
  '/i18n/index': '',
  '/mapcontent/mapmonitoring': '2',
  '/mapcontent/historyvideo': '3',
  '/visorycontrolBigsreen/videomonitoringNew/videomonitoringNew': '20401',
  '/visorycontrolBigsreen/historyvideoNew/historyvideoNew': '3',
  '/visorycontrolBigsreen/bigScreen/bigScreen': '10101',
  '/visorycontrolBigsreen/platDatascreen/platDatascreen': '10102',
  '/visorycontrolBigsreen/safetyoverview/safetyoverview': '10103',
  '/visorycontrolBigsreen/BusinesssignageScreen/BusinesssignageScreen': '10202',
  '/visorycontrolBigsreen/SafetysignageScreen/SafetysignageScreen': '10203',
  '/adasAlarm/adasAlarmDeal': '50203',
  '/adasAlarm/adasAlarmEvidenceSel': '50202',
  '/activesafety/safetyalarm/safetyalarm': '170301',
  '/activesafety/safetytoday/safetytoday': '170101',
  '/activesafety/safetyoverview/safetyoverview': '170201',
  '/activesafety/safetyevidencecenter/drivingAssistancereport': '170401',
  '/activesafety/safetyevidencecenter/drivingabnormalreport': '170402',
  '/activesafety/safetyanalysis/carRiskProfile': '170501',
  '/activesafety/safetyanalysis/deptRiskProfile': '170502',
  '/activesafety/safetyanalysis/carRating': '170503',
  '/activesafety/safetyanalysis/deptRating': '170504',
  '/activesafety/safetyanalysis/carAlarmAnalysis': '170505',
  '/activesafety/safetyanalysis/deptAlarmAnalysis': '170506',
  '/activesafety/safetyanalysis/activeCarSafetyReport': '170507',
  '/activesafety/safetyanalysis/activeDeptSafetyReport': '170508',
  '/activesafety/alarmstatistics/activepreventionreport': '170601',
  '/activesafety/alarmstatistics/activealarmreport': '170602',
  '/activesafety/alarmstatistics/statisticsalarmreport': '170603',
  '/activesafety/alarmstatistics/attachmentfailedreport': '170604',
  '/platform/userManagement/echarForTable': '604',
  '/platform/userManagementSF/echarForTableSF': '621',
  '/platform/roleManagement': '606',
  '/platform/roleManagementSF': '622',
  '/platform/carInfoManagement': '601',
  '/platform/carInfoCDManagement': '614',
  '/platform/departManagement': '602',
  '/platform/driverManagement': '605',
  '/platform/agentManagement': '603',
  '/platform/operatorManagement': '615 61501',
  '/platform/devicePropertiesManagement': '612',
  '/platform/supPlatformManagement': '608',
  '/platform/supPlatformMonitoring': '610 61001',
  '/platform/distributPlatformManagement': '607',
  '/platform/quotaManagement': '616',
  '/platform/deletedCarsManagement': '609 60901',
  '/platform/publicnoticeManagement': '618',
  '/platform/expirreminderagement': '619',
  '/platform/repairManagement': '620',
  '/platform/terminalinstallationManagement': '623',
  '/alarmrule/common/platWarmplans': '130101',
  '/alarmrule/common/platOverSpeedSet': '130102',
  '/alarmrule/common/bjzdclsz': '130103',
  '/alarmrule/common/automatically': '130104',
  '/alarmrule/common/bjbwzdxfsz': '130105',
  '/alarmrule/common/alarmdelaySettingsetup': '130108',
  '/alarmrule/common/zdaqbjzdclsz': '130109',
  '/alarmrule/common/dsbwzdxfsz': '130110',
  '/alarmrule/common/roadwarningalarm': '130111',
  '/alarmrule/common/platformfatigueSettings': '130112',
  '/alarmrule/common/roadspeedalarm': '130113',
  '/setup/common/carsetup': '70101 70401',
  '/setup/platsettings': '702',
  '/setup/adasalarm': '703',
  '/setup/safeEducation/safeEdusettings': '70501',
  '/setup/alibbcloundsms/accountManagement': '70601',
  '/setup/alibbcloundsms/smsRules': '70602',
  '/report/navigationReporting': '',
};

/** routes.md 2.5 with screen catalogue 8.2 and 8.3: pages of settings in their order, and their titles. */
const SETUP: readonly (readonly [path: string, code: string, title: string])[] = [
  ['common/terminaloverspeedset', '70402', '终端超速'],
  ['common/fatigueDriving', '70403', '疲劳驾驶'],
  ['common/alarmKey', '70404', '报警关键字'],
  ['common/jlycsxcmlz', '70405', '记录仪参数下传'],
  ['common/serverManage', '70406', '服务器管理'],
  ['terminal/gpsLocation', '70102', '定位设置'],
  ['terminal/illegalDrivingPeriod', '70103', '违规行驶时段'],
  ['terminal/messageSettings', '70104', '信息设置'],
  ['terminal/monitorListen', '70105', '监听'],
  ['terminal/imageVideo', '70106', '图像视频'],
  ['terminal/timedPhoto', '70107', '定时拍照'],
  ['terminal/gnssCan', '70108', 'GNSS/CAN'],
  ['terminal/firmwareUpgrade', '70109', '固件升级'],
  ['terminal/oilElectricDoor', '70110', '油电门控'],
  ['terminal/phoneBook', '70111', '电话本'],
  ['terminal/deleteRegion', '70112', '删除区域'],
  ['terminal/recorderCollection', '70113', '记录仪采集'],
  ['terminal/multimediaSearch', '70114', '多媒体检索上传'],
  ['terminal/recordingCommand', '70115', '录音'],
  ['terminal/transparentData', '70116', '数据透传'],
  ['terminal/queryTerminalParams', '70117', '查询终端参数'],
];

describe('console routes', () => {
  it.each(SETUP)('/setup/%s has the code %s and the title %s', (path, code, title) => {
    const row = route(`/setup/${path}`);
    expect([row?.roles, getText('zh', row?.title ?? '')]).toEqual([[code], title]);
  });

  it.each(Object.entries(SPECIFIED))('%s has the specified codes', (path, expected) => {
    expect(route(path)?.roles?.join(' ') ?? (route(path) ? '' : 'missing')).toBe(expected);
  });

  it.each([
    ['502', ['50202', '50203']],
    ['1701', ['170101']],
    ['1702', ['170201']],
    ['1703', ['170301']],
    ['1704', ['170401', '170402']],
    ['1705', ['170501', '170502', '170503', '170504', '170505', '170506', '170507', '170508']],
    ['1706', ['170601', '170602', '170603', '170604']],
  ])('under code %s have the specified child codes', (parent, pages) => {
    const own = permissionTree.filter((row) => row.parent === parent).map(({ code }) => code as string);
    const roles = new Set<string>(routes.flatMap((row) => row.roles ?? []));
    expect(own.filter((code) => roles.has(code))).toEqual(pages);
  });

  it('contain all pages of the specified sections', () => {
    const below = (prefix: string) => routes.filter(({ path }) => path.startsWith(prefix)).length;
    expect({
      mapcontent: below('/mapcontent/'),
      screens: below('/visorycontrolBigsreen/'),
      epidemic: below('/epidemic/'),
      analysis: below('/activesafety/safetyanalysis/'),
      statistics: below('/activesafety/alarmstatistics/'),
      evidence: below('/activesafety/safetyevidencecenter/'),
      terminal: below('/setup/terminal/'),
      common: below('/setup/common/'),
    }).toEqual({ mapcontent: 5, screens: 7, epidemic: 7, analysis: 8, statistics: 4, evidence: 2, terminal: 16, common: 6 });
  });

  it('have the specified paths of risk area pages; their report requires 1504', () => {
    const pages = routes.map(({ path }) => path).filter((path) => path.startsWith('/epidemic/'));
    expect(pages.map((path) => path.slice('/epidemic/'.length)).sort()).toEqual([
      'areariskReport',
      'epidemicReport',
      'epidemicbigdata',
      'epidemiccarbigdata',
      'epidemicdingzhouReport',
      'index',
      'monitoringReport',
    ]);
    expect(route('/epidemic/epidemicReport')?.roles).toEqual(['1504']);
  });

  it.each([
    ['basicstatementreport', 401, 25],
    ['assessmentreport', 402, 7],
    ['regulatory', 403, 8],
    ['alarmqueryreport', 404, 15],
    ['caroperationreport', 405, 21],
    ['positionanalysisreport', 406, 5],
    ['carperipheralreport', 407, 15],
    ['localcustomreport', 408, 13],
    ['monitorledgerreport', 409, 10],
    ['statementchuanreport', 418, 3],
    ['drivertrainingreport', 419, 3],
    ['smsstatisticsreport', 420, 2],
  ])('report family %s has the codes from %d01 on, %d in total', (family, code, count) => {
    const expected = Array.from({ length: count }, (_, i) => [`${code}${String(i + 1).padStart(2, '0')}`]);
    expect(routes.filter(({ path }) => path.startsWith(`/report/${family}/`)).map(({ roles }) => roles)).toEqual(expected);
  });

  it('have unique paths, existing permission codes, and titles', () => {
    expect(new Set(routes.map(({ path }) => path)).size).toBe(routes.length);
    expect(routes.flatMap(({ roles = [] }) => roles).filter((code) => !codes.has(code))).toEqual([]);
    expect([...routes, ...menuGroups].filter(({ title }) => getText('zh', title) === title)).toEqual([]);
  });

  it('select sidebar and tags by the first path segment: 3 rules, 4 reports, 5 safety, 6 platform, 7 setup', () => {
    const navs = { alarmrule: 3, report: 4, activesafety: 5, adasAlarm: 5, platform: 6, setup: 7 } as const;
    for (const { path, nav } of routes) {
      const first = path.split('/')[1] ?? '';
      if (first in navs) expect([path, nav]).toEqual([path, navs[first as keyof typeof navs]]);
      else expect([path, [0, 1, 2, 88].includes(nav)]).toEqual([path, true]);
    }
  });

  it('allow only the login pages, the two video walls and the error pages without a session', () => {
    expect(
      routes
        .filter(({ open }) => open)
        .map(({ path }) => path)
        .sort(),
    ).toEqual([
      '/401',
      '/404',
      '/auth-redirect',
      '/login',
      '/loginReceive',
      '/loginSF',
      '/visorycontrolBigsreen/historyvideoNew/historyvideoNew',
      '/visorycontrolBigsreen/videomonitoringNew/videomonitoringNew',
    ]);
  });

  it('never cache alarm handling; hide tracking, playback and history video', () => {
    expect(route('/QuickBar/danger')?.noCache).toBe(true);
    for (const page of ['tracking', 'trackingTime', 'trackPlayback', 'historyvideo'])
      expect([page, route(`/mapcontent/${page}`)?.hidden]).toEqual([page, true]);
  });

  it('have an existing route as activeMenu', () => {
    expect(routes.filter(({ activeMenu }) => activeMenu && !route(activeMenu))).toEqual([]);
  });
});
