import type { RuleCode } from '@fleetwarden/contract/alarm-rules/kinds';
import type { ConsoleRoute, RoutePath } from '@fleetwarden/contract/console-routes';
import { consoleRoutes } from '@fleetwarden/contract/console-routes';
import { reportPages } from '@fleetwarden/contract/reports/report-pages';
import { type ComponentType, createElement } from 'react';
import { type SetupPath, setupPages } from '../features/terminal-settings/setup-pages.ts';
import { loadResourcePage } from './load-resource-page.ts';
import { resourcePages } from './resource-pages.ts';

type LoadPage = () => Promise<ComponentType>;

const ofResources = Object.fromEntries(
  Object.entries(resourcePages).map(([path, load]): [string, LoadPage] => [path, () => loadResourcePage(load)]),
);

const RULES = '/alarmrule/common/';
/** Alarm rule pages: one component for all kinds, selected by the route's code. */
const ofRules = Object.fromEntries(
  (consoleRoutes as readonly ConsoleRoute[])
    .filter(({ path }) => path.startsWith(RULES))
    .map(({ path, roles }): [string, LoadPage] => [path, () => loadRulePage(roles?.[0] as RuleCode)]),
);

async function loadRulePage(code: RuleCode): Promise<ComponentType> {
  const { RulePage } = await import('../features/alarm-rules/RulePage.tsx');
  return () => createElement(RulePage, { code });
}

/** Pages that send to terminals: one component for all, by the path. */
const ofSetup = Object.fromEntries(
  (Object.keys(setupPages) as SetupPath[]).map((path): [string, LoadPage] => [path, () => loadSetupPage(path)]),
);

async function loadSetupPage(path: SetupPath): Promise<ComponentType> {
  const { SetupPage } = await import('../features/terminal-settings/SetupPage.tsx');
  return () => createElement(SetupPage, { path });
}

/** Report pages: one component for all reports, selected by the route's number. */
const ofReports = Object.fromEntries(
  Object.entries(reportPages).map(([path, reportId]): [string, LoadPage] => [path, () => loadReportPage(reportId)]),
);

async function loadReportPage(reportId: number): Promise<ComponentType> {
  const { ReportPage } = await import('../features/reports/ReportPage.tsx');
  return () => createElement(ReportPage, { reportId });
}

