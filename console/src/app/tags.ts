import { create } from 'zustand';
import { safePath } from '../api/redirect.ts';
import { tabStore } from '../api/storage.ts';
import { isPending } from './access.ts';
import type { TableRoute } from './route-table.ts';
import { routeOf, tableRoutes } from './route-table.ts';

/** A page opened in this browser tab, and its last state. */
export type Tag = {
  readonly path: string;
  /** With query and hash. */
  readonly fullPath: string;
  readonly query: Readonly<Record<string, string>>;
  /** Text key of its name. */
  readonly title: TableRoute['title'];
  readonly name: string;
  /** Permanent: first and never closed. */
  readonly affix: boolean;
};

type Tags = {
  readonly tags: readonly Tag[];
  /** Remount count of each path, part of the page's key. */
  readonly drawn: Readonly<Record<string, number>>;
};

const KEY = 'tags';

/** The tag of a URL; null if it is no page of the shell. */
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

/** Visiting an open page only updates its URL. */
function visited(tags: readonly Tag[], tag: Tag): readonly Tag[] {
  if (tags.some(({ path }) => path === tag.path)) return tags.map((other) => (other.path === tag.path ? tag : other));
  return tag.affix ? [tag, ...tags] : [...tags, tag];
}

/** Restores the tags of this browser tab; drops invalid ones. */
function restored(): readonly Tag[] {
  let stored: unknown;
  try {
    stored = JSON.parse(tabStore.get(KEY) ?? '[]');
  } catch {
    stored = [];
  }
  const addresses = Array.isArray(stored) ? stored.filter((address) => typeof address === 'string') : [];
  return addresses.flatMap((address) => tagOf(address) ?? []).reduce(visited, affixed());
}

/** The pages of the tag bar, from left to right. */
export const useTags = create<Tags>(() => ({ tags: restored(), drawn: {} }));

function change(next: (tags: readonly Tag[]) => readonly Tag[]): void {
  const tags = next(useTags.getState().tags);
  useTags.setState({ tags });
  tabStore.set(KEY, JSON.stringify(tags.map(({ fullPath }) => fullPath)));
}

/** Adds or updates the tag of a shown page. */
export function visit(fullPath: string): void {
  const tag = tagOf(fullPath);
  if (tag) change((tags) => visited(tags, tag));
}

/** Affix tags always remain. */
export const closeTags = (paths: readonly string[]): void =>
  change((tags) => tags.filter(({ affix, path }) => affix || !paths.includes(path)));

/** Remounts the page of a path the next time it is shown. */
export function redraw(path: string): void {
  useTags.setState(({ drawn }) => ({ drawn: { ...drawn, [path]: (drawn[path] ?? 0) + 1 } }));
}

/** Clears the tags at the end of a session. */
export function clearTags(): void {
  tabStore.remove(KEY);
  useTags.setState({ tags: affixed(), drawn: {} });
}
