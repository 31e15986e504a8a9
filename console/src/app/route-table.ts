import type { ConsoleRoute } from '@fleetwarden/contract/console-routes';
import { consoleRoutes } from '@fleetwarden/contract/console-routes';

type Row = (typeof consoleRoutes)[number];

/** A row of the route table: its title is a text key. */
export type TableRoute = Omit<ConsoleRoute, 'path' | 'title'> & Pick<Row, 'path' | 'title'>;

export const tableRoutes: readonly TableRoute[] = consoleRoutes;

const byPath: ReadonlyMap<string, TableRoute> = new Map(tableRoutes.map((route) => [route.path, route]));

/** The row of a path without query; undefined for unknown paths. */
export const routeOf = (path: string): TableRoute | undefined => byPath.get(path);
