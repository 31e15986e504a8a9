import type { ConsoleRoute } from '@fleetwarden/contract/console-routes';
import { consoleRoutes, menuGroups } from '@fleetwarden/contract/console-routes';
import type { ParseKeys, TFunction } from 'i18next';
import { loadSounds } from '../shared/pinyin.ts';
import { isPending, mayOpen } from './access.ts';

/** Specification 2.4, 9: fuzziness of matches, and weight of the title. */
const THRESHOLD = 0.4;
const TITLE_WEIGHT = 0.7;
const WORDS_WEIGHT = 0.3;

/** A search entry: found mainly by title, then by `words`: its groups and path. */
export type Entry = { readonly id: string; readonly title: string; readonly words: readonly string[] };

/** Searches entries, best match first. */
export type Search<E extends Entry> = (text: string, limit: number) => readonly E[];

export type PageEntry = Entry & {
  readonly path: string /** Names of the groups it stands in, outermost first. */;
  readonly trail: readonly string[];
};

/** The pages a user can search: in a menu, available and permitted. */
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
 * Creates a fuzzy search; with `pinyin` titles also match in full (`jiankongzhongxin`) or by initials (`jkzx`). Both libraries
 * load on demand.
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
  return (text, limit) => {
    const wanted = text.trim().toLowerCase();
    if (wanted === '') return [];
    const holds = (titles: readonly string[]) => titles.some((title) => title.toLowerCase().includes(wanted));
    const hits = fuse.search(wanted).map(({ item }) => item);
    // the fuzzy search prefers early letters to whole words
    const [exact, fuzzy] = [hits.filter(({ titles }) => holds(titles)), hits.filter(({ titles }) => !holds(titles))];
    return [...exact, ...fuzzy].slice(0, limit).map(({ entry }) => entry);
  };
}
