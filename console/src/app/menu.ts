import type { NavNumber, RoutePath } from '@fleetwarden/contract/console-routes';
import { menuGroups } from '@fleetwarden/contract/console-routes';
import type { ParseKeys } from 'i18next';
import { isPending, mayOpen } from './access.ts';
import { routeOf, type TableRoute, tableRoutes } from './route-table.ts';

/** The user of a menu. `pending` tests for pages that come later. */
export type MenuUser = {
  readonly rights: readonly string[] | null;
  readonly clientType: 4 | 7 | undefined;
  readonly pending?: (path: RoutePath) => boolean;
};

export type MenuPage = { readonly path: RoutePath; readonly title: ParseKeys };
export type MenuFold = { readonly path: string; readonly title: ParseKeys; readonly pages: readonly MenuPage[] };
export type MenuEntry = MenuPage | MenuFold;
export type MenuSection = { readonly path: string; readonly title: ParseKeys; readonly entries: readonly MenuEntry[] };

export const isFold = (entry: MenuEntry): entry is MenuFold => 'pages' in entry;

/** Navigation numbers with sidebar and tag bar; 0, 1, 2 and 88 hide them (specification 2.3). */
const WITH_SIDEBAR: readonly NavNumber[] = [3, 4, 5, 6, 7];
/** Number of pages without a group. */
const ELSEWHERE: NavNumber = 88;

export const navOf = (path: string): NavNumber => routeOf(path)?.nav ?? ELSEWHERE;
export const hasSidebar = (path: string): boolean => WITH_SIDEBAR.includes(navOf(path));

/** The pages in a user's menus, in the table's order. */
export function menuPages({ rights, clientType, pending = isPending }: MenuUser): readonly TableRoute[] {
  return tableRoutes.filter((route) => !route.hidden && !pending(route.path) && mayOpen(route, rights, clientType));
}

const groups = menuGroups as readonly ((typeof menuGroups)[number] & { readonly title: ParseKeys })[];
const lies = (path: string, group: string) => path.startsWith(`${group}/`);

/** The groups of a page, outermost first. */
const groupsOf = (path: string) => groups.filter((group) => lies(path, group.path)).sort((a, b) => a.path.length - b.path.length);

/** A group's name is the last part of its path. */
const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);

const pageOf = ({ path, title }: TableRoute): MenuPage => ({ path, title });

/**
 * The sidebar of a page (specification 2.3, 2.4): permitted pages in the groups of its navigation number whose name its path
 * contains. Table order; a fold stands at its first page.
 */
export function menuTree(path: string, user: MenuUser): readonly MenuSection[] {
  const nav = navOf(path);
  const open = menuPages(user);
  return groups
    .filter((group) => group.nav === nav && path.includes(nameOf(group.path)))
    .map(({ path: root, title }) => {
      const entries = new Map<string, MenuPage | { path: string; title: ParseKeys; pages: MenuPage[] }>();
      for (const route of open) {
        if (!lies(route.path, root)) continue;
        const fold = groupsOf(route.path).find((group) => !group.nav);
        if (!fold) {
          entries.set(route.path, pageOf(route));
          continue;
        }
        const entry = entries.get(fold.path);
        if (entry && 'pages' in entry) entry.pages.push(pageOf(route));
        else entries.set(fold.path, { path: fold.path, title: fold.title, pages: [pageOf(route)] });
      }
      return { path: root, title, entries: [...entries.values()] };
    })
    .filter(({ entries }) => entries.length > 0);
}

/** The current menu entry: the page's own, or the one it names. */
export const markedPath = (path: string): string => routeOf(path)?.activeMenu ?? path;

export type Crumb = { readonly title: ParseKeys; readonly to: RoutePath | null };

/**
 * From the page's groups to the page; merged if they share a name. A group links to its first permitted page, unless that is the
 * current one.
 */
export function breadcrumbs(path: string, user: MenuUser): readonly Crumb[] {
  const page = routeOf(path);
  if (!page) return [];
  const open = menuPages(user);
  const trail = groupsOf(path)
    .filter(({ title }) => title !== page.title)
    .map((group): Crumb => {
      const first = open.find((route) => lies(route.path, group.path))?.path ?? null;
      return { title: group.title, to: first === path ? null : first };
    });
  return [...trail, { title: page.title, to: null }];
}
