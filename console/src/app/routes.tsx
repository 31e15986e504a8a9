import type { RouteObject } from 'react-router';
import { loadAllTexts } from '../api/i18n.ts';
import { answerOpener, goAnew, goHome, goToMonitoring, guard, leaveForNotFound, skipLogin } from './guard.ts';
import { KeptOutlet } from './KeptOutlet.tsx';
import { LoadFailed } from './LoadFailed.tsx';
import { earlyCalls, pages } from './pages.ts';
import type { RouteHandle } from './Root.tsx';
import { Root } from './Root.tsx';
import type { TableRoute } from './route-table.ts';
import { tableRoutes } from './route-table.ts';

const loadPending = async () => (await import('./PendingPage.tsx')).PendingPage;

/** Pages that come before there is a session: they need no shell and ask for no user. */
const entrances: Readonly<Record<string, RouteObject['loader']>> = {
  '/login': skipLogin,
  '/loginSF': skipLogin,
  '/loginReceive': () => null,
  '/auth-redirect': answerOpener,
};

/** Whether an address is a page that comes before there is a session. */
export const isEntrance = (path: string): boolean => Object.hasOwn(entrances, path);

/** A page's code, and the texts that it shows. */
async function loadPage({ path }: TableRoute) {
  const load = pages[path] ?? loadPending;
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
        // what cannot be asked for early is asked for by the page
        if (!isLoaded) earlyCalls[route.path]?.(new URL(args.request.url).searchParams).catch(() => {});
        return null;
      }),
    lazy: async () => {
      const page = await loadPage(route);
      isLoaded = true;
      return page;
    },
    ErrorBoundary: LoadFailed,
  };
}

const isBare = (route: TableRoute) => route.bare === true || isEntrance(route.path);

/** The table's routes in their two frames, with the window (`bare`) or with the shell around them; and those that lead on. */
export const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: LoadFailed,
    HydrateFallback: () => null,
    children: [
      { path: '/', loader: goHome },
      { path: '/mapcontent', loader: goToMonitoring },
      { path: '/redirect/*', loader: goAnew },
      { Component: KeptOutlet, children: tableRoutes.filter(isBare).map(pageOf) },
      {
        lazy: async () => ({ Component: (await import('./Frame.tsx')).Frame }),
        children: [
          {
            Component: KeptOutlet,
            children: [...tableRoutes.filter((route) => !isBare(route)).map(pageOf), { path: '*', loader: leaveForNotFound }],
          },
        ],
      },
    ],
  },
];
