import { describe, expect, it } from 'vitest';
import { activeEntry, barEntries } from './entries.tsx';

const nothingPending = () => false;
const ALL = ['1', '101', '10101', '10102', '10103', '102', '10202', '10203', '2', '3', '13', '17', '604', '621', '70101'];

const offered = (rights: readonly string[], clientType: 4 | 7 = 4, pending: (path: string) => boolean = nothingPending) =>
  barEntries({ rights, clientType, inspection: false, pending }).map((entry) =>
    'to' in entry
      ? `${entry.label} ${entry.to}`
      : [entry.label, ...entry.screens.map(({ label, links }) => [label, ...links.map(({ to }) => to)])],
  );

const DATA_CENTRE = [
  'page.dataCentre',
  [
    'page.smartScreens',
    '/visorycontrolBigsreen/bigScreen/bigScreen',
    '/visorycontrolBigsreen/platDatascreen/platDatascreen',
    '/visorycontrolBigsreen/safetyoverview/safetyoverview',
  ],
  [
    'page.smartBoards',
    '/visorycontrolBigsreen/BusinesssignageScreen/BusinesssignageScreen',
    '/visorycontrolBigsreen/SafetysignageScreen/SafetysignageScreen',
  ],
];
const REPORTS = 'page.reports /report/navigationReporting';

describe('the entries of the top bar when every page is available', () => {
  it('are those of the specification, in its order', () => {
    expect(offered(ALL)).toEqual([
      DATA_CENTRE,
      'page.monitoring /mapcontent/mapmonitoring',
      'page.historyvideo /mapcontent/historyvideo',
      'page.alarmRules /alarmrule/common/platWarmplans',
      REPORTS,
      'page.activeSafety /activesafety/safetyalarm/safetyalarm',
      'page.information /platform/userManagement/echarForTable',
      'page.settings /setup/common/carsetup',
    ]);
  });
  it('link client type 7 to its own information management', () => {
    expect(offered(ALL, 7)).toContain('page.information /platform/userManagementSF/echarForTableSF');
    expect(offered(ALL, 7)).not.toContain('page.information /platform/userManagement/echarForTable');
  });
  it('always include the reports', () => {
    expect(offered([])).toEqual([REPORTS]);
  });
  it.each([
    ['2', 4, 'page.monitoring /mapcontent/mapmonitoring'],
    ['3', 4, 'page.historyvideo /mapcontent/historyvideo'],
    ['13', 4, 'page.alarmRules /alarmrule/common/platWarmplans'],
    ['17', 4, 'page.activeSafety /activesafety/safetyalarm/safetyalarm'],
    ['604', 4, 'page.information /platform/userManagement/echarForTable'],
    ['621', 7, 'page.information /platform/userManagementSF/echarForTableSF'],
    ['70101', 4, 'page.settings /setup/common/carsetup'],
  ] as const)('show for only code %s, client type %s: %s', (code, clientType, entry) => {
    expect(offered([code], clientType).filter((shown) => shown !== REPORTS)).toEqual([entry]);
  });
  it.each([
    ['604', 7],
    ['621', 4],
    ['1', 4],
    ['101', 4],
    ['10101', 4],
  ] as const)('do not show more for only code %s, client type %s', (code, clientType) => {
    expect(offered([code], clientType)).toEqual([REPORTS]);
  });
  it.each([
    ['101', '10101', 'page.smartScreens', '/visorycontrolBigsreen/bigScreen/bigScreen'],
    ['101', '10102', 'page.smartScreens', '/visorycontrolBigsreen/platDatascreen/platDatascreen'],
    ['101', '10103', 'page.smartScreens', '/visorycontrolBigsreen/safetyoverview/safetyoverview'],
    ['102', '10202', 'page.smartBoards', '/visorycontrolBigsreen/BusinesssignageScreen/BusinesssignageScreen'],
    ['102', '10203', 'page.smartBoards', '/visorycontrolBigsreen/SafetysignageScreen/SafetysignageScreen'],
  ])('show below the data centre for codes 1, %s, %s: %s %s', (group, code, label, path) => {
    expect(offered(['1', group, code])).toEqual([['page.dataCentre', [label, path]], REPORTS]);
  });
  it('include the two video pages below the data centre', () => {
    const paths = ['videomonitoringNew/videomonitoringNew', 'historyvideoNew/historyvideoNew'];
    const screens = ['page.video', ...paths.map((path) => `/visorycontrolBigsreen/${path}`)];
    expect(offered(['1', '204', '20401', '3'])[0]).toEqual(['page.dataCentre', screens]);
    expect(offered(['1', '204', '20401'])[0]).toEqual(['page.dataCentre', screens.slice(0, 2)]);
    expect(offered(['1', '20402'])).toEqual([REPORTS]);
  });
  it('contain only the monitoring centre in inspection mode, with a link to its own page', () => {
    const entries = barEntries({ rights: ALL, clientType: 4, inspection: true, pending: nothingPending });
    expect(entries).toMatchObject([{ label: 'page.monitoring', to: '/carinspection/carmapcontent' }]);
  });
});

describe('while a page is pending', () => {
  const built =
    (...paths: string[]) =>
    (path: string) =>
      !paths.includes(path);

  it('its entry links to the first page of its number that the user may open', () => {
    const pending = built('/platform/operationLog', '/platform/sessionManagement');
    expect(offered(['604', '624', '625'], 4, pending)).toEqual(['page.information /platform/operationLog']);
    expect(offered(['604', '625'], 4, pending)).toEqual(['page.information /platform/sessionManagement']);
  });
  it('its entry is omitted if no such page exists', () => {
    expect(offered(['604'], 4, built('/platform/operationLog'))).toEqual([]);
    expect(offered(ALL, 4, () => true)).toEqual([]);
  });
  it('the history links to the track playback, for users with permission', () => {
    const pending = built('/mapcontent/mapmonitoring', '/mapcontent/trackPlayback');
    const monitoring = 'page.monitoring /mapcontent/mapmonitoring';
    expect(offered(['2', '3', '20105'], 4, pending)).toEqual([monitoring, 'page.historyvideo /mapcontent/trackPlayback']);
    expect(offered(['2', '3'], 4, pending)).toEqual([monitoring]);
  });
  it('no two entries link to the same page', () => {
    expect(offered(['2', '3'], 4, built('/mapcontent/mapmonitoring'))).toEqual(['page.monitoring /mapcontent/mapmonitoring']);
  });
});

describe('the active entry', () => {
  const entries = barEntries({ rights: ALL, clientType: 4, inspection: false, pending: nothingPending });
  it.each([
    ['/visorycontrolBigsreen/bigScreen/bigScreen', 'dataCentre'],
    ['/mapcontent/mapmonitoring', 'monitoring'],
    ['/mapcontent/tracking', 'monitoring'],
    ['/mapcontent/historyvideo', 'history'],
    ['/alarmrule/common/roadspeedalarm', 'alarmRules'],
    ['/report/basicstatementreport/vehicleMileage', 'reports'],
    ['/adasAlarm/adasAlarmDeal', 'activeSafety'],
    ['/platform/driverManagement', 'information'],
    ['/setup/terminal/gpsLocation', 'settings'],
    ['/index', undefined],
    ['/QuickBar/danger', undefined],
    ['/nowhere', undefined],
  ])('follows the navigation number of %s: %s', (path, key) => {
    expect(activeEntry(entries, path)).toBe(key);
  });
});
