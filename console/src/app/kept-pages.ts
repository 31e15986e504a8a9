/** A rendered page, shown or hidden: `key` changes when it is remounted. */
export type KeptPage = { readonly path: string; readonly key: string; readonly keep: boolean };

/** Limit of kept pages, because hidden pages hold elements and data. */
export const KEPT_PAGES = 10;

/**
 * The pages to keep, least recently shown first and the shown one last. Others stay if they are keepable, their tag is open and
 * the limit allows. Returns `pages` itself if unchanged.
 */
export function keepPages(pages: readonly KeptPage[], shown: KeptPage, open: (path: string) => boolean): readonly KeptPage[] {
  const others = pages.filter(({ path, keep }) => path !== shown.path && keep && open(path));
  const room = shown.keep ? KEPT_PAGES - 1 : KEPT_PAGES;
  const next = [...others.slice(-room), shown];
  const same = next.length === pages.length && next.every(({ key }, i) => key === pages[i]?.key);
  return same ? pages : next;
}
