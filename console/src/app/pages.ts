import type { RoutePath } from '@fleetwarden/contract/routes';
import { consoleRoutes } from '@fleetwarden/contract/routes';
import type { ComponentType } from 'react';

type LoadPage = () => Promise<ComponentType>;

/** What draws each route of the console; code is loaded when its page is first opened. */
export const pages: Readonly<Partial<Record<RoutePath, LoadPage>>> = {
  '/login': async () => (await import('../features/identity/LoginPage.tsx')).LoginPage,
  '/loginSF': async () => (await import('../features/identity/LoginPage.tsx')).LoginPage,
  '/401': async () => (await import('./NoPage.tsx')).ForbiddenPage,
  '/404': async () => (await import('./NoPage.tsx')).NotFoundPage,
  '/mapcontent/mapmonitoring': async () => (await import('../features/monitor/MonitorPage.tsx')).MonitorPage,
  '/platform/operationLog': async () => (await import('../features/audit/OperationLogPage.tsx')).OperationLogPage,
  '/platform/sessionManagement': async () => (await import('../features/sessions/SessionsPage.tsx')).SessionsPage,
};

/** Routes without a page so far: they are in no menu and answer that they are not available yet. */
export const pendingPages: readonly RoutePath[] = consoleRoutes.map(({ path }) => path).filter((path) => !pages[path]);
