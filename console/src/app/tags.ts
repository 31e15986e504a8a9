import { create } from 'zustand';
import { safePath } from '../api/redirect.ts';
import { tabStore } from '../api/storage.ts';
import { isPending } from './access.ts';
import type { TableRoute } from './route-table.ts';
import { routeOf, tableRoutes } from './route-table.ts';

/** A page that was opened in this tab of the browser, and how it was left. */
export type Tag = {
  readonly path: string;
  /** With query and hash. */
  readonly fullPath: string;
  readonly query: Readonly<Record<string, string>>;
  /** Key of its name. */
  readonly title: TableRoute['title'];
  readonly name: string;
  /** There from the start, before all others, and never closed. */
  readonly affix: boolean;
};

type Tags = {
  readonly tags: readonly Tag[];
  /** How often each path was drawn anew: part of the page's identity on the screen. */
  readonly drawn: Readonly<Record<string, number>>;
};

const KEY = 'tags';

/** The tag of an address; null where it is no page of the shell. */
export function tagOf(fullPath: string): Tag | null {
  if (safePath(fullPath) === null) return null;
  const { pathname, searchParams } = new URL(fullPath, location.origin);
  const route = routeOf(pathname);
  if (!route || route.bare || route.open) return null;
  return {
    path: pathname,
    fullPath,
    query: Object.fromEntries(searchParams),
    title: route.title,
    name: pathname.split('/').at(-1) ?? '',
    affix: route.affix === true,
  };
}

const affixed = (): Tag[] =>
  tableRoutes.filter(({ affix, path }) => affix && !isPending(path)).flatMap(({ path }) => tagOf(path) ?? []);

/** Another visit of a page moves no tag: the address it was left at changes. */
function visited(tags: readonly Tag[], tag: Tag): readonly Tag[] {
  if (tags.some(({ path }) => path === tag.path)) return tags.map((other) => (other.path === tag.path ? tag : other));
  return tag.affix ? [tag, ...tags] : [...tags, tag];
}

/** What was kept in this tab of the browser; anything odd in it is left out. */
function restored(): readonly Tag[] {
  let kept: unknown;
  try {
    kept = JSON.parse(tabStore.get(KEY) ?? '[]');
  } catch {
    kept = [];
  }
  const addresses = Array.isArray(kept) ? kept.filter((address) => typeof address === 'string') : [];
  return addresses.flatMap((address) => tagOf(address) ?? []).reduce(visited, affixed());
}

/** The tag bar's pages, from left to right. */
export const useTags = create<Tags>(() => ({ tags: restored(), drawn: {} }));

function change(next: (tags: readonly Tag[]) => readonly Tag[]): void {
  const tags = next(useTags.getState().tags);
  useTags.setState({ tags });
  tabStore.set(KEY, JSON.stringify(tags.map(({ fullPath }) => fullPath)));
}

/** Adds the tag of a page that is shown, or brings it up to date. */
export function visit(fullPath: string): void {
  const tag = tagOf(fullPath);
  if (tag) change((tags) => visited(tags, tag));
}

/** Affix tags always remain. */
export const closeTags = (paths: readonly string[]): void =>
  change((tags) => tags.filter(({ affix, path }) => affix || !paths.includes(path)));

/** The page of this path is not the one it was: it begins anew the next time it is drawn. */
export function redraw(path: string): void {
  useTags.setState(({ drawn }) => ({ drawn: { ...drawn, [path]: (drawn[path] ?? 0) + 1 } }));
}

/** After a session nothing of it remains. */
export function clearTags(): void {
  tabStore.remove(KEY);
  useTags.setState({ tags: affixed(), drawn: {} });
}
