import type { ConsoleRoute, RoutePath } from '@fleetwarden/contract/routes';
import { consoleRoutes } from '@fleetwarden/contract/routes';
import type { RuleCode } from '@fleetwarden/contract/rules/kinds';
import { type ComponentType, createElement } from 'react';
import { loadResourcePage } from './load-resource-page.ts';
import { resourcePages } from './resource-pages.ts';

type LoadPage = () => Promise<ComponentType>;

const ofResources = Object.fromEntries(
  Object.entries(resourcePages).map(([path, load]): [string, LoadPage] => [path, () => loadResourcePage(load)]),
);

const RULES = '/alarmrule/common/';
/** Pages of alarm rules: one for all kinds, each of which is the code of its route. */
const ofRules = Object.fromEntries(
  (consoleRoutes as readonly ConsoleRoute[])
    .filter(({ path }) => path.startsWith(RULES))
    .map(({ path, roles }): [string, LoadPage] => [path, () => loadRulePage(roles?.[0] as RuleCode)]),
);

async function loadRulePage(code: RuleCode): Promise<ComponentType> {
  const { RulePage } = await import('../features/rules/RulePage.tsx');
  return () => createElement(RulePage, { code });
}

/** Reports of facts that nothing brings so far: training, short messages, the recorder, video and evidence. */
const WITHOUT_SOURCE = /^(419|420|1704)\d\d$|^405(17|20)$/;

/** A report's number is its family's thousand and its own; those of active safety, of six digits, are their codes (catalogue 2.1). */
function reportIdOf({ path, roles }: ConsoleRoute): number | null {
  const code = roles?.[0];
  if (path === STATUS_DATA.path) return STATUS_DATA.reportId;
  if (code === undefined || WITHOUT_SOURCE.test(code)) return null;
  if (/^17\d{4}$/.test(code)) return /^170[56]/.test(code) ? Number(code) : null;
  if (!path.startsWith('/report/') || !/^4\d{4}$/.test(code)) return null;
  return Number(code.slice(0, 3)) * 1_000 + Number(code.slice(3));
}

/** It has no code of its own. */
const STATUS_DATA = { path: '/report/statusData', reportId: 700052 } as const;

/** Pages of reports: one for all, each of which is the number of its route. */
const ofReports = Object.fromEntries(
  (consoleRoutes as readonly ConsoleRoute[]).flatMap((route): [string, LoadPage][] => {
    const reportId = reportIdOf(route);
    return reportId === null ? [] : [[route.path, () => loadReportPage(reportId)]];
  }),
);

async function loadReportPage(reportId: number): Promise<ComponentType> {
  const { ReportPage } = await import('../features/reports/ReportPage.tsx');
  return () => createElement(ReportPage, { reportId });
}

/** What draws each route of the console; code is loaded when its page is first opened. */
export const pages: Readonly<Partial<Record<RoutePath, LoadPage>>> = {
  ...ofResources,
  ...ofRules,
  ...ofReports,
  '/login': async () => (await import('../features/identity/LoginPage.tsx')).LoginPage,
  '/loginSF': async () => (await import('../features/identity/LoginPage.tsx')).LoginPage,
  '/auth-redirect': async () => (await import('./AuthRedirectPage.tsx')).AuthRedirectPage,
  '/loginReceive': async () => (await import('../features/identity/LoginReceivePage.tsx')).LoginReceivePage,
  '/401': async () => (await import('./NoPage.tsx')).ForbiddenPage,
  '/404': async () => (await import('./NoPage.tsx')).NotFoundPage,
  '/index': async () => (await import('../features/screens/Dashboard.tsx')).Dashboard,
  '/QuickBar/index': async () => (await import('../features/screens/Dashboard.tsx')).Dashboard,
  '/QuickBar/danger': async () => (await import('../features/alarm-pages/AlarmPages.tsx')).DangerPage,
  '/adasAlarm/adasAlarmDeal': async () => (await import('../features/alarm-pages/AlarmPages.tsx')).AlarmQueuePage,
  '/activesafety/safetyalarm/safetyalarm': async () => (await import('../features/alarm-pages/AlarmPages.tsx')).SafetyAlarmPage,
  '/mapcontent/mapmonitoring': async () => (await import('./MonitorCentre.tsx')).MonitorCentre,
  '/mapcontent/trackPlayback': async () => (await import('../features/playback/PlaybackPage.tsx')).PlaybackPage,
  '/mapcontent/tracking': async () => (await import('../features/monitor/tracking/TrackingPage.tsx')).TrackingPage,
  '/mapcontent/trackingTime': async () => (await import('../features/monitor/TrackingTimePage.tsx')).TrackingTimePage,
  '/epidemic/epidemicReport': async () => (await import('./RiskReport.tsx')).RiskReport,
  '/report/navigationReporting': async () => (await import('../features/reports/NavigationPage.tsx')).NavigationPage,
  '/report/downloadCenter': async () => (await import('../features/reports/DownloadCenter.tsx')).DownloadCenter,
  '/i18n/index': async () => (await import('../features/texts/TextsPage.tsx')).TextsPage,
  '/setup/platsettings': async () => (await import('../features/settings/PlatSettingsPage.tsx')).PlatSettingsPage,
  '/carinspection/carmapcontent': async () => (await import('../features/inspection/InspectionPage.tsx')).InspectionPage,
  '/platform/quotaManagement': async () => (await import('../features/quotas/QuotaPage.tsx')).QuotaPage,
  '/platform/operationLog': async () => (await import('../features/audit/OperationLogPage.tsx')).OperationLogPage,
  '/platform/distributPlatformManagement': async () => (await import('../features/platforms/ForwardPage.tsx')).ForwardPage,
  '/platform/expirreminderagement': async () => (await import('../features/upkeep/ExpiryPage.tsx')).ExpiryPage,
  '/platform/sessionManagement': async () => (await import('../features/sessions/SessionsPage.tsx')).SessionsPage,
};

/** What pages ask for as soon as their address is known, while their code is loaded for the first time. */
export const earlyCalls: Readonly<Partial<Record<RoutePath, (query: URLSearchParams) => Promise<void>>>> = {
  '/mapcontent/trackPlayback': async (query) => (await import('../features/playback/track-calls.ts')).askEarly(query),
};

/** Routes without a page so far: they are in no menu and answer that they are not available yet. */
export const pendingPages: readonly RoutePath[] = consoleRoutes.map(({ path }) => path).filter((path) => !pages[path]);
