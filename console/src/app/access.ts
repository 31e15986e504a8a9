import type { ConsoleRoute, RoutePath } from '@fleetwarden/contract/console-routes';
import { pendingPages } from './pages.ts';

/** The only page of an inspection session, closed to all others. */
export const INSPECTION: RoutePath = '/carinspection/carmapcontent';
const START: RoutePath = '/index';

const pending: ReadonlySet<string> = new Set(pendingPages);

/** Whether a page comes later: it is in no menu or search and shows a placeholder. */
export const isPending = (path: string): boolean => pending.has(path);

/**
 * Whether these rights open a page: it needs none, or one of those it names. Menus and searches also pass the client type, which
 * limits where pages are offered, not who may open them.
 */
export function mayOpen(
  route: Pick<ConsoleRoute, 'roles' | 'clientType'>,
  rights: readonly string[] | null,
  clientType?: 4 | 7,
): boolean {
  if (clientType !== undefined && route.clientType !== undefined && route.clientType !== clientType) return false;
  return !route.roles || route.roles.some((code) => rights?.includes(code));
}

/** The target of `/`: the start page, open to everybody; an inspection has its own page. */
export const homeOf = (inspection: boolean): RoutePath => (inspection ? INSPECTION : START);
