import { cellFigure, isFigureType } from '@fleetwarden/contract/reports/figures';
import type { ColumnType, ReportCell, ReportColumn, ReportRow } from '@fleetwarden/contract/reports/schemas';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { PlateTag } from '../../shared/PlateTag.tsx';
import { formatDay, formatList } from '../../ui/format.ts';
import { TimeCell } from '../../ui/TimeCell.tsx';

/** px of a column, by what it holds. */
export const WIDTHS: Readonly<Record<ColumnType, number>> = {
  text: 150,
  wide: 210,
  integer: 100,
  decimal1: 100,
  decimal2: 110,
  decimal6: 120,
  percent: 100,
  instant: 150,
  date: 120,
  seconds: 110,
  enum: 120,
  yesNo: 80,
  place: 260,
  vehicle: 130,
  file: 100,
  several: 100,
};

/** Units that cells bear themselves. */
const BEARS_UNIT: ReadonlySet<ColumnType> = new Set(['percent', 'seconds', 'instant', 'date']);

/** Its heading: the name with the sign of its unit; a word for it that the name has already is not said twice. */
export function headingOf({ colName, unit = '', type }: ReportColumn): string {
  const said = unit.length > 1 && colName.toLowerCase().includes(unit.toLowerCase());
  return unit === '' || said || BEARS_UNIT.has(type) ? colName : `${colName} (${unit})`;
}

export type Words = { readonly t: TFunction; readonly language: string };

/** A cell as text; '' for what is not known. A moment is left to `drawCell`. */
export function cellText({ type, values }: ReportColumn, cell: ReportCell | undefined, { t, language }: Words): string {
  if (cell === null || cell === undefined || cell === '') return '';
  const value = Number(cell);
  if (isFigureType(type) && Number.isFinite(value)) return cellFigure(language, type, value);
  if (type === 'date') return formatDay(String(cell), language);
  if (type === 'yesNo') return t(cell === true || String(cell) === '1' || cell === 'true' ? 'reports.yes' : 'reports.no');
  // kinds of alarms have names, too, and are no enumeration
  if (values) return enumText(values, String(cell), language);
  return String(cell);
}

/** The name of a value, or of several with commas between them. */
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

/** Where a file of a cell is; null where the cell is a name alone. Nothing but pages and files of web servers is opened. */
const fileAddress = (cell: string): string | null => (/^(https?:\/\/|\/(?![/\\]))/.test(cell) ? cell : null);

/** A cell of a row as the table shows it. */
export function drawCell(column: ReportColumn, row: ReportRow, words: Words): ReactNode {
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
    const href = fileAddress(text);
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
