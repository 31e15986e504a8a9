import type { Letters } from './letters.ts';
import type { PdfFile } from './pdf-file.ts';
import type { TrueTypeFont } from './true-type.ts';

const NAME = 'FWSUBS+NotoSansSC-Regular';
/** Symbolic: its letters are told by numbers of glyphs (ISO 32000-1, 9.8.2). */
const FLAGS = 4;
const STEM = 80;
/** Rows of a list within a CMap (Adobe 5411, 1.4.1). */
const CMAP_ROWS = 100;

/** Writes the font of a document: the glyphs it uses, how wide they are and which letters they stand for, so that they can be copied. */
export async function embedFont(file: PdfFile, number: number, font: TrueTypeFont, letters: Letters): Promise<void> {
  const used = [...letters.used()].sort(([a], [b]) => a - b);
  const [descendant, descriptor, program, unicode] = [file.reserve(), file.reserve(), file.reserve(), file.reserve()] as const;
  const outlines = font.only(used.map(([glyph]) => glyph));
  await file.stream(program, `/Length1 ${outlines.length}`, outlines);
  await file.stream(unicode, '', Buffer.from(unicodeMap(used)));
  const [ascent, descent] = [Math.round(font.ascent), Math.round(font.descent)];
  await file.object(
    descriptor,
    `<< /Type /FontDescriptor /FontName /${NAME} /Flags ${FLAGS} /FontBBox [${font.box.map(Math.round).join(' ')}] /ItalicAngle 0 /Ascent ${ascent} /Descent ${descent} /CapHeight ${ascent} /StemV ${STEM} /FontFile2 ${program} 0 R >>`,
  );
  const widths = used.map(([glyph]) => `${glyph} [${Number(font.widthOf(glyph).toFixed(1))}]`).join(' ');
  await file.object(
    descendant,
    `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${NAME} /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor ${descriptor} 0 R /CIDToGIDMap /Identity /DW 1000 /W [${widths}] >>`,
  );
  await file.object(
    number,
    `<< /Type /Font /Subtype /Type0 /BaseFont /${NAME} /Encoding /Identity-H /DescendantFonts [${descendant} 0 R] /ToUnicode ${unicode} 0 R >>`,
  );
}

const hex = (value: number): string => value.toString(16).padStart(4, '0');
const utf16 = (codePoint: number): string => Buffer.from(String.fromCodePoint(codePoint), 'utf16le').swap16().toString('hex');

function unicodeMap(used: readonly (readonly [glyph: number, codePoint: number])[]): string {
  const rows = used.map(([glyph, codePoint]) => `<${hex(glyph)}> <${utf16(codePoint)}>`);
  const lists = Array.from({ length: Math.ceil(rows.length / CMAP_ROWS) }, (_, at) => {
    const part = rows.slice(at * CMAP_ROWS, (at + 1) * CMAP_ROWS);
    return `${part.length} beginbfchar\n${part.join('\n')}\nendbfchar\n`;
  });
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
${lists.join('')}endcmap
CMapName currentdict /CMap defineresource pop
end
end
`;
}
