import type { ColumnType, ReportColumn } from '@fleetwarden/contract/reports/schemas';
import { unitSystem } from '../../api/units.ts';
import { columnWidth } from '../../ui/table/column-width.ts';
import { userUnit } from '../../ui/units.ts';

/** Column width by type, px. */
const WIDTHS: Readonly<Record<ColumnType, number>> = {
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

/** Types whose cells contain the unit. */
const INCLUDES_UNIT: ReadonlySet<ColumnType> = new Set(['percent', 'seconds', 'instant', 'date']);

const LETTER = /\p{Script=Latin}/u;

/** Whether a name contains a unit, not as a part of a word: 'Mileage' does not contain 'mi'. */
function containsUnit(name: string, unit: string): boolean {
  const [text, wanted] = [name.toLowerCase(), unit.toLowerCase()];
  const at = text.indexOf(wanted);
  return at >= 0 && !LETTER.test(text.slice(0, at).at(-1) ?? '') && !LETTER.test(text.charAt(at + wanted.length));
}

/** Heading of a column: its name and unit. A unit that the name already contains is not repeated. */
export function formatHeading({ colName, quantity, type, unit: metric = '' }: ReportColumn): string {
  const unit = quantity === undefined || unitSystem() === 'metric' ? metric : userUnit(quantity);
  const repeated = unit.length > 1 && containsUnit(colName, unit);
  return unit === '' || repeated || INCLUDES_UNIT.has(type) ? colName : `${colName} (${unit})`;
}

/** Width of the info button beside a heading, px. */
const INFO_WIDTH = 20;

/** Width of a column in the table, px. */
export const reportColumnWidth = (column: ReportColumn): number =>
  columnWidth({ width: WIDTHS[column.type], title: formatHeading(column), sortable: true }) + (column.hint ? INFO_WIDTH : 0);
