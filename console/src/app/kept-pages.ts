/** A page that is drawn, shown or hidden: `key` tells one drawing of its path from the next. */
export type KeptPage = { readonly path: string; readonly key: string; readonly keep: boolean };

/** Hidden pages keep their elements and what they have read: the oldest go. */
export const KEPT_PAGES = 10;

/**
 * The pages that stay drawn, least recently shown first: the shown one is last. Others stay if they may be kept, their tag is
 * open and they are among the last KEPT_PAGES. Returns `pages` itself where nothing changes.
 */
export function keepPages(pages: readonly KeptPage[], shown: KeptPage, open: (path: string) => boolean): readonly KeptPage[] {
  const others = pages.filter(({ path, keep }) => path !== shown.path && keep && open(path));
  const room = shown.keep ? KEPT_PAGES - 1 : KEPT_PAGES;
  const next = [...others.slice(-room), shown];
  const same = next.length === pages.length && next.every(({ key }, i) => key === pages[i]?.key);
  return same ? pages : next;
}
