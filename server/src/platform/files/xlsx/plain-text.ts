/** Characters XML cannot hold stand as `_xHHHH_` in the texts of a workbook (ECMA-376 part 1, 22.9.2.19). */
export function plainText(stored: string): string {
  if (!stored.includes('_x')) return stored;
  return stored.replace(/_x([\da-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** The reverse: what XML 1.0 (2.2) forbids is dropped, a carriage return and what looks like an escape are escaped, markup too. */
export function storedText(text: string): string {
  if (!NOT_PLAIN.test(text)) return text;
  return text
    .toWellFormed()
    .replace(FORBIDDEN, '')
    .replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
    .replaceAll('\r', '_x000D_')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is dropped
const FORBIDDEN = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const NOT_PLAIN = /[\x00-\x08\x0b-\x1f&<>"\ud800-\udfff\ufffe\uffff]|_x/i;
