import type { DocumentSection } from '@fleetwarden/contract/reports/documents/report-documents';
import type { ColumnKind } from '../../../platform/files/table.ts';
import type { FilledSection } from './fill.ts';

const FIGURES: ReadonlySet<ColumnKind> = new Set(['number', 'percent', 'span']);

/** A section as the page shows it. */
export function toPageSection(section: FilledSection): DocumentSection {
  const { title } = section;
  switch (section.kind) {
    case 'figures':
      return { kind: 'figures', title, figures: section.figures.map(({ column, text }) => ({ label: column.title, text })) };
    case 'table': {
      const { columns, rows, foot, note } = section;
      const texts = (cells: (typeof rows)[number]) => columns.map(({ text }, at) => text(cells[at] ?? null));
      return {
        kind: 'table',
        title,
        rows: rows.map(texts),
        columns: columns.map(({ column }) => ({ title: column.title, figure: FIGURES.has(column.kind) })),
        ...(foot ? { foot: texts(foot) } : {}),
        ...(note === undefined ? {} : { note }),
      };
    }
    case 'chart': {
      const { type, labels, series } = section.chart;
      return {
        kind: 'chart',
        title,
        type,
        labels: [...labels],
        series: series.map(({ name, values }) => ({ name, values: [...values] })),
      };
    }
    case 'strip':
      return { kind: 'strip', title, cells: [...section.cells] };
    case 'words':
      return { kind: 'words', title, lines: [...section.lines] };
  }
}
