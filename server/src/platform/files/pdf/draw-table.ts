import { setImmediate as breath } from 'node:timers/promises';
import { type Measures, measuresOf } from './column-widths.ts';
import type { PdfColumn, PdfTable } from './document.ts';
import { RULE, SHADE } from './pen.ts';
import type { Sheets } from './sheets.ts';

const LEADING = 1.3;
const GAP = 10;
/** Rows drawn before the server does something else. */
const AT_A_TIME = 50;

type Lines = readonly (readonly string[])[];

/** Draws a table, its heading again on every page; a row is on one page. */
export async function drawTable(sheets: Sheets, table: PdfTable): Promise<void> {
  const { columns, rows, foot } = table;
  if (columns.length === 0) return;
  const measures = measuresOf(table, sheets.width, sheets.letters);
  const heading = linesOf(
    sheets,
    columns.map(({ title }) => title),
    measures,
  );
  const draw = (lines: Lines, as: 'heading' | 'row' | 'foot') => drawRow(sheets, columns, lines, measures, as);
  const first = rows[0] ?? foot;
  const together = heightOf(heading, measures) + (first ? heightOf(linesOf(sheets, first, measures), measures) : 0);
  if (sheets.room() < together) sheets.turn();
  draw(heading, 'heading');
  const put = (cells: readonly string[], as: 'row' | 'foot') => {
    const lines = linesOf(sheets, cells, measures, sheets.height - heightOf(heading, measures));
    if (sheets.room() < heightOf(lines, measures)) {
      sheets.turn();
      draw(heading, 'heading');
    }
    draw(lines, as);
  };
  for (const [at, row] of rows.entries()) {
    if (at % AT_A_TIME === 0) await breath();
    put(row, 'row');
  }
  if (foot) put(foot, 'foot');
  sheets.down(GAP);
}

/** The lines of each cell; of one that is higher than `most`, the first. */
function linesOf({ letters }: Sheets, cells: readonly string[], { widths, padding, size }: Measures, most?: number): Lines {
  const room = most === undefined ? Number.POSITIVE_INFINITY : Math.max(1, Math.floor((most - 2 * padding) / (size * LEADING)));
  return widths.map((width, at) => {
    const text = cells[at] ?? '';
    if (text === '') return [];
    const lines = letters.lines(text, width - 2 * padding, size);
    return lines.length <= room ? lines : [...lines.slice(0, room - 1), `${lines[room - 1]}…`];
  });
}

const heightOf = (lines: Lines, { size, padding }: Measures): number =>
  Math.max(1, ...lines.map(({ length }) => length)) * size * LEADING + 2 * padding;

function drawRow(
  sheets: Sheets,
  columns: readonly PdfColumn[],
  cells: Lines,
  measures: Measures,
  as: 'heading' | 'row' | 'foot',
): void {
  const { widths, padding, size } = measures;
  const height = heightOf(cells, measures);
  const [pen, top] = [sheets.pen(), sheets.y()];
  if (as !== 'row') pen.rect(sheets.left, top, sheets.width, height, SHADE);
  let x = sheets.left;
  cells.forEach((lines, at) => {
    const { align = 'left' } = columns[at]!;
    const width = widths[at]!;
    const place = align === 'right' ? x + width - padding : align === 'center' ? x + width / 2 : x + padding;
    lines.forEach((line, nth) => {
      pen.text(place, top + padding + size + nth * size * LEADING, line, { size, align, bold: as !== 'row' });
    });
    x += width;
  });
  pen.line(
    [
      [sheets.left, top + height],
      [sheets.left + sheets.width, top + height],
    ],
    RULE,
    0.5,
  );
  sheets.down(height);
}
