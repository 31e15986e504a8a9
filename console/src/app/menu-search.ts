import type { ConsoleRoute } from '@fleetwarden/contract/console-routes';
import { consoleRoutes, menuGroups } from '@fleetwarden/contract/console-routes';
import type { ParseKeys, TFunction } from 'i18next';
import { loadSounds } from '../shared/pinyin.ts';
import { isPending, mayOpen } from './access.ts';

/** Specification 2.4, 9: how far a hit may be from what was typed, and how much the title counts. */
const THRESHOLD = 0.4;
const TITLE_WEIGHT = 0.7;
const WORDS_WEIGHT = 0.3;

/** What can be found: by its title above all, then by `words`: the groups it stands in, and its path. */
export type Entry = { readonly id: string; readonly title: string; readonly words: readonly string[] };

/** Finds entries by what was typed, best first. */
export type Search<E extends Entry> = (text: string, limit: number) => readonly E[];

export type PageEntry = Entry & {
  readonly path: string /** Names of the groups it stands in, outermost first. */;
  readonly trail: readonly string[];
};

/** The pages this user finds: those that are in a menu, are there, and that they may open. */
export function pageEntries(rights: readonly string[] | null, clientType: 4 | 7 | undefined, t: TFunction): PageEntry[] {
  const routes: readonly ConsoleRoute[] = consoleRoutes;
  return routes
    .filter((route) => !route.hidden && !isPending(route.path) && mayOpen(route, rights, clientType))
    .map(({ path, title }) => {
      const trail = menuGroups.filter((group) => path.startsWith(`${group.path}/`)).map((group) => t(group.title as ParseKeys));
      return { id: `page:${path}`, title: t(title as ParseKeys), path, trail, words: [...trail, path] };
    });
}

/**
 * Makes a fuzzy search over entries; with `pinyin` titles are also found by their sounds, in full (`jiankongzhongxin`) or by
 * the first letters (`jkzx`). Both libraries are loaded when first needed.
 */
export async function loadSearch<E extends Entry>(entries: readonly E[], pinyin: boolean): Promise<Search<E>> {
  const [{ default: Fuse }, sounds] = await Promise.all([import('fuse.js'), pinyin ? loadSounds() : () => []]);
  const rows = entries.map((entry) => ({ entry, titles: [entry.title, ...sounds(entry.title)], words: entry.words }));
  const fuse = new Fuse(rows, {
    threshold: THRESHOLD,
    keys: [
      { name: 'titles', weight: TITLE_WEIGHT },
      { name: 'words', weight: WORDS_WEIGHT },
    ],
  });
  return (text, limit) => (text.trim() === '' ? [] : fuse.search(text.trim(), { limit }).map(({ item }) => item.entry));
}
