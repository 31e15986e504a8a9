import type { ColumnKind } from '../model/column-kind.ts';
import { addDays } from '../model/dates.ts';
import type { ReportRequest } from '../model/report-request.ts';
import { DAY_COLUMNS } from './day-columns.ts';

/** Dynamic columns with a value per day of the month, and the prefix of their keys. */
const MARKS = {
  onlineDayCols: { letter: 'o', kind: { type: 'percent', unit: 'percent' } },
  locatedDayCols: { letter: 'p', kind: { type: 'yesNo' } },
} as const satisfies Readonly<Record<string, { readonly letter: string; readonly kind: ColumnKind }>>;
export type MarkColumn = keyof typeof MARKS;
type MarkKey = `${(typeof MARKS)[MarkColumn]['letter']}${number}`;

/** Two digits, as in day columns. */
const DIGITS = DAY_COLUMNS.map((key) => key.slice(1));
const buildKeys = (column: MarkColumn): readonly MarkKey[] => DIGITS.map((day) => `${MARKS[column].letter}${day}` as MarkKey);

export const markColumns = Object.fromEntries(
  (Object.keys(MARKS) as MarkColumn[]).flatMap((column) => buildKeys(column).map((key) => [key, MARKS[column].kind])),
) as Readonly<Record<MarkKey, ColumnKind>>;

/** The dynamic column and the day of a key; undefined for other columns. */
export function parseMarkKey(key: string): { readonly column: MarkColumn; readonly day: number } | undefined {
  for (const column of Object.keys(MARKS) as MarkColumn[]) {
    const place = (buildKeys(column) as readonly string[]).indexOf(key);
    if (place >= 0) return { column, day: place + 1 };
  }
  return undefined;
}

/** The columns of the days of the requested month. */
export const listMarkKeys = (column: MarkColumn, { dayCount }: Pick<ReportRequest, 'dayCount'>): readonly string[] =>
  buildKeys(column).slice(0, dayCount);

/** The day of a column in the requested month, yyyy-MM-dd. */
export const getMarkDay = (key: string, { days }: Pick<ReportRequest, 'days'>): string =>
  addDays(days.from, parseMarkKey(key)!.day - 1);
