import type { PermissionCode } from '@fleetwarden/contract/call';
import { permission } from '@fleetwarden/contract/permissions';
import type { ParseKeys } from 'i18next';
import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import { HOME } from '../ui/redirect.ts';
import { goHome, guard, leaveForNotFound, skipLogin } from './guard.ts';
import { LoadFailed } from './LoadFailed.tsx';
import { Root, type RouteHandle } from './Root.tsx';

/** A page of the console. `title` goes before the product's name; `right` is what its user must hold. */
type Page = {
  readonly path: string;
  readonly title: ParseKeys;
  readonly right?: PermissionCode;
  readonly load: () => Promise<ComponentType>;
};

/** Pages inside the shell, for signed-in users. */
const pages: readonly Page[] = [
  {
    path: HOME,
    title: 'monitor.title',
    right: permission.monitoring,
    load: async () => (await import('../features/monitor/MonitorPage.tsx')).MonitorPage,
  },
  { path: '/401', title: 'shell.forbiddenPage', load: async () => (await import('./NoPage.tsx')).ForbiddenPage },
  { path: '/404', title: 'shell.notFoundPage', load: async () => (await import('./NoPage.tsx')).NotFoundPage },
];

const handleOf = (title: ParseKeys): RouteHandle => ({ title });

const login = (path: string): RouteObject => ({
  path,
  handle: handleOf('identity.loginTitle'),
  loader: skipLogin,
  lazy: async () => ({ Component: (await import('../features/identity/LoginPage.tsx')).LoginPage }),
});

const inShell = ({ path, title, right, load }: Page): RouteObject => ({
  path,
  handle: handleOf(title),
  loader: (args) => guard(args, right),
  lazy: async () => ({ Component: await load() }),
});

export const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: LoadFailed,
    HydrateFallback: () => null,
    children: [
      login('/login'),
      login('/loginSF'),
      { path: '/', loader: goHome },
      {
        lazy: async () => ({ Component: (await import('./Shell.tsx')).Shell }),
        children: [...pages.map(inShell), { path: '*', loader: leaveForNotFound }],
      },
    ],
  },
];
