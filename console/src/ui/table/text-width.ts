/** Maximum width in px of a body text character (14 px): CJK and full-width, and others. */
const WIDE = 14;
const NARROW = 8;
/** Start of the CJK radicals. */
const FIRST_WIDE = 0x2e80;

/** Estimated width in px of a body text, rather too large. Needs no layout, so that columns are known before rendering. */
export function textWidth(text: string): number {
  let width = 0;
  for (const letter of text) width += letter.codePointAt(0)! >= FIRST_WIDE ? WIDE : NARROW;
  return width;
}