/** The component of each route; loaded on first use. */
export const pages: Readonly<Partial<Record<RoutePath, LoadPage>>> = {
  ...ofResources,
  ...ofRules,
  ...ofReports,
  ...ofSetup,
  '/login': async () => (await import('../features/identity/LoginPage.tsx')).LoginPage,
  '/loginSF': async () => (await import('../features/identity/LoginPage.tsx')).LoginPage,
  '/auth-redirect': async () => (await import('./AuthRedirectPage.tsx')).AuthRedirectPage,
  '/loginReceive': async () => (await import('../features/identity/LoginReceivePage.tsx')).LoginReceivePage,
  '/401': async () => (await import('./NoPage.tsx')).ForbiddenPage,
  '/404': async () => (await import('./NoPage.tsx')).NotFoundPage,
  '/index': async () => (await import('../features/screens/Dashboard.tsx')).Dashboard,
  '/QuickBar/index': async () => (await import('../features/screens/Dashboard.tsx')).Dashboard,
  '/visorycontrolBigsreen/videomonitoringNew/videomonitoringNew': async () =>
    (await import('./VideoWallScreen.tsx')).VideoWallScreen,
  '/visorycontrolBigsreen/historyvideoNew/historyvideoNew': async () => (await import('./RecordedVideo.tsx')).RecordedVideoScreen,
  '/visorycontrolBigsreen/safetyoverview/safetyoverview': async () => (await import('./SafetyWall.tsx')).SafetyWall,
  '/mapcontent/historyvideo': async () => (await import('./RecordedVideo.tsx')).RecordedVideo,
  '/QuickBar/danger': async () => (await import('../features/alarms/pages/AlarmPages.tsx')).DangerPage,
  '/adasAlarm/adasAlarmDeal': async () => (await import('../features/alarms/pages/AlarmPages.tsx')).AlarmQueuePage,
  '/adasAlarm/adasAlarmEvidenceSel': async () => (await import('./EvidenceCentre.tsx')).EvidenceCentre,
  '/activesafety/safetyalarm/safetyalarm': async () => (await import('../features/alarms/pages/AlarmPages.tsx')).SafetyAlarmPage,
  '/activesafety/safetytoday/safetytoday': async () => (await import('../features/safety/SafetyToday.tsx')).SafetyToday,
  '/activesafety/safetyoverview/safetyoverview': async () =>
    (await import('../features/safety/SafetyOverview.tsx')).SafetyOverview,
  '/mapcontent/mapmonitoring': async () => (await import('./MonitorCentre.tsx')).MonitorCentre,
  '/mapcontent/trackPlayback': async () => (await import('../features/tracks/PlaybackPage.tsx')).PlaybackPage,
  '/mapcontent/tracking': async () => (await import('../features/monitor/tracking/TrackingPage.tsx')).TrackingPage,
  '/mapcontent/trackingTime': async () => (await import('../features/monitor/TrackingTimePage.tsx')).TrackingTimePage,
  '/epidemic/epidemicReport': async () => (await import('./RiskReport.tsx')).RiskReport,
  '/report/navigationReporting': async () => (await import('../features/reports/NavigationPage.tsx')).NavigationPage,
  '/report/regulatory/batchExport': async () => (await import('../features/reports/batch/BatchExportPage.tsx')).BatchExportPage,
  '/report/downloadCenter': async () => (await import('../features/reports/DownloadCenter.tsx')).DownloadCenter,
  '/i18n/index': async () => (await import('../features/texts/TextsPage.tsx')).TextsPage,
  '/setup/messageCentre': async () => (await import('../features/messages/MessageCentre.tsx')).MessageCentre,
  '/setup/terminal/firmwareUpgrade': async () => (await import('./FirmwareUpgrade.tsx')).FirmwareUpgrade,
  '/setup/platsettings': async () => (await import('../features/settings/PlatSettingsPage.tsx')).PlatSettingsPage,
  '/setup/safeEducation/safeEdusettings': async () => (await import('../features/education/EducationPage.tsx')).EducationPage,
  '/setup/alibbcloundsms/accountManagement': async () => (await import('../features/sms/SmsAccountPage.tsx')).SmsAccountPage,
  '/setup/alibbcloundsms/smsRules': async () => (await import('../features/sms/SmsRulePage.tsx')).SmsRulePage,
  '/setup/common/carsetup': async () => (await import('./CarSetup.tsx')).CarSetup,
  '/setup/terminal/queryTerminalParams': async () =>
    (await import('../features/terminal-settings/query/QueryPage.tsx')).QueryPage,
  '/carinspection/carmapcontent': async () => (await import('../features/inspection/InspectionPage.tsx')).InspectionPage,
  '/platform/quotaManagement': async () => (await import('../features/quotas/QuotaPage.tsx')).QuotaPage,
  '/platform/operationLog': async () => (await import('../features/audit/OperationLogPage.tsx')).OperationLogPage,
  '/platform/distributPlatformManagement': async () => (await import('../features/platforms/ForwardPage.tsx')).ForwardPage,
  '/platform/expirreminderagement': async () => (await import('../features/expiry/ExpiryPage.tsx')).ExpiryPage,
  '/platform/sessionManagement': async () => (await import('../features/identity/sessions/SessionsPage.tsx')).SessionsPage,
};

/** Calls started while a page's code is loading for the first time. */
export const earlyCalls: Readonly<Partial<Record<RoutePath, (query: URLSearchParams) => Promise<void>>>> = {
  '/mapcontent/trackPlayback': async (query) => (await import('../features/tracks/track-calls.ts')).prefetchTracks(query),
};

/** Routes without a page so far: in no menu, shown as a placeholder. */
export const pendingPages: readonly RoutePath[] = consoleRoutes.map(({ path }) => path).filter((path) => !pages[path]);
