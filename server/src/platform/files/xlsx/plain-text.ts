/** Characters XML cannot hold stand as `_xHHHH_` in the texts of a workbook (ECMA-376 part 1, 22.9.2.19). */
export function plainText(stored: string): string {
  if (!stored.includes('_x')) return stored;
  return stored.replace(/_x([\da-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** The reverse: what XML 1.0 (2.2) forbids is dropped, a carriage return and what looks like an escape are escaped, markup too. */
export function storedText(text: string): string {
  if (!NOT_PLAIN.test(text)) return text;
  const known = text.toWellFormed();
  // what is dropped may stand between an underscore and the rest of what looks like an escape
  return (DROPPED.test(known) ? known.replace(ALL_DROPPED, '') : known).replace(ESCAPED, (found) => ESCAPES[found] ?? found);
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '_x000D_',
  _: '_x005F_',
};
const ESCAPED = /[&<>"\r]|_(?=x[\da-f]{4}_)/gi;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is dropped
const DROPPED = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/;
const ALL_DROPPED = new RegExp(DROPPED, 'g');
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const NOT_PLAIN = /[\x00-\x08\x0b-\x1f&<>"\ud800-\udfff\ufffe\uffff]|_x/i;
