import { cellFigure } from '@fleetwarden/contract/reports/figures';
import type { ReportFormat } from '@fleetwarden/contract/reports/report-formats';
import type { ColumnType } from '@fleetwarden/contract/reports/schemas';
import { wallClock } from '@fleetwarden/contract/values/wall-clock';
import { quantityOfUnit, type UnitSystem } from '@fleetwarden/domain/units';
import { findReportUnit } from '@fleetwarden/locale/reports';
import { cellInUnits } from '../../../platform/files/cell-units.ts';
import { createInstantText } from '../../../platform/files/instant-text.ts';
import type { Cell, Column } from '../../../platform/files/table.ts';
import type { ReplyLanguage } from '../../../platform/http/language.ts';
import { alarmNames, findColumnText, findReportText, listOptions, toCellKind } from '../model/option-texts.ts';
import { getColumnKind } from '../model/template.ts';
import { formatLabel, hasLabel } from '../query/labels.ts';

/** Replaces 'lng,lat' with an address. */
export type NamePlace = (place: string, language: ReplyLanguage) => Promise<string>;

/** A column of a file: heading, cell values, and cell texts. */
export type FileColumn = {
  readonly key: string;
  readonly column: Column;
  /** Converts a database value; null stays null. */
  readonly cell: (value: unknown) => Cell | Promise<Cell>;
  /** Converts a figure of the column, such as its sum, to the units of the file. */
  readonly figure: (value: Cell) => Cell;
  /** Whether `cell` is asynchronous. */
  readonly waits: boolean;
  /** A cell as text. */
  readonly text: (cell: Cell) => string;
};

export function buildFileColumn(
  key: string,
  {
    language,
    units,
    format,
    nameOfPlace,
    timeZone,
  }: {
    readonly language: ReplyLanguage;
    readonly units: UnitSystem;
    readonly format: ReportFormat;
    readonly nameOfPlace: NamePlace;
    readonly timeZone: string;
  },
): FileColumn {
  const { type } = getColumnKind(key);
  const names = findValueNames(key, language);
  const cell = hasLabel(key)
    ? (value: CellValue) => formatLabel(key, value, language)
    : names
      ? (value: CellValue) => labelValue(names, String(value))
      : createCellFormat(type, language, nameOfPlace);
  const decimals = DECIMALS[type];
  const figure = (value: Cell) => convertFigure(key, value, units);
  const waits = type === 'place' && !names && !hasLabel(key);
  const shown = (value: unknown) => (value === null || value === undefined ? null : cell(value));
  return {
    key,
    column: {
      title: formatHeading(key, language, { format, units }),
      kind: toCellKind(type),
      width: WIDTHS[type] ?? DEFAULT_WIDTH,
      ...(decimals === undefined ? {} : { decimals }),
    },
    waits,
    cell: waits || units === 'metric' ? shown : (value) => figure(shown(value) as Cell),
    figure,
    text: createTextFormat(type, timeZone, language),
  };
}

/** Enough for kilometres and coordinates; a binary fraction differs from its decimal behind them. */
const SIGNIFICANT_DIGITS = 12;
const POWERS = Array.from({ length: SIGNIFICANT_DIGITS + 1 }, (_, exponent) => 10 ** exponent);
/** Closer to a half than this, a product of binary fractions may be on its wrong side. */
const DOUBTFUL = 0.001;

