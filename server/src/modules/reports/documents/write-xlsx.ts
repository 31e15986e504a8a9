import type { Writable } from 'node:stream';
import type { Column } from '../../../platform/files/table.ts';
import { type BlockSheet, type SheetBlock, writeBlockWorkbook } from '../../../platform/files/xlsx/write-block-workbook.ts';
import type { FilledDocument, FilledSection } from './fill.ts';

/** Writes a document as a workbook into the stream, which it does not end. Sections with `sheet` start a new worksheet. */
export async function writeDocumentXlsx(stream: Writable, document: FilledDocument): Promise<void> {
  const { title, company, about, sections, timeZone } = document;
  const head: SheetBlock[] = [
    { kind: 'title', text: title },
    { kind: 'lines', lines: [company, ...about] },
  ];
  const sheets: { name: string; blocks: SheetBlock[] }[] = [];
  for (const section of sections) {
    const first = sheets.length === 0;
    if (first || section.sheet !== undefined)
      sheets.push({ name: section.sheet ?? section.title, blocks: first ? [...head] : [{ kind: 'title', text: title }] });
    sheets.at(-1)!.blocks.push({ kind: 'heading', text: section.title }, ...buildBlocks(section));
  }
  await writeBlockWorkbook(stream, sheets satisfies BlockSheet[], timeZone);
}

function buildBlocks(section: FilledSection): SheetBlock[] {
  switch (section.kind) {
    case 'figures':
      return section.figures.map(({ column, cell }) => ({ kind: 'figure', column, cell }));
    case 'strip': {
      const columns = section.cells.map(({ label }) => ({ title: label, kind: 'number' as const }));
      return [{ kind: 'table', columns, rows: [section.cells.map(({ value }) => value)] }];
    }
    case 'words':
      return [{ kind: 'lines', lines: section.lines }];
    case 'chart':
      return section.chart.labels.length > 0 ? [{ kind: 'chart', chart: section.chart }] : [];
    case 'table': {
      const { rows, foot, note } = section;
      const columns: Column[] = section.columns.map(({ column }) => column);
      return [
        { kind: 'table', columns, rows, ...(foot ? { foot } : {}) },
        ...(note === undefined ? [] : [{ kind: 'lines', lines: [note] } as const]),
      ];
    }
  }
}
