import type { ColumnKind } from '../model/column-kind.ts';

type Digit = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9';
/** The key of a column for a day of the month: d01 to d31. */
type DayColumn = `d0${Exclude<Digit, '0'>}` | `d1${Digit}` | `d2${Digit}` | 'd30' | 'd31';

const MAX_MONTH_DAYS = 31;
/** All of them, in order. */
export const DAY_COLUMNS: readonly DayColumn[] = Array.from(
  { length: MAX_MONTH_DAYS },
  (_, index) => `d${String(index + 1).padStart(2, '0')}` as DayColumn,
);

/** Columns of the same kind for each day. Their headings share one text with the day's number. */
export const dayColumns = (kind: ColumnKind): Readonly<Record<DayColumn, ColumnKind>> =>
  Object.fromEntries(DAY_COLUMNS.map((key) => [key, kind])) as Record<DayColumn, ColumnKind>;

/** Key of that text, and the placeholder of the day. */
export const DAY_TEXT = 'dayCols';
export const DAY_PLACE = '#';

/** The day of the month of a column; undefined for other columns. */
export const parseDayKey = (key: string): number | undefined => {
  const place = (DAY_COLUMNS as readonly string[]).indexOf(key);
  return place < 0 ? undefined : place + 1;
};
