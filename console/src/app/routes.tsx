import type { RouteObject } from 'react-router';
import { loadAllTexts } from '../api/i18n.ts';
import { loadCode } from '../api/load-code.ts';
import { HOME } from '../api/redirect.ts';
import { answerOpener, goHome, goToMonitoring, guard, leaveForNotFound, reloadPage, skipLogin } from './guard.ts';
import { KeepAliveOutlet } from './KeepAliveOutlet.tsx';
import { LoadFailed } from './LoadFailed.tsx';
import { loadWhenTyped } from './load-when-typed.ts';
import { earlyCalls, pages } from './pages.ts';
import type { RouteHandle } from './Root.tsx';
import { Root } from './Root.tsx';
import type { TableRoute } from './route-table.ts';
import { tableRoutes } from './route-table.ts';

const loadFrame = async () => ({ Component: (await import('./Frame.tsx')).Frame });

/** What a sign-in and the first page after it load. */
const START: readonly (() => Promise<unknown>)[] = [
  () => import('jsencrypt'),
  loadFrame,
  loadAllTexts,
  ...(pages[HOME] ? [pages[HOME]] : []),
  () => import('../map/MapView.tsx'),
  () => import('../map/maplibre/maplibre-provider.ts'),
  () => import('../features/monitor/drawer/MonitorDrawer.tsx'),
  () => import('../features/monitor/tools/MapTools.tsx'),
];

const loadPending = async () => (await import('./PendingPage.tsx')).PendingPage;

/** Pages before a session: no shell, no user. */
const entrances: Readonly<Record<string, RouteObject['loader']>> = {
  '/login': skipLogin,
  '/loginSF': skipLogin,
  '/loginReceive': () => null,
  '/auth-redirect': answerOpener,
};

/** Whether a path is a page before a session. */
export const isEntrance = (path: string): boolean => Object.hasOwn(entrances, path);

/** Loads a page's code and texts. */
async function loadPage({ path }: TableRoute) {
  const load = pages[path] ?? loadPending;
  if (isEntrance(path)) loadWhenTyped(START);
  const [Component] = await Promise.all([load(), isEntrance(path) ? undefined : loadAllTexts()]);
  return { Component };
}

function pageOf(route: TableRoute): RouteObject {
  let isLoaded = false;
  return {
    path: route.path,
    handle: { route } satisfies RouteHandle,
    loader:
      entrances[route.path] ??
      (async (args) => {
        await guard(args, route);
        // the page itself makes calls that were not started early
        if (!isLoaded) earlyCalls[route.path]?.(new URL(args.request.url).searchParams).catch(() => {});
        return null;
      }),
    lazy: async () => {
      const page = await loadCode(() => loadPage(route));
      isLoaded = true;
      return page;
    },
    ErrorBoundary: LoadFailed,
  };
}

const isBare = (route: TableRoute) => route.bare === true || isEntrance(route.path);

/** The routes of the table in their two layouts, full window (`bare`) or shell; and the redirects. */
export const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: LoadFailed,
    HydrateFallback: () => null,
    children: [
      { path: '/', loader: goHome },
      { path: '/mapcontent', loader: goToMonitoring },
      { path: '/redirect/*', loader: reloadPage },
      { Component: KeepAliveOutlet, children: tableRoutes.filter(isBare).map(pageOf) },
      {
        lazy: () => loadCode(loadFrame),
        children: [
          {
            Component: KeepAliveOutlet,
            children: [...tableRoutes.filter((route) => !isBare(route)).map(pageOf), { path: '*', loader: leaveForNotFound }],
          },
        ],
      },
    ],
  },
];
