/** px left free beside the current tag (specification 2.7 of the routes). */
export const TAG_PADDING = 4;

type Box = { readonly offsetLeft: number; readonly offsetWidth: number };

/** Where the bar is scrolled to so that a tag is seen whole, TAG_PADDING from the edge: where it is, if it is seen already. */
export function scrollTo(view: { readonly scrollLeft: number; readonly clientWidth: number }, tag: Box): number {
  const from = tag.offsetLeft - TAG_PADDING;
  const to = tag.offsetLeft + tag.offsetWidth + TAG_PADDING - view.clientWidth;
  return Math.min(from, Math.max(to, view.scrollLeft));
}
