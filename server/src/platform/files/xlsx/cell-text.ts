/** Decodes `_xHHHH_`, the escape for characters that XML cannot hold (ECMA-376 part 1, 22.9.2.19). */
export function decodeCellText(stored: string): string {
  if (!stored.includes('_x')) return stored;
  return stored.replace(/_x([\da-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** Escapes markup, carriage returns and literal `_xHHHH_`. Drops characters that XML 1.0 (2.2) forbids. */
export function encodeCellText(text: string): string {
  if (!NEEDS_ESCAPE.test(text)) return text;
  const wellFormed = text.toWellFormed();
  // first, because a dropped character may split a literal escape
  const allowed = FORBIDDEN.test(wellFormed) ? wellFormed.replace(ALL_FORBIDDEN, '') : wellFormed;
  return allowed.replace(ESCAPED, (match) => ESCAPES[match] ?? match);
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
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are to be dropped
const FORBIDDEN = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/;
const ALL_FORBIDDEN = new RegExp(FORBIDDEN, 'g');
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are searched for
const NEEDS_ESCAPE = /[\x00-\x08\x0b-\x1f&<>"\ud800-\udfff\ufffe\uffff]|_x/i;
