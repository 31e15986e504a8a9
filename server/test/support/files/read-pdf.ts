import { inflateSync } from 'node:zlib';

/** A PDF as it is read back by what it says of itself: its pages, in points, with their texts as they were drawn. */
export type ReadPdf = {
  readonly title: string;
  readonly pages: readonly { readonly size: readonly number[]; readonly texts: readonly PdfPiece[]; readonly drawn: string }[];
  /** The font program that is embedded, unpacked, and its name. */
  readonly font: { readonly name: string; readonly program: Buffer };
};
type PdfPiece = { readonly x: number; readonly y: number; readonly size: number; readonly text: string };

/** Reads what `writePdf` writes, by its table of objects; throws where that points elsewhere. For tests. */
export function readPdf(file: Buffer): ReadPdf {
  const latin = file.toString('latin1');
  if (!latin.startsWith('%PDF-1.7\n') || !latin.endsWith('%%EOF\n')) throw new Error('no PDF');
  const start = Number(/startxref\n(\d+)\n%%EOF/.exec(latin)![1]);
  if (!latin.startsWith('xref\n', start)) throw new Error('no table of objects');
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
  const letters = lettersOf(stream(reference(font, 'ToUnicode')).toString('latin1'));
  const descriptor = object(reference(object(reference(font, 'DescendantFonts')), 'FontDescriptor'));
  const info = /\/Title <([0-9a-f]+)>/.exec(object(reference(trailer, 'Info')))![1]!;
  return {
    title: Buffer.from(info, 'hex').swap16().toString('utf16le').slice(1),
    pages: pages.map((page) => {
      const drawn = stream(reference(page, 'Contents')).toString('latin1');
      return {
        size: /\/MediaBox \[0 0 ([\d. ]+)\]/.exec(page)![1]!.split(' ').map(Number),
        texts: [...drawn.matchAll(/\/F1 ([\d.]+) Tf .*? rg ([\d.-]+) ([\d.-]+) Td <([0-9a-f]+)> Tj/g)].map(
          ([, size, x, y, hex]) => ({
            x: Number(x),
            y: Number(y),
            size: Number(size),
            text: hex!
              .match(/.{4}/g)!
              .map((glyph) => letters.get(glyph) ?? '')
              .join(''),
          }),
        ),
        drawn,
      };
    }),
    font: { name: /\/FontName \/(\S+)/.exec(descriptor)![1]!, program: stream(reference(descriptor, 'FontFile2')) },
  };
}

function lettersOf(map: string): ReadonlyMap<string, string> {
  return new Map(
    [...map.matchAll(/^<([0-9a-f]{4})> <([0-9a-f]+)>$/gm)].map(([, glyph, utf16]) => [
      glyph!,
      Buffer.from(utf16!, 'hex').swap16().toString('utf16le'),
    ]),
  );
}

/** All that stands on the pages, a line a text. */
export const textsOf = ({ pages }: ReadPdf): string[] => pages.flatMap(({ texts }) => texts.map(({ text }) => text));
