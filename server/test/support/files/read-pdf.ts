import { inflateSync } from 'node:zlib';

/** A PDF read back: its pages in points, with their texts in drawing order. */
export type ReadPdf = {
  readonly title: string;
  readonly pages: readonly {
    readonly size: readonly number[];
    readonly texts: readonly PdfPiece[];
    readonly drawn: string;
    /** Resource names of its images. */
    readonly images: readonly string[];
  }[];
  /** The embedded font program, inflated, and its name. */
  readonly font: { readonly name: string; readonly program: Buffer };
};
type PdfPiece = { readonly x: number; readonly y: number; readonly size: number; readonly text: string };

/** Test reader for `writePdf`. Follows the cross-reference table and throws if an offset is wrong. */
export function readPdf(file: Buffer): ReadPdf {
  const latin = file.toString('latin1');
  if (!latin.startsWith('%PDF-1.7\n') || !latin.endsWith('%%EOF\n')) throw new Error('no PDF');
  const start = Number(/startxref\n(\d+)\n%%EOF/.exec(latin)![1]);
  if (!latin.startsWith('xref\n', start)) throw new Error('no cross-reference table');
  const rows = [...latin.slice(start, latin.indexOf('trailer', start)).matchAll(/^(\d{10}) 00000 n $/gm)];
  const object = (number: number): string => {
    const offset = Number(rows[number - 1]![1]);
    if (!latin.startsWith(`${number} 0 obj\n`, offset)) throw new Error(`object ${number} is not at ${offset}`);
    return latin.slice(offset, latin.indexOf('endobj', offset));
  };
  const stream = (number: number): Buffer => {
    const offset = Number(rows[number - 1]![1]);
    const begin = latin.indexOf('stream\n', offset) + 'stream\n'.length;
    return inflateSync(file.subarray(begin, begin + Number(/\/Length (\d+)/.exec(object(number))![1])));
  };
  const reference = (text: string, key: string): number => Number(new RegExp(`/${key} \\[?(\\d+) 0 R`).exec(text)![1]);

  const trailer = latin.slice(latin.lastIndexOf('trailer'));
  const tree = object(reference(object(reference(trailer, 'Root')), 'Pages'));
  const kids = [...tree.slice(tree.indexOf('/Kids')).matchAll(/(\d+) 0 R/g)].map(([, number]) => Number(number));
  const pages = kids.map(object);
  const font = object(reference(pages[0]!, 'F1'));
  const characters = parseUnicodeMap(stream(reference(font, 'ToUnicode')).toString('latin1'));
  const descriptor = object(reference(object(reference(font, 'DescendantFonts')), 'FontDescriptor'));
  const info = /\/Title <([0-9a-f]+)>/.exec(object(reference(trailer, 'Info')))![1]!;
  return {
    title: Buffer.from(info, 'hex').swap16().toString('utf16le').slice(1),
    pages: pages.map((page) => {
      const drawn = stream(reference(page, 'Contents')).toString('latin1');
      return {
        images: [...(/\/XObject << (.*?) >>/.exec(page)?.[1] ?? '').matchAll(/\/(\w+) /g)].map(([, name]) => name!),
        size: /\/MediaBox \[0 0 ([\d. ]+)\]/.exec(page)![1]!.split(' ').map(Number),
        texts: [...drawn.matchAll(/\/F1 ([\d.]+) Tf .*? rg ([\d.-]+) ([\d.-]+) Td <([0-9a-f]+)> Tj/g)].map(
          ([, size, x, y, hex]) => ({
            x: Number(x),
            y: Number(y),
            size: Number(size),
            text: hex!
              .match(/.{4}/g)!
              .map((glyph) => characters.get(glyph) ?? '')
              .join(''),
          }),
        ),
        drawn,
      };
    }),
    font: { name: /\/FontName \/(\S+)/.exec(descriptor)![1]!, program: stream(reference(descriptor, 'FontFile2')) },
  };
}

function parseUnicodeMap(map: string): ReadonlyMap<string, string> {
  return new Map(
    [...map.matchAll(/^<([0-9a-f]{4})> <([0-9a-f]+)>$/gm)].map(([, glyph, utf16]) => [
      glyph!,
      Buffer.from(utf16!, 'hex').swap16().toString('utf16le'),
    ]),
  );
}

/** All texts of all pages. */
export const extractTexts = ({ pages }: ReadPdf): string[] => pages.flatMap(({ texts }) => texts.map(({ text }) => text));
