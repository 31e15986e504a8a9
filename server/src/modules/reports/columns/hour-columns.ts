import type { ColumnKind } from '../model/column-kind.ts';

/** Hours of a day in the business time zone. */
const HOURS = [
  ...(['00', '01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11'] as const),
  ...(['12', '13', '14', '15', '16', '17', '18', '19', '20', '21', '22', '23'] as const),
] as const;
export type HourKey = `h${(typeof HOURS)[number]}`;

/** Count columns by starting hour, h00 to h23. */
export const HOUR_KEYS: readonly HourKey[] = HOURS.map((hour) => `h${hour}` as const);

/** A value per hour column. */
export const mapHours = <T>(of: (hour: number) => T): Readonly<Record<HourKey, T>> =>
  Object.fromEntries(HOUR_KEYS.map((key, hour) => [key, of(hour)])) as Record<HourKey, T>;

export const hourColumns = mapHours((): ColumnKind => ({ type: 'integer', unit: 'times' }));

/** Key of the text for all of them, and the placeholder of the hour. */
export const HOUR_TEXT = 'hourCols';
export const HOUR_PLACE = '#';

/** The hour of a column; undefined for other columns. */
export const parseHourKey = (key: string): number | undefined => {
  const hour = (HOUR_KEYS as readonly string[]).indexOf(key);
  return hour < 0 ? undefined : hour;
};
