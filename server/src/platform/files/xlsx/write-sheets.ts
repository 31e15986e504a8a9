import type { Writable } from 'node:stream';
import { wallClock } from '@fleetwarden/contract/values/wall-clock';
import type { Cell, Column, TableChart } from '../table.ts';
import { rowStyle, rowXml, textXml } from './cell-xml.ts';
import { chartParts, chartSheetXml } from './chart-parts.ts';
import { columnsXml, plainSheet } from './sheet-xml.ts';
import { STYLE } from './styles.ts';
import { packageParts, sheetNamer, type WrittenSheet } from './workbook-xml.ts';
import { createZipWriter } from './zip-writer.ts';

/** A part of a sheet; each stands below the one before. A chart lies on a sheet of its own, behind that of its block. */
export type SheetBlock =
  | { readonly kind: 'title' | 'heading'; readonly text: string }
  | { readonly kind: 'lines'; readonly lines: readonly string[] }
  /** A figure beside its name. */
  | { readonly kind: 'figure'; readonly column: Column; readonly cell: Cell }
  | {
      readonly kind: 'table';
      readonly columns: readonly Column[];
      readonly rows: readonly (readonly Cell[])[];
      readonly foot?: readonly Cell[];
    }
  | { readonly kind: 'chart'; readonly chart: TableChart };
export type SheetOfBlocks = { readonly name: string; readonly blocks: readonly SheetBlock[] };

/**
 * Writes a workbook (ECMA-376) of sheets that are laid out in blocks into the stream, which it does not end; all of it is held, so it
 * is for what people read, not for rows by the thousand. Instants are written by the clocks of the zone.
 */
export async function writeSheets(stream: Writable, wanted: readonly SheetOfBlocks[], timeZone: string): Promise<void> {
  const zip = createZipWriter(stream);
  const name = sheetNamer();
  const clock = wallClock(timeZone);
  const sheets: WrittenSheet[] = [];
  let charts = 0;
  const add = async (sheet: WrittenSheet, xml: string): Promise<void> => {
    sheets.push(sheet);
    await zip.entry(`xl/worksheets/sheet${sheets.length}.xml`, (put) => put(xml));
  };
  for (const { name: asked, blocks } of wanted) {
    await add({ name: name(asked), hidden: false }, sheetXml(blocks, clock));
    for (const block of blocks) {
      if (block.kind !== 'chart') continue;
      const of = name(block.chart.sheet);
      await add({ name: of, hidden: false, drawing: true }, chartSheetXml(block.chart));
      for (const [part, xml] of chartParts(block.chart, of, sheets.length, ++charts)) await zip.entry(part, (put) => put(xml));
    }
  }
  for (const [part, xml] of packageParts(sheets)) await zip.entry(part, (put) => put(xml));
  await zip.end();
}

function sheetXml(blocks: readonly SheetBlock[], clock: (at: number) => number): string {
  const rows: string[] = [];
  const line = (text: string, style: number) => `<row r="${rows.length + 1}">${textXml(0, rows.length + 1, text, style)}</row>`;
  for (const block of blocks)
    switch (block.kind) {
      case 'title':
        rows.push(line(block.text, STYLE.title));
        break;
      case 'heading':
        // set apart from what is above
        rows.push(`<row r="${rows.length + 1}"></row>`);
        rows.push(line(block.text, STYLE.heading));
        break;
      case 'lines':
        for (const text of block.lines) rows.push(line(text, STYLE.text));
        break;
      case 'figure': {
        const style = rowStyle([{ title: '', kind: 'text' }, block.column]);
        rows.push(rowXml(rows.length + 1, [block.column.title, block.cell], style, clock));
        break;
      }
      case 'table': {
        const row = rows.length + 1;
        rows.push(
          `<row r="${row}">${block.columns.map(({ title }, at) => textXml(at, row, title, STYLE.heading)).join('')}</row>`,
        );
        const style = rowStyle(block.columns);
        for (const cells of block.rows) rows.push(rowXml(rows.length + 1, cells, style, clock));
        if (block.foot) rows.push(rowXml(rows.length + 1, block.foot, rowStyle(block.columns, true), clock));
        break;
      }
    }
  return plainSheet(columnsXml(widest(blocks)), rows);
}

/** A column of a sheet is as wide as the widest of its blocks wants it. */
function widest(blocks: readonly SheetBlock[]): Column[] {
  const widths: number[] = [];
  const wants = (at: number, width = 0) => {
    widths[at] = Math.max(widths[at] ?? MIN_WIDTH, width);
  };
  for (const block of blocks) {
    const { kind } = block;
    const wanted = kind === 'figure' ? FIGURE_WIDTHS : kind === 'table' ? block.columns.map(({ width }) => width) : [];
    for (const [at, width] of wanted.entries()) wants(at, width);
  }
  return widths.map((width) => ({ title: '', kind: 'text', width }));
}
/** In characters. */
const MIN_WIDTH = 14;
const FIGURE_WIDTHS = [22, MIN_WIDTH] as const;
