import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { BACKGROUND, RULE } from './canvas.ts';
import { measureContent, type TableMetrics } from './column-widths.ts';
import type { PdfColumn, PdfTable } from './document.ts';
import type { Pages } from './pages.ts';
import { type Band, splitBands } from './table-bands.ts';

const LEADING = 1.3;
const GAP = 10;
/** Rows drawn between two yields to the event loop. */
const ROWS_PER_TURN = 50;

/** The lines of each cell of a row. */
type RowLines = readonly (readonly string[])[];
type RowRole = 'heading' | 'row' | 'foot';

/** Draws a table in bands and repeats the heading of each on every page; a row never breaks over two. */
export async function drawTable(pages: Pages, table: PdfTable): Promise<void> {
  if (table.columns.length === 0) return;
  for (const band of splitBands(table, measureContent(table, pages.text), pages.width)) await drawBand(pages, table, band);
}

async function drawBand(pages: Pages, table: PdfTable, { columns: indexes, metrics }: Band): Promise<void> {
  const pick = <T>(list: readonly T[]): readonly T[] => indexes.map((at) => list[at]!);
  const columns = pick(table.columns);
  const foot = table.foot && pick(table.foot);
  const heading = wrapRow(
    pages,
    columns.map(({ title }) => title),
    metrics,
  );
  const draw = (lines: RowLines, role: RowRole) => drawRow(pages, columns, lines, metrics, role);
  const first = table.rows[0] ? pick(table.rows[0]) : foot;
  const minHeight = rowHeight(heading, metrics) + (first ? rowHeight(wrapRow(pages, first, metrics), metrics) : 0);
  if (pages.remainingHeight() < minHeight) pages.add();
  draw(heading, 'heading');
  const put = (cells: readonly string[], role: 'row' | 'foot') => {
    const lines = wrapRow(pages, cells, metrics, pages.height - rowHeight(heading, metrics));
    if (pages.remainingHeight() < rowHeight(lines, metrics)) {
      pages.add();
      draw(heading, 'heading');
    }
    draw(lines, role);
  };
  for (const [at, row] of table.rows.entries()) {
    if (at % ROWS_PER_TURN === 0) await yieldToEventLoop();
    put(pick(row), 'row');
  }
  if (foot) put(foot, 'foot');
  pages.moveDown(GAP);
}

/** Breaks cells into lines; a cell higher than `maxHeight` is cut. */
function wrapRow(
  { text: layout }: Pages,
  cells: readonly string[],
  { widths, padding, size }: TableMetrics,
  maxHeight?: number,
): RowLines {
  const maxLines =
    maxHeight === undefined ? Number.POSITIVE_INFINITY : Math.max(1, Math.floor((maxHeight - 2 * padding) / (size * LEADING)));
  return widths.map((width, at) => {
    const text = cells[at] ?? '';
    if (text === '') return [];
    const lines = layout.wrapLines(text, width - 2 * padding, size);
    return lines.length <= maxLines ? lines : [...lines.slice(0, maxLines - 1), `${lines[maxLines - 1]}…`];
  });
}

const rowHeight = (lines: RowLines, { size, padding }: TableMetrics): number =>
  Math.max(1, ...lines.map(({ length }) => length)) * size * LEADING + 2 * padding;

function drawRow(pages: Pages, columns: readonly PdfColumn[], cells: RowLines, metrics: TableMetrics, role: RowRole): void {
  const { widths, padding, size } = metrics;
  const height = rowHeight(cells, metrics);
  const [canvas, top] = [pages.canvas(), pages.y()];
  if (role !== 'row') canvas.fillRect(pages.left, top, pages.width, height, BACKGROUND);
  let x = pages.left;
  cells.forEach((lines, at) => {
    const { align = 'left' } = columns[at]!;
    const width = widths[at]!;
    const anchor = align === 'right' ? x + width - padding : align === 'center' ? x + width / 2 : x + padding;
    lines.forEach((line, nth) => {
      canvas.drawText(anchor, top + padding + size + nth * size * LEADING, line, { size, align, bold: role !== 'row' });
    });
    x += width;
  });
  canvas.strokePath(
    [
      [pages.left, top + height],
      [pages.left + pages.width, top + height],
    ],
    RULE,
    0.5,
  );
  pages.moveDown(height);
}
