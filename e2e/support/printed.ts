/** What Chromium prints, read back: sheets with their size and their texts, as far as stories ask. */
import { inflateSync } from 'node:zlib';

/** A sheet: width and height in points, and all that stands on it in the order it was drawn, without spaces. */
export type PrintedSheet = { readonly size: readonly [width: number, height: number]; readonly text: string };

const [BY_NAME, SHOWN] = [/\/(F\d+) (\d+) 0 R/g, /\/(F\d+) [\d.]+ Tf|<([0-9A-Fa-f]+)>|\((?:\\.|[^\\)])*\)/g];

/** Reads a PDF of `page.pdf()`; throws where a letter has no meaning. */
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
      return { size: [width!, height!] as const, text: textOf(drawn, fonts) };
    });
}

type Letters = ReadonlyMap<number, string>;

/** What glyphs of a font mean, by its table. */
function lettersOf(font: string, streamOf: (number: string) => string): Letters {
  const letters = new Map<number, string>();
  const table = /\/ToUnicode (\d+) 0 R/.exec(font)?.[1];
  if (table === undefined) return letters;
  const text = (hex: string): string => Buffer.from(hex, 'hex').swap16().toString('utf16le');
  for (const [, kind, rows] of streamOf(table).matchAll(/beginbf(char|range)\s([\s\S]*?)endbf/g))
    for (const [, first, last, to] of rows!.matchAll(/<([0-9A-Fa-f]+)>\s*(?:<([0-9A-Fa-f]+)>\s*)?<([0-9A-Fa-f]+)>/g)) {
      const [from, until] = [Number.parseInt(first!, 16), Number.parseInt(kind === 'char' ? first! : last!, 16)];
      const start = text(to!).codePointAt(0)!;
      for (let glyph = from; glyph <= until; glyph++)
        letters.set(glyph, kind === 'char' ? text(to!) : String.fromCodePoint(start + glyph - from));
    }
  return letters;
}

/** Letters as they were drawn; fonts call some by look-alikes. */
function textOf(drawn: string, fonts: ReadonlyMap<string, Letters>): string {
  let [said, letters]: [string, Letters | undefined] = ['', undefined];
  for (const [, name, hex] of drawn.matchAll(SHOWN)) {
    if (name !== undefined) letters = fonts.get(name);
    for (const [glyph] of (hex ?? '').matchAll(/.{4}/g)) said += letters?.get(Number.parseInt(glyph, 16)) ?? '';
  }
  return said.normalize('NFKC').replaceAll(/\s/g, '');
}
