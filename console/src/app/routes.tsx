import type { RouteObject } from 'react-router';
import { answerOpener, goAnew, goHome, guard, leaveForNotFound, skipLogin } from './guard.ts';
import { KeptOutlet } from './KeptOutlet.tsx';
import { LoadFailed } from './LoadFailed.tsx';
import { pages } from './pages.ts';
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

const pageOf = (route: TableRoute): RouteObject => ({
  path: route.path,
  handle: { route } satisfies RouteHandle,
  loader: entrances[route.path] ?? ((args) => guard(args, route)),
  lazy: async () => ({ Component: await (pages[route.path] ?? loadPending)() }),
  ErrorBoundary: LoadFailed,
});

const isBare = (route: TableRoute) => route.bare === true || route.path in entrances;

/** The table's routes in their two frames, with the window (`bare`) or with the shell around them; and those that lead on. */
export const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: LoadFailed,
    HydrateFallback: () => null,
    children: [
      { path: '/', loader: goHome },
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
