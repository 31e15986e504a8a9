import { cellFigure } from '@fleetwarden/contract/figures';
import type { ColumnType, ReportFormat } from '@fleetwarden/contract/reports';
import { wallClock } from '@fleetwarden/contract/wall-clock';
import type { Cell, Column } from '../../../platform/files/table.ts';
import type { ReplyLanguage } from '../../../platform/http/language.ts';
import { alarmNames, findColumnText, findReportText, listOptions, toCellKind } from '../model/option-texts.ts';
import { getColumnKind } from '../model/template.ts';
import { formatLabel, hasLabel } from '../query/labels.ts';

/** Puts an address in the place of 'lng,lat'. */
export type NamePlace = (place: string) => Promise<string>;

/** A column of a file: its heading, what its cells hold, and the same as a text. */
export type FileColumn = {
  readonly key: string;
  readonly column: Column;
  /** Of what the database tells; null stays null. */
  readonly cell: (value: unknown) => Cell | Promise<Cell>;
  /** Whether a cell is waited for. */
  readonly waits: boolean;
  /** Of a cell, as people read it. */
  readonly text: (cell: Cell) => string;
};

export function buildFileColumn(
  key: string,
  {
    language,
    format,
    nameOfPlace,
    timeZone,
  }: {
    readonly language: ReplyLanguage;
    readonly format: ReportFormat;
    readonly nameOfPlace: NamePlace;
    readonly timeZone: string;
  },
): FileColumn {
  const { type } = getColumnKind(key);
  const names = namesOf(key, language);
  const cell = hasLabel(key)
    ? (value: Told) => formatLabel(key, value, language)
    : names
      ? (value: Told) => namedIn(names, String(value))
      : cellOf(type, language, nameOfPlace);
  const decimals = DECIMALS[type];
  return {
    key,
    column: {
      title: formatHeading(key, language, format),
      kind: toCellKind(type),
      width: WIDTHS[type] ?? DEFAULT_WIDTH,
      ...(decimals === undefined ? {} : { decimals }),
    },
    waits: type === 'place' && !names && !hasLabel(key),
    cell: (value) => (value === null || value === undefined ? null : cell(value)),
    text: textOf(type, timeZone, language),
  };
}

const DECIMALS: Partial<Record<ColumnType, 1 | 2 | 6>> = { decimal1: 1, decimal2: 2, decimal6: 6 };
/** In characters. */
const WIDTHS: Partial<Record<ColumnType, number>> = {
  instant: 20,
  wide: 24,
  place: 40,
  integer: 11,
  decimal1: 11,
  decimal2: 11,
  percent: 11,
};
const DEFAULT_WIDTH = 16;

/** The heading of a column with the unit of what stands beneath it. */
export function formatHeading(key: string, language: ReplyLanguage, format?: ReportFormat): string {
  const { type, unit } = getColumnKind(key);
  const title = findColumnText(language, 'reportColumn', key) ?? key;
  const sign = unit === undefined ? undefined : findReportText(language, 'reportUnit', unitOf(type, unit, format));
  // where the cell itself shows its unit the heading need not
  const shown = format !== undefined && format !== 'csv' && (type === 'percent' || type === 'seconds');
  return sign === undefined || shown ? title : `${title} (${sign})`;
}
/** A length of time stands in a csv as its seconds. */
const unitOf = (type: ColumnType, unit: string, format?: ReportFormat): string =>
  type === 'seconds' && format === 'csv' ? 's' : unit;

function namesOf(key: string, language: ReplyLanguage): Readonly<Record<string, string>> | undefined {
  if (key === 'alarmType') return alarmNames(language);
  const { values } = getColumnKind(key);
  return values === undefined
    ? undefined
    : Object.fromEntries(listOptions(values, language).map(({ value, label }) => [value, label]));
}

/** What the database tells of a cell that is not empty. */
type Told = NonNullable<unknown>;

/** How a value is written by what its column holds. */
function cellOf(type: ColumnType, language: ReplyLanguage, nameOfPlace: NamePlace): (value: Told) => Cell | Promise<Cell> {
  const text = (value: Told): string => String(value);
  switch (type) {
    case 'place':
      return (value) => nameOfPlace(text(value));
    // an address is of no use by the time the file is read
    case 'file':
      return (value) => text(value).slice(text(value).indexOf('|') + 1);
    case 'yesNo':
      return (value) => findReportText(language, 'reportEnum', value ? 'YES_NO_1' : 'YES_NO_0') ?? null;
    default:
      return (value) => (typeof value === 'number' ? value : text(value));
  }
}

/** The name of a value, or those of each where a cell has several. */
const namedIn = (names: Readonly<Record<string, string>>, value: string): string =>
  names[value] ??
  value
    .split(',')
    .map((one) => names[one] ?? one)
    .join(', ');

/** How a cell of a column reads. */
function textOf(type: ColumnType, timeZone: string, language: ReplyLanguage): (cell: Cell) => string {
  const clock = createInstantFormat(timeZone);
  return (cell) => {
    if (cell === null || typeof cell === 'string') return cell ?? '';
    return type === 'instant' ? clock(cell) : cellFigure(language, type, cell);
  };
}

/** How an instant reads in files: 2026-11-22 06:05:09 by the clocks of the zone. */
export function createInstantFormat(timeZone: string): (at: number) => string {
  const clock = wallClock(timeZone);
  return (at) => new Date(clock(at)).toISOString().slice(0, 19).replace('T', ' ');
}

/** The name of a place of a chart's axis, which the database tells as text. */
export function formatAxisValue(key: string, value: string, language: ReplyLanguage, timeZone: string): string {
  const { type } = getColumnKind(key);
  const names = namesOf(key, language);
  if (names) return namedIn(names, value);
  return type === 'instant' && value !== '' ? createInstantFormat(timeZone)(Number(value)) : value;
}
