import type { ConsoleRoute, RoutePath } from '@fleetwarden/contract/console-routes';
import { pendingPages } from './pages.ts';

/** The only page of an inspection session, closed to every other. */
export const INSPECTION: RoutePath = '/carinspection/carmapcontent';
const START: RoutePath = '/index';

const pending: ReadonlySet<string> = new Set(pendingPages);

/** Whether a page comes later: it is in no menu and no search, and answers that it is not available yet. */
export const isPending = (path: string): boolean => pending.has(path);

/**
 * Whether a user with these rights may open a page: it asks for none, or they hold one of those it names. Menus and searches
 * give the client type too, which says where a page is offered; it never keeps anyone from opening it.
 */
export function mayOpen(
  route: Pick<ConsoleRoute, 'roles' | 'clientType'>,
  rights: readonly string[] | null,
  clientType?: 4 | 7,
): boolean {
  if (clientType !== undefined && route.clientType !== undefined && route.clientType !== clientType) return false;
  return !route.roles || route.roles.some((code) => rights?.includes(code));
}

/** Where `/` leads: the start page, which everybody may open; an inspection session has one page. */
export const homeOf = (inspection: boolean): RoutePath => (inspection ? INSPECTION : START);