/** The same as `Number(value.toPrecision(12))`, several times as fast: a large export does this for millions of cells. */
export function roundToSignificant(value: number): number {
  if (value === 0) return 0;
  const size = Math.abs(value);
  let digits = 0;
  while (digits <= SIGNIFICANT_DIGITS && size >= POWERS[digits]!) digits++;
  if (digits <= SIGNIFICANT_DIGITS && size >= 0.1) {
    // exact, so the quotient is the number nearest to the decimal
    const power = POWERS[SIGNIFICANT_DIGITS - digits]!;
    const scaled = value * power;
    const whole = Math.round(scaled);
    if (Math.abs(Math.abs(scaled - whole) - 0.5) > DOUBTFUL) return whole / power;
  }
  return Number(value.toPrecision(SIGNIFICANT_DIGITS));
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

/** A figure of a column in the units of a reader. */
export function convertFigure<Value extends Cell>(key: string, value: Value, units: UnitSystem): Value {
  const { type, unit } = getColumnKind(key) ?? {};
  const quantity = unit === undefined ? undefined : quantityOfUnit(unit);
  return cellInUnits(value, units, quantity, type && DECIMALS[type]) as Value;
}

/** A heading with the unit. */
export function formatHeading(
  key: string,
  language: ReplyLanguage,
  { format, units = 'metric' }: { readonly format?: ReportFormat; readonly units?: UnitSystem } = {},
): string {
  const { type, unit } = getColumnKind(key);
  const title = findColumnText(language, 'reportColumn', key) ?? key;
  const sign = unit === undefined ? undefined : findReportUnit(language, getUnit(type, unit, format), units);
  // the cells show the unit themselves
  const shown = format !== undefined && format !== 'csv' && (type === 'percent' || type === 'seconds');
  return sign === undefined || shown ? title : `${title} (${sign})`;
}
/** A csv has durations in seconds. */
const getUnit = (type: ColumnType, unit: string, format?: ReportFormat): string =>
  type === 'seconds' && format === 'csv' ? 's' : unit;

function findValueNames(key: string, language: ReplyLanguage): Readonly<Record<string, string>> | undefined {
  if (key === 'alarmType') return alarmNames(language);
  const { values } = getColumnKind(key);
  return values === undefined
    ? undefined
    : Object.fromEntries(listOptions(values, language).map(({ value, label }) => [value, label]));
}

/** A non-null database value. */
type CellValue = NonNullable<unknown>;

/** Converts values by column type. */
function createCellFormat(
  type: ColumnType,
  language: ReplyLanguage,
  nameOfPlace: NamePlace,
): (value: CellValue) => Cell | Promise<Cell> {
  const text = (value: CellValue): string => String(value);
  switch (type) {
    case 'place':
      return (value) => nameOfPlace(text(value), language);
    // a signed URL expires before the file is read
    case 'file':
      return (value) => text(value).slice(text(value).indexOf('|') + 1);
    case 'yesNo':
      return (value) => findReportText(language, 'reportEnum', value ? 'YES_NO_1' : 'YES_NO_0') ?? null;
    case 'instant':
      return (value) => value as number;
    default:
      // without the noise of binary fractions
      return (value) => (typeof value === 'number' ? roundToSignificant(value) : text(value));
  }
}

/** The label of a value, or of each value of a list. */
const labelValue = (names: Readonly<Record<string, string>>, value: string): string =>
  names[value] ??
  value
    .split(',')
    .map((one) => names[one] ?? one)
    .join(', ');

/** Formats a cell by column type. */
function createTextFormat(type: ColumnType, timeZone: string, language: ReplyLanguage): (cell: Cell) => string {
  const clock = createInstantFormat(timeZone);
  return (cell) => {
    if (cell === null || typeof cell === 'string') return cell ?? '';
    return type === 'instant' ? clock(cell) : cellFigure(language, type, cell);
  };
}

/** Formats instants of files: 2026-11-22 06:05:09 in the time zone. */
export const createInstantFormat = (timeZone: string): ((at: number) => string) => createInstantText(wallClock(timeZone));

/** Formats a value on a chart axis. */
export function formatAxisValue(key: string, value: string, language: ReplyLanguage, timeZone: string): string {
  const { type } = getColumnKind(key);
  const names = findValueNames(key, language);
  if (names) return labelValue(names, value);
  return type === 'instant' && value !== '' ? createInstantFormat(timeZone)(Number(value)) : value;
}
