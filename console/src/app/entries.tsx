import AlertOutlined from '@ant-design/icons/AlertOutlined';
import BarChartOutlined from '@ant-design/icons/BarChartOutlined';
import DatabaseOutlined from '@ant-design/icons/DatabaseOutlined';
import EnvironmentOutlined from '@ant-design/icons/EnvironmentOutlined';
import HistoryOutlined from '@ant-design/icons/HistoryOutlined';
import ProfileOutlined from '@ant-design/icons/ProfileOutlined';
import SafetyCertificateOutlined from '@ant-design/icons/SafetyCertificateOutlined';
import SettingOutlined from '@ant-design/icons/SettingOutlined';
import type { PermissionCode } from '@fleetwarden/contract/call';
import type { NavNumber, RoutePath } from '@fleetwarden/contract/console-routes';
import type { ParseKeys } from 'i18next';
import type { ReactNode } from 'react';
import { INSPECTION, isPending, mayOpen } from './access.ts';
import { type MenuUser, menuPages, navOf } from './menu.ts';
import { routeOf } from './route-table.ts';

type Row = {
  readonly key: string;
  readonly label: ParseKeys;
  readonly icon: ReactNode;
  readonly nav: NavNumber;
  /** Absent: no permission needed. */
  readonly right?: PermissionCode;
  readonly clientType?: 4 | 7;
  readonly path: RoutePath;
  /** Opened while the page is pending. */
  readonly fallback?: RoutePath;
};

type Screens = { readonly label: ParseKeys; readonly right: PermissionCode; readonly paths: readonly RoutePath[] };

/** Data centre pages, with the permissions their routes name. */
const SCREENS: readonly Screens[] = [
  {
    label: 'page.smartScreens',
    right: '101',
    paths: [
      '/visorycontrolBigsreen/bigScreen/bigScreen',
      '/visorycontrolBigsreen/platDatascreen/platDatascreen',
      '/visorycontrolBigsreen/safetyoverview/safetyoverview',
    ],
  },
  {
    label: 'page.smartBoards',
    right: '102',
    paths: [
      '/visorycontrolBigsreen/BusinesssignageScreen/BusinesssignageScreen',
      '/visorycontrolBigsreen/SafetysignageScreen/SafetysignageScreen',
    ],
  },
  {
    label: 'page.video',
    right: '204',
    paths: [
      '/visorycontrolBigsreen/videomonitoringNew/videomonitoringNew',
      '/visorycontrolBigsreen/historyvideoNew/historyvideoNew',
    ],
  },
];

const DATA_CENTRE = {
  key: 'dataCentre',
  label: 'page.dataCentre',
  icon: <DatabaseOutlined aria-hidden />,
  nav: 1,
  right: '1',
} as const;

const MONITORING: Row = {
  key: 'monitoring',
  label: 'page.monitoring',
  icon: <EnvironmentOutlined aria-hidden />,
  nav: 2,
  right: '2',
  path: '/mapcontent/mapmonitoring',
};

/** Entries of the top bar after the data centre, in order (specification 2.2, 2.3, 6). */
const ROWS: readonly Row[] = [
  MONITORING,
  {
    key: 'history',
    label: 'page.historyvideo',
    icon: <HistoryOutlined aria-hidden />,
    nav: 2,
    right: '3',
    path: '/mapcontent/historyvideo',
    fallback: '/mapcontent/trackPlayback',
  },
  {
    key: 'alarmRules',
    label: 'page.alarmRules',
    icon: <AlertOutlined aria-hidden />,
    nav: 3,
    right: '13',
    path: '/alarmrule/common/platWarmplans',
  },
  {
    key: 'reports',
    label: 'page.reports',
    icon: <BarChartOutlined aria-hidden />,
    nav: 4,
    path: '/report/navigationReporting',
  },
  {
    key: 'activeSafety',
    label: 'page.activeSafety',
    icon: <SafetyCertificateOutlined aria-hidden />,
    nav: 5,
    right: '17',
    path: '/activesafety/safetyalarm/safetyalarm',
  },
  {
    key: 'information',
    label: 'page.information',
    icon: <ProfileOutlined aria-hidden />,
    nav: 6,
    right: '604',
    clientType: 4,
    path: '/platform/userManagement/echarForTable',
  },
  {
    key: 'informationSF',
    label: 'page.information',
    icon: <ProfileOutlined aria-hidden />,
    nav: 6,
    right: '621',
    clientType: 7,
    path: '/platform/userManagementSF/echarForTableSF',
  },
  {
    key: 'settings',
    label: 'page.settings',
    icon: <SettingOutlined aria-hidden />,
    nav: 7,
    right: '70101',
    path: '/setup/common/carsetup',
  },
];

export type ScreenLinks = {
  readonly label: ParseKeys;
  readonly links: readonly { readonly to: RoutePath; readonly label: ParseKeys }[];
};

/** An entry of the bar: a link, or a menu of links. */
export type BarEntry = {
  readonly key: string;
  readonly label: ParseKeys;
  readonly icon: ReactNode;
  readonly nav: NavNumber;
} & ({ readonly to: RoutePath } | { readonly screens: readonly ScreenLinks[] });

/**
 * The top bar of a user. An entry with a pending page links to the first available page of its number, or is left out. An
 * inspection has the monitoring centre only.
 */
export function barEntries(user: MenuUser & { readonly inspection: boolean }): readonly BarEntry[] {
  const { rights, clientType, inspection, pending = isPending } = user;
  if (inspection) {
    const { key, label, icon, nav } = MONITORING;
    return [{ key, label, icon, nav, to: INSPECTION }];
  }
  const holds = (right?: PermissionCode) => !right || (rights?.includes(right) ?? false);

  const screens = SCREENS.filter(({ right }) => holds(right))
    .map(({ label, paths }): ScreenLinks => {
      const routes = paths.map(routeOf).filter((route) => route !== undefined);
      const open = routes.filter((route) => !pending(route.path) && mayOpen(route, rights));
      return { label, links: open.map(({ path, title }) => ({ to: path, label: title })) };
    })
    .filter(({ links }) => links.length > 0);

  const target = (row: Row): RoutePath | undefined => {
    if (!pending(row.path)) return row.path;
    const fallback = row.fallback && routeOf(row.fallback);
    if (fallback && !pending(fallback.path) && mayOpen(fallback, rights)) return row.fallback;
    return menuPages(user).find(({ nav, bare }) => nav === row.nav && !bare)?.path;
  };

  const entries: BarEntry[] = [];
  if (holds(DATA_CENTRE.right) && screens.length > 0) entries.push({ ...DATA_CENTRE, screens });
  for (const row of ROWS) {
    if (!holds(row.right) || (row.clientType && row.clientType !== clientType)) continue;
    const to = target(row);
    // Pending pages could give two entries the same target
    if (!to || entries.some((entry) => 'to' in entry && entry.to === to)) continue;
    const { key, label, icon, nav } = row;
    entries.push({ key, label, icon, nav, to });
  }
  return entries;
}

/** The active entry of a page: the one that links to it, else the first of its navigation number. */
export function activeEntry(entries: readonly BarEntry[], path: string): string | undefined {
  const nav = navOf(path);
  const exact = entries.find((entry) => 'to' in entry && entry.to === path);
  // The inspection page has number 88, which no entry has
  return (exact ?? entries.find((entry) => entry.nav === nav))?.key;
}
