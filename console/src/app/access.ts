import type { ConsoleRoute, RoutePath } from '@fleetwarden/contract/routes';
import { consoleRoutes } from '@fleetwarden/contract/routes';
import { HOME } from '../ui/redirect.ts';
import { pendingPages } from './pages.ts';

/** A row of the table as it stands there: its title is a key of the texts. */
export type TableRoute = Omit<ConsoleRoute, 'path' | 'title'> & Pick<(typeof consoleRoutes)[number], 'path' | 'title'>;

/** The only page of an inspection session, closed to every other. */
export const INSPECTION: RoutePath = '/carinspection/carmapcontent';
const START: RoutePath = '/index';

export const tableRoutes: readonly TableRoute[] = consoleRoutes;

const byPath: ReadonlyMap<string, TableRoute> = new Map(tableRoutes.map((route) => [route.path, route]));
const pending: ReadonlySet<string> = new Set(pendingPages);

/** The row of a path without its query; undefined for an address that is no page. */
export const routeOf = (path: string): TableRoute | undefined => byPath.get(path);

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

/**
 * Where `/` leads: the start page; until it is there, the monitoring centre if the user holds it, else the first page offered to
 * them. An inspection session has one page.
 */
export function homeOf(rights: readonly string[] | null, clientType?: 4 | 7, inspection = false): RoutePath {
  if (inspection) return INSPECTION;
  const open = tableRoutes.filter(
    (route) => !route.hidden && !route.bare && !isPending(route.path) && mayOpen(route, rights, clientType),
  );
  const first = [START, HOME].map((path) => open.find((route) => route.path === path)).find(Boolean) ?? open[0];
  return first?.path ?? START;
}
