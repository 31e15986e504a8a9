import { cellFigure, isFigureType } from '@fleetwarden/contract/reports/figures';
import type { ReportCell, ReportColumn, ReportRow } from '@fleetwarden/contract/reports/schemas';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { PlateTag } from '../../shared/PlateTag.tsx';
import { formatDay, formatList } from '../../ui/format.ts';
import { TimeCell } from '../../ui/TimeCell.tsx';
import { inUserUnits } from '../../ui/units.ts';

export type Words = { readonly t: TFunction; readonly language: string };

/** A cell as text; '' for an unknown value. `drawCell` renders times. */
export function cellText({ type, quantity, values }: ReportColumn, cell: ReportCell | undefined, { t, language }: Words): string {
  if (cell === null || cell === undefined || cell === '') return '';
  const value = quantity === undefined ? Number(cell) : inUserUnits(quantity, Number(cell));
  if (isFigureType(type) && Number.isFinite(value)) return cellFigure(language, type, value);
  if (type === 'date') return formatDay(String(cell), language);
  if (type === 'yesNo') return t(cell === true || String(cell) === '1' || cell === 'true' ? 'reports.yes' : 'reports.no');
  // alarm types have names but no enumeration
  if (values) return enumText(values, String(cell), language);
  return String(cell);
}

/** The name of a value, or names of several values, separated by commas. */
function enumText(values: Readonly<Record<string, string>>, cell: string, language: string): string {
  const known = values[cell];
  if (known !== undefined) return known;
  const parts = cell.split(',');
  return parts.every((part) => part in values)
    ? formatList(
        language,
        parts.map((part) => values[part]!),
      )
    : cell;
}

/** URL of the file in a cell; null if the cell is only a name. Only web and page URLs are opened. */
const findFileUrl = (cell: string): string | null => (/^(https?:\/\/|\/(?![/\\]))/.test(cell) ? cell : null);

/** Renders a cell of the table. */
export function renderCellContent(column: ReportColumn, row: ReportRow, words: Words): ReactNode {
  const cell = row.cells[column.colEName];
  if (column.type === 'instant') {
    const at = Number(cell);
    return cell === null || cell === undefined || cell === '' || !Number.isFinite(at) ? null : <TimeCell at={at} />;
  }
  const text = cellText(column, cell, words);
  if (text === '') return null;
  if (column.type === 'vehicle') {
    const colour = row.ids['color'];
    return colour === undefined ? text : <PlateTag plate={text} colour={Number(colour)} />;
  }
  if (column.type === 'file') {
    const href = findFileUrl(text);
    return href === null ? (
      text
    ) : (
      <a href={href} target="_blank" rel="noopener noreferrer">
        {words.t('reports.open')}
      </a>
    );
  }
  return column.type === 'place' || column.type === 'wide' ? <span title={text}>{text}</span> : text;
}
