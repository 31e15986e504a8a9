import type { PdfWriter } from './pdf-writer.ts';
import type { TextLayout } from './text-layout.ts';
import type { TrueTypeFont } from './true-type.ts';

/** The tag before `+` marks a subset (ISO 32000-1, 9.6.4). */
const NAME = 'FWSUBS+NotoSansSC-Regular';
/** Symbolic: characters are addressed by glyph id (ISO 32000-1, 9.8.2). */
const FLAGS = 4;
const STEM = 80;
/** Adobe 5411, 1.4.1. */
const MAX_CMAP_ROWS = 100;

/** Embeds the used glyphs with their widths, and a ToUnicode map for search and copy. */
export async function embedFont(writer: PdfWriter, object: number, font: TrueTypeFont, text: TextLayout): Promise<void> {
  const used = [...text.usedGlyphs()].sort(([a], [b]) => a - b);
  const [descendant, descriptor, program, unicode] = [
    writer.reserveObject(),
    writer.reserveObject(),
    writer.reserveObject(),
    writer.reserveObject(),
  ] as const;
  const outlines = font.subset(used.map(([glyph]) => glyph));
  await writer.writeStream(program, `/Length1 ${outlines.length}`, outlines);
  await writer.writeStream(unicode, '', Buffer.from(buildUnicodeMap(used)));
  const [ascent, descent] = [Math.round(font.ascent), Math.round(font.descent)];
  await writer.writeObject(
    descriptor,
    `<< /Type /FontDescriptor /FontName /${NAME} /Flags ${FLAGS} /FontBBox [${font.boundingBox.map(Math.round).join(' ')}] /ItalicAngle 0 /Ascent ${ascent} /Descent ${descent} /CapHeight ${ascent} /StemV ${STEM} /FontFile2 ${program} 0 R >>`,
  );
  const widths = used.map(([glyph]) => `${glyph} [${Number(font.measureGlyph(glyph).toFixed(1))}]`).join(' ');
  await writer.writeObject(
    descendant,
    `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${NAME} /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor ${descriptor} 0 R /CIDToGIDMap /Identity /DW 1000 /W [${widths}] >>`,
  );
  await writer.writeObject(
    object,
    `<< /Type /Font /Subtype /Type0 /BaseFont /${NAME} /Encoding /Identity-H /DescendantFonts [${descendant} 0 R] /ToUnicode ${unicode} 0 R >>`,
  );
}

const formatHex = (value: number): string => value.toString(16).padStart(4, '0');
const encodeUtf16 = (codePoint: number): string =>
  Buffer.from(String.fromCodePoint(codePoint), 'utf16le').swap16().toString('hex');

function buildUnicodeMap(used: readonly (readonly [glyph: number, codePoint: number])[]): string {
  const rows = used.map(([glyph, codePoint]) => `<${formatHex(glyph)}> <${encodeUtf16(codePoint)}>`);
  const lists = Array.from({ length: Math.ceil(rows.length / MAX_CMAP_ROWS) }, (_, at) => {
    const part = rows.slice(at * MAX_CMAP_ROWS, (at + 1) * MAX_CMAP_ROWS);
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
