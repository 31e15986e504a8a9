/** px of a letter of body text (14 px) at most: of Chinese, Japanese and full-width signs, of all others. */
const WIDE = 14;
const NARROW = 8;
/** Where the scripts of squares begin: CJK radicals. */
const FIRST_WIDE = 0x2e80;

/** px a text in body size takes, rather too many than too few. Asks no layout, so that a table knows its columns before it is drawn. */
export function textWidth(text: string): number {
  let width = 0;
  for (const letter of text) width += letter.codePointAt(0)! >= FIRST_WIDE ? WIDE : NARROW;
  return width;
}
