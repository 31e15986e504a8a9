/** What Chromium prints, read back: sheets with their size and their texts, as far as stories ask. */
import { inflateSync } from 'node:zlib';

/** A sheet: width and height in points, and all that stands on it in the order it was drawn, without spaces. */
export type PrintedSheet = { readonly size: readonly [width: number, height: number]; readonly text: string };

const [BY_NAME, SHOWN] = [/\/(F\d+) (\d+) 0 R/g, /\/(F\d+) [\d.]+ Tf|<([0-9A-Fa-f]+)>/g];

/** Whether a text stands on the sheets; fonts call letters by look-alikes among the radicals. */
export function isPrinted(sheets: readonly PrintedSheet[], wanted: string): boolean {
  const letters = [...wanted.normalize('NFKC').replaceAll(/\s/g, '')];
  const shape = new RegExp(letters.map((letter) => `[\\u2e80-\\u2eff${letter.replace(/[\\\]^-]/, '\\$&')}]`).join(''));
  return sheets.some(({ text }) => shape.test(text));
}

/** Reads a PDF of `page.pdf()`. */
export function readPrinted(file: Buffer): PrintedSheet[] {
  const latin = file.toString('latin1');
  const objects = new Map<string, { readonly head: string; readonly from: number }>();
  for (const { 0: begin, 1: number, index } of latin.matchAll(/(?:^|\n)(\d+) 0 obj\n?/g)) {
    const from = index + begin.length;
    const stream = latin.indexOf('stream', from);
    const end = latin.indexOf('endobj', from);
    const isStream = stream >= 0 && stream < end;
    objects.set(number!, {
      head: latin.slice(from, isStream ? stream : end),
      from: isStream ? latin.indexOf('\n', stream) + 1 : 0,
    });
  }
  const headOf = (number: string): string => objects.get(number)?.head ?? '';
  const streamOf = (number: string): string => {
    const { head, from } = objects.get(number)!;
    const told = /\/Length (\d+)( 0 R)?/.exec(head)!;
    const length = told[2] === undefined ? Number(told[1]) : Number.parseInt(headOf(told[1]!), 10);
    const bytes = file.subarray(from, from + length);
    return (head.includes('/FlateDecode') ? inflateSync(bytes) : bytes).toString('latin1');
  };
  return [...objects.values()]
    .filter(({ head }) => /\/Type \/Page\b/.test(head))
    .map(({ head }) => {
      const [, , width, height] = /\/MediaBox \[([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+)\]/.exec(head)!.slice(1).map(Number);
      const fonts = new Map([...head.matchAll(BY_NAME)].map(([, name, number]) => [name!, lettersOf(headOf(number!), streamOf)]));
      const drawn = streamOf(/\/Contents (\d+) 0 R/.exec(head)![1]!);
      return { size: [width!, height!] as const, text: decodeText(drawn, fonts) };
    });
}

/** What glyphs of a font mean, each by so many digits of sixteen. */
type Letters = { readonly digits: number; readonly of: ReadonlyMap<number, string> };

/** By the font's table. */
function lettersOf(font: string, streamOf: (number: string) => string): Letters | undefined {
  const number = /\/ToUnicode (\d+) 0 R/.exec(font)?.[1];
  if (number === undefined) return undefined;
  const table = streamOf(number);
  const text = (hex: string): string => Buffer.from(hex, 'hex').swap16().toString('utf16le');
  const of = new Map<number, string>();
  for (const [, kind, rows] of table.matchAll(/beginbf(char|range)\s([\s\S]*?)endbf/g))
    for (const row of rows!.split('\n')) {
      const hex = [...row.matchAll(/<([0-9A-Fa-f]+)>/g)].map(([, each]) => each!);
      if (hex.length < 2) continue;
      const [from, until] = [hex[0]!, hex[kind === 'char' ? 0 : 1]!].map((each) => Number.parseInt(each, 16)) as [number, number];
      const to = text(hex.at(-1)!);
      // of a range letters follow each other
      for (let glyph = from; glyph <= until; glyph++)
        of.set(glyph, glyph === from ? to : String.fromCodePoint(to.codePointAt(0)! + glyph - from));
    }
  return { digits: /begincodespacerange\s*<([0-9A-Fa-f]+)>/.exec(table)![1]!.length, of };
}

/** Letters as they were drawn; fonts call some by look-alikes. */
function decodeText(drawn: string, fonts: ReadonlyMap<string, Letters | undefined>): string {
  let [said, letters]: [string, Letters | undefined] = ['', undefined];
  for (const [, name, hex = ''] of drawn.matchAll(SHOWN)) {
    if (name !== undefined) letters = fonts.get(name);
    if (letters === undefined) continue;
    for (let at = 0; at < hex.length; at += letters.digits)
      said += letters.of.get(Number.parseInt(hex.slice(at, at + letters.digits), 16)) ?? '';
  }
  return said.normalize('NFKC').replaceAll(/\s/g, '');
}
