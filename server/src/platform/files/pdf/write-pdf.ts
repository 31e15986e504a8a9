import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Writable } from 'node:stream';
import { setImmediate as breath } from 'node:timers/promises';
import { MAX_PDF_ROWS } from '@fleetwarden/contract/reports/schemas';
import type { PdfBlock, PdfDocument } from './document.ts';
import { drawFigures, drawHeading, drawText, drawTitle } from './draw-blocks.ts';
import { drawChart } from './draw-chart.ts';
import { drawStrip } from './draw-strip.ts';
import { drawTable } from './draw-table.ts';
import { embedFont } from './embedded-font.ts';
import { createLetters } from './letters.ts';
import { beginPdf, type PdfFile, textString } from './pdf-file.ts';
import { FONT, LOGO } from './pen.ts';
import { readPicture } from './picture.ts';
import { createSheets, type Sheets } from './sheets.ts';
import { readTrueType } from './true-type.ts';

/** Noto Sans SC (SIL Open Font License 1.1): simplified Chinese, kana and the Latin letters of every language there is here. */
const FONT_FILE = '@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf';

/**
 * Writes a document as PDF (ISO 32000-1) into the stream, no faster than the stream takes it; does not end the stream. The font is
 * in it with the letters it uses. Steps aside between rows, so that a server goes on meanwhile; `signal` ends it early. Resolves to
 * how many pages there are. Throws RangeError beyond MAX_PDF_ROWS rows of all tables: pages are held until their number is known.
 */
export async function writePdf(stream: Writable, document: PdfDocument, signal?: AbortSignal): Promise<number> {
  const rows = document.blocks.reduce((count, block) => count + (block.kind === 'table' ? block.rows.length : 0), 0);
  if (rows > MAX_PDF_ROWS) throw new RangeError(`a document of ${rows} rows`);
  const font = readTrueType(await readFile(createRequire(import.meta.url).resolve(FONT_FILE)));
  const letters = createLetters(font);
  const logo = document.logo && readPicture(document.logo);
  const sheets = createSheets({ ...document, logo }, letters);
  drawTitle(sheets, document.title);
  for (const block of document.blocks) {
    signal?.throwIfAborted();
    await drawBlock(sheets, block, document.language);
  }
  const contents = sheets.contents();
  signal?.throwIfAborted();
  const file = await beginPdf(stream);
  const [catalogue, info, tree, embedded] = [file.reserve(), file.reserve(), file.reserve(), file.reserve()] as const;
  const picture = logo && (await logo.embed(file));
  const resources = `/Font << /${FONT} ${embedded} 0 R >>${picture === undefined ? '' : ` /XObject << /${LOGO} ${picture} 0 R >>`}`;
  const pages = await writePages(file, contents, { size: sheets.size, tree, resources });
  await file.object(tree, `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((page) => `${page} 0 R`).join(' ')}] >>`);
  await breath();
  await embedFont(file, embedded, font, letters);
  await file.object(
    catalogue,
    `<< /Type /Catalog /Pages ${tree} 0 R /Lang (${document.language}) /ViewerPreferences << /DisplayDocTitle true >> >>`,
  );
  await file.object(info, `<< /Title ${textString(document.title)} /Author ${textString(document.platformName)} >>`);
  await file.end(catalogue, info);
  return pages.length;
}

async function drawBlock(sheets: Sheets, block: PdfBlock, language: string): Promise<void> {
  switch (block.kind) {
    case 'heading':
      return drawHeading(sheets, block);
    case 'text':
      return drawText(sheets, block);
    case 'figures':
      return drawFigures(sheets, block);
    case 'chart':
      return drawChart(sheets, block, language);
    case 'strip':
      return drawStrip(sheets, block, language);
    case 'table':
      return drawTable(sheets, block);
  }
}

async function writePages(
  file: PdfFile,
  contents: readonly string[],
  { size, tree, resources }: { readonly size: readonly [number, number]; readonly tree: number; readonly resources: string },
): Promise<number[]> {
  const pages: number[] = [];
  for (const content of contents) {
    const [page, drawn] = [file.reserve(), file.reserve()] as const;
    await file.stream(drawn, '', Buffer.from(content));
    await file.object(
      page,
      `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 ${size[0]} ${size[1]}] /Resources << ${resources} >> /Contents ${drawn} 0 R >>`,
    );
    pages.push(page);
  }
  return pages;
}
