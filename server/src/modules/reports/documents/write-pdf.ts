import type { Writable } from 'node:stream';
import { isLandscape } from '@fleetwarden/contract/reports/documents/document-paper';
import type { PdfBlock } from '../../../platform/files/pdf/document.ts';
import { writePdf } from '../../../platform/files/pdf/write-pdf.ts';
import type { ColumnKind } from '../../../platform/files/table.ts';
import type { FilledDocument, FilledSection } from './fill.ts';

/** Stands for an unknown figure, as on the page. */
const NOT_KNOWN = '-';
const RIGHT: ReadonlySet<ColumnKind> = new Set(['number', 'percent', 'span']);

/**
 * Writes a document as PDF into the stream, which it does not end. A4, landscape if a table is wide. Returns the number of pages.
 * Throws RangeError beyond MAX_PDF_ROWS rows.
 */
export function writeDocumentPdf(stream: Writable, document: FilledDocument, signal?: AbortSignal): Promise<number> {
  const { title, company, platformName, language, about, sections } = document;
  const landscape = isLandscape(sections);
  const blocks: PdfBlock[] = [
    ...about.map((text) => ({ kind: 'text', text, faint: true }) as const),
    ...sections.flatMap((section) => [
      { kind: 'heading', text: section.title, level: section.sheet === undefined ? 2 : 1 } as const,
      ...buildBlocks(section),
    ]),
  ];
  return writePdf(stream, { title, company, platformName, language, landscape, blocks }, signal);
}

function buildBlocks(section: FilledSection): PdfBlock[] {
  switch (section.kind) {
    case 'figures': {
      const figures = section.figures.map(({ column, text }) => ({ label: column.title, value: text === '' ? NOT_KNOWN : text }));
      return [{ kind: 'figures', figures }];
    }
    case 'strip':
      return [{ kind: 'strip', cells: section.cells }];
    case 'words':
      return section.lines.map((text) => ({ kind: 'text', text }));
    case 'chart': {
      const { type, labels, series } = section.chart;
      return labels.length > 0 ? [{ kind: 'chart', type, labels, series }] : [];
    }
    case 'table': {
      const { columns, rows, foot, note } = section;
      const texts = (cells: (typeof rows)[number]) => columns.map(({ text }, at) => text(cells[at] ?? null));
      const table: PdfBlock = {
        kind: 'table',
        columns: columns.map(({ column }) => ({ title: column.title, align: RIGHT.has(column.kind) ? 'right' : 'left' })),
        rows: rows.map(texts),
        ...(foot ? { foot: texts(foot) } : {}),
      };
      return [
        ...(rows.length > 0 ? [table] : []),
        ...(note === undefined ? [] : [{ kind: 'text', text: note, faint: true } as const]),
      ];
    }
  }
}
