/** Margin beside the current tag, px (specification 2.7 of the routes). */
export const TAG_PADDING = 4;

type Box = { readonly offsetLeft: number; readonly offsetWidth: number };

/** The scroll offset at which a tag is fully visible with TAG_PADDING; unchanged if it is visible. */
export function scrollTo(view: { readonly scrollLeft: number; readonly clientWidth: number }, tag: Box): number {
  const from = tag.offsetLeft - TAG_PADDING;
  const to = tag.offsetLeft + tag.offsetWidth + TAG_PADDING - view.clientWidth;
  return Math.min(from, Math.max(to, view.scrollLeft));
}
