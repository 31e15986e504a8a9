import type { Writable } from 'node:stream';
import { wallClock } from '@fleetwarden/contract/values/wall-clock';
import type { Cell, Column, TableChart } from '../table.ts';
import { compileRowStyle, renderRow, renderTextCell } from './cell-xml.ts';
import { renderChartParts, renderChartSheet } from './chart-parts.ts';
import { renderColumns, renderSheet } from './sheet-xml.ts';
import { STYLE } from './styles.ts';
import { createSheetNamer, renderPackageParts, type WrittenSheet } from './workbook-xml.ts';
import { createZipWriter } from './zip-writer.ts';

/** A block of a sheet. A chart gets a sheet of its own after the sheet of its block. */
export type SheetBlock =
  | { readonly kind: 'title' | 'heading'; readonly text: string }
  | { readonly kind: 'lines'; readonly lines: readonly string[] }
  /** A key figure beside its label. */
  | { readonly kind: 'figure'; readonly column: Column; readonly cell: Cell }
  | {
      readonly kind: 'table';
      readonly columns: readonly Column[];
      readonly rows: readonly (readonly Cell[])[];
      readonly foot?: readonly Cell[];
    }
  | { readonly kind: 'chart'; readonly chart: TableChart };
export type BlockSheet = { readonly name: string; readonly blocks: readonly SheetBlock[] };

/**
 * Writes a workbook (ECMA-376) of sheets made of blocks; does not end the stream. Holds each sheet in memory, so it suits
 * documents, not long tables. Instants are in the wall clock of `timeZone`.
 */
export async function writeBlockWorkbook(stream: Writable, wanted: readonly BlockSheet[], timeZone: string): Promise<void> {
  const zip = createZipWriter(stream);
  const nameSheet = createSheetNamer();
  const clock = wallClock(timeZone);
  const sheets: WrittenSheet[] = [];
  let charts = 0;
  const add = async (sheet: WrittenSheet, xml: string): Promise<void> => {
    sheets.push(sheet);
    await zip.writeEntry(`xl/worksheets/sheet${sheets.length}.xml`, (put) => put(xml));
  };
  for (const { name: wantedName, blocks } of wanted) {
    await add({ name: nameSheet(wantedName), hidden: false }, renderBlocks(blocks, clock));
    for (const block of blocks) {
      if (block.kind !== 'chart') continue;
      const chartName = nameSheet(block.chart.sheet);
      await add({ name: chartName, hidden: false, drawing: true }, renderChartSheet(block.chart));
      for (const [part, xml] of renderChartParts(block.chart, chartName, sheets.length, ++charts))
        await zip.writeEntry(part, (put) => put(xml));
    }
  }
  for (const [part, xml] of renderPackageParts(sheets)) await zip.writeEntry(part, (put) => put(xml));
  await zip.end();
}

function renderBlocks(blocks: readonly SheetBlock[], clock: (at: number) => number): string {
  const rows: string[] = [];
  const line = (text: string, style: number) =>
    `<row r="${rows.length + 1}">${renderTextCell(0, rows.length + 1, text, style)}</row>`;
  for (const block of blocks)
    switch (block.kind) {
      case 'title':
        rows.push(line(block.text, STYLE.title));
        break;
      case 'heading':
        // an empty row above
        rows.push(`<row r="${rows.length + 1}"></row>`);
        rows.push(line(block.text, STYLE.heading));
        break;
      case 'lines':
        for (const text of block.lines) rows.push(line(text, STYLE.text));
        break;
      case 'figure': {
        const style = compileRowStyle([{ title: '', kind: 'text' }, block.column]);
        rows.push(renderRow(rows.length + 1, [block.column.title, block.cell], style, clock));
        break;
      }
      case 'table': {
        const row = rows.length + 1;
        rows.push(
          `<row r="${row}">${block.columns.map(({ title }, at) => renderTextCell(at, row, title, STYLE.heading)).join('')}</row>`,
        );
        const style = compileRowStyle(block.columns);
        for (const cells of block.rows) rows.push(renderRow(rows.length + 1, cells, style, clock));
        if (block.foot) rows.push(renderRow(rows.length + 1, block.foot, compileRowStyle(block.columns, true), clock));
        break;
      }
    }
  return renderSheet(renderColumns(mergeWidths(blocks)), rows);
}

/** Each column takes the largest width that a block wants. */
function mergeWidths(blocks: readonly SheetBlock[]): Column[] {
  const widths: number[] = [];
  const widen = (at: number, width = 0) => {
    widths[at] = Math.max(widths[at] ?? MIN_WIDTH, width);
  };
  for (const block of blocks) {
    const { kind } = block;
    const wanted = kind === 'figure' ? FIGURE_WIDTHS : kind === 'table' ? block.columns.map(({ width }) => width) : [];
    for (const [at, width] of wanted.entries()) widen(at, width);
  }
  return widths.map((width) => ({ title: '', kind: 'text', width }));
}
/** In characters. */
const MIN_WIDTH = 14;
const FIGURE_WIDTHS = [22, MIN_WIDTH] as const;
