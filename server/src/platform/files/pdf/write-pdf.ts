import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Writable } from 'node:stream';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { MAX_PDF_ROWS } from '@fleetwarden/contract/reports/report-formats';
import { FONT, LOGO } from './canvas.ts';
import type { PdfBlock, PdfDocument } from './document.ts';
import { drawFigures, drawHeading, drawPictures, drawText, drawTitle, FIGURE_HEIGHT } from './draw-blocks.ts';
import { CHART_HEIGHT, drawChart } from './draw-chart.ts';
import { drawStrip } from './draw-strip.ts';
import { drawTable } from './draw-table.ts';
import { embedFont } from './embedded-font.ts';
import { readImage, readPicture } from './image.ts';
import { createPages, type Pages } from './pages.ts';
import { encodeTextString, openPdfWriter, type PdfWriter } from './pdf-writer.ts';
import { createTextLayout } from './text-layout.ts';
import { parseTrueType, type TrueTypeFont } from './true-type.ts';

/** Noto Sans SC (SIL Open Font License 1.1): simplified Chinese, kana and Latin, for all languages of the platform. */
const FONT_FILE = '@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf';
let sharedFont: WeakRef<TrueTypeFont> | undefined;

/** Documents that follow each other share the font: reading its 10 MB for each costs more than the document. */
async function loadFont(): Promise<TrueTypeFont> {
  const loaded = sharedFont?.deref() ?? parseTrueType(await readFile(createRequire(import.meta.url).resolve(FONT_FILE)));
  sharedFont = new WeakRef(loaded);
  return loaded;
}

/**
 * Writes a PDF (ISO 32000-1) into the stream with backpressure; does not end the stream. Yields between rows. Returns the page count.
 * Throws RangeError if all tables together exceed MAX_PDF_ROWS rows: pages stay in memory until their number is known.
 */
export async function writePdf(stream: Writable, document: PdfDocument, signal?: AbortSignal): Promise<number> {
  const rows = document.blocks.reduce((count, block) => count + (block.kind === 'table' ? block.rows.length : 0), 0);
  if (rows > MAX_PDF_ROWS) throw new RangeError(`a document of ${rows} rows`);
  const font = await loadFont();
  const text = createTextLayout(font);
  const logo = document.logo && readImage(document.logo);
  const pages = createPages({ ...document, logo }, text);
  drawTitle(pages, document.title);
  for (const [at, block] of document.blocks.entries()) {
    signal?.throwIfAborted();
    await drawBlock(pages, block, document.language, document.blocks[at + 1]);
  }
  const contents = pages.finish();
  signal?.throwIfAborted();
  const writer = await openPdfWriter(stream);
  const catalog = writer.reserveObject();
  const info = writer.reserveObject();
  const pageTree = writer.reserveObject();
  const embeddedFont = writer.reserveObject();
  const images = logo ? [`/${LOGO} ${await logo.embed(writer)} 0 R`] : [];
  for (const [name, { read }] of pages.pictures) {
    signal?.throwIfAborted();
    const bytes = await read();
    const picture = bytes && readPicture(bytes);
    if (picture) images.push(`/${name} ${await picture.embed(writer)} 0 R`);
  }
  const objects = images.length === 0 ? '' : ` /XObject << ${images.join(' ')} >>`;
  const resources = `/Font << /${FONT} ${embeddedFont} 0 R >>${objects}`;
  const kids = await writePages(writer, contents, { size: pages.size, pageTree, resources });
  const references = kids.map((page) => `${page} 0 R`).join(' ');
  await writer.writeObject(pageTree, `<< /Type /Pages /Count ${kids.length} /Kids [${references}] >>`);
  await yieldToEventLoop();
  await embedFont(writer, embeddedFont, font, text);
  await writer.writeObject(
    catalog,
    `<< /Type /Catalog /Pages ${pageTree} 0 R /Lang (${document.language}) /ViewerPreferences << /DisplayDocTitle true >> >>`,
  );
  const [title, author] = [encodeTextString(document.title), encodeTextString(document.platformName)];
  await writer.writeObject(info, `<< /Title ${title} /Author ${author} >>`);
  await writer.end(catalog, info);
  return kids.length;
}

/** Heights of blocks that are not divided between pages. */
const UNDIVIDED: Partial<Record<PdfBlock['kind'], number>> = { chart: CHART_HEIGHT, figures: FIGURE_HEIGHT };

async function drawBlock(pages: Pages, block: PdfBlock, language: string, next: PdfBlock | undefined): Promise<void> {
  switch (block.kind) {
    case 'heading':
      return drawHeading(pages, block, next && UNDIVIDED[next.kind]);
    case 'text':
      return drawText(pages, block);
    case 'figures':
      return drawFigures(pages, block);
    case 'chart':
      return drawChart(pages, block, language);
    case 'pictures':
      return drawPictures(pages, block);
    case 'strip':
      return drawStrip(pages, block, language);
    case 'table':
      return drawTable(pages, block);
  }
}

async function writePages(
  writer: PdfWriter,
  contents: readonly string[],
  { size, pageTree, resources }: { readonly size: Pages['size']; readonly pageTree: number; readonly resources: string },
): Promise<number[]> {
  const pages: number[] = [];
  for (const content of contents) {
    const [page, stream] = [writer.reserveObject(), writer.reserveObject()] as const;
    await writer.writeStream(stream, '', Buffer.from(content));
    await writer.writeObject(
      page,
      `<< /Type /Page /Parent ${pageTree} 0 R /MediaBox [0 0 ${size[0]} ${size[1]}] /Resources << ${resources} >> /Contents ${stream} 0 R >>`,
    );
    pages.push(page);
  }
  return pages;
}
