/** A rendered page, shown or hidden: `key` changes when it is remounted. */
export type KeepAlivePage = { readonly path: string; readonly key: string; readonly keep: boolean };

/** Limit of kept pages, because hidden pages hold elements and data. */
export const MAX_KEEP_ALIVE_PAGES = 10;

/**
 * The pages to keep, least recently shown first and the shown one last. Others stay if they are keepable, their tag is open and
 * the limit allows. Returns `pages` itself if unchanged.
 */
export function keepPages(
  pages: readonly KeepAlivePage[],
  shown: KeepAlivePage,
  open: (path: string) => boolean,
): readonly KeepAlivePage[] {
  const others = pages.filter(({ path, keep }) => path !== shown.path && keep && open(path));
  const room = shown.keep ? MAX_KEEP_ALIVE_PAGES - 1 : MAX_KEEP_ALIVE_PAGES;
  const next = [...others.slice(-room), shown];
  const same = next.length === pages.length && next.every(({ key }, i) => key === pages[i]?.key);
  return same ? pages : next;
}
