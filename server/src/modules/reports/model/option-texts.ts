import type { ColumnType } from '@fleetwarden/contract/reports/schemas';
import { ALARM_TYPES } from '@fleetwarden/domain/alarm-types';
import { ENUMERATIONS, isEnumerationType } from '@fleetwarden/domain/enumerations';
import { getText } from '@fleetwarden/locale/languages';
import { reportTexts } from '@fleetwarden/locale/reports';
import type { ColumnKind } from '../../../platform/files/table.ts';
import type { ReplyLanguage } from '../../../platform/http/language.ts';
import { parseTypeKey } from '../columns/alarm-type-keys.ts';
import { DAY_PLACE, DAY_TEXT, parseDayKey } from '../columns/day-columns.ts';
import { parseMarkKey } from '../columns/day-marks.ts';
import { HOUR_PLACE, HOUR_TEXT, parseHourKey } from '../columns/hour-columns.ts';

export type ReportOption = { readonly value: string; readonly label: string };

/** The options of an enumeration: of `domain/enumerations`, or texts of `reportEnum`. */
export function listOptions(values: string, language: ReplyLanguage): ReportOption[] {
  if (isEnumerationType(values))
    return ENUMERATIONS[values]
      .filter(({ enabled }) => enabled)
      .map(({ value, key }) => ({ value: String(value), label: key === null ? String(value) : getText(language, key) }));
  const prefix = `${values}_`;
  return Object.entries(reportTexts[language].reportEnum)
    .filter(([key]) => key.startsWith(prefix))
    .map(([key, label]) => ({ value: key.slice(prefix.length), label }));
}

const alarmNamesByLanguage = new Map<ReplyLanguage, Readonly<Record<string, string>>>();

/** Names of alarm types by number. Files ask for them for each column. */
export function alarmNames(language: ReplyLanguage): Readonly<Record<string, string>> {
  let names = alarmNamesByLanguage.get(language);
  if (names === undefined) {
    names = Object.fromEntries(ALARM_TYPES.map(({ id, key }) => [String(id), getText(language, `alarm.${key}`)]));
    alarmNamesByLanguage.set(language, names);
  }
  return names;
}

/** The hint that all alarm type columns share. */
const TYPE_TEXT = 'typeCols';

type Area = keyof (typeof reportTexts)['zh'];
/** A text of reports; undefined if missing. */
export const findReportText = (language: ReplyLanguage, area: Area, key: string): string | undefined =>
  (reportTexts[language][area] as Readonly<Record<string, string>>)[key];

/** The heading or hint of a column; undefined if missing. Day and hour columns share one text. */
export function findColumnText(language: ReplyLanguage, area: 'reportColumn' | 'reportHint', key: string): string | undefined {
  const [day, hour, type] = [parseDayKey(key), parseHourKey(key), parseTypeKey(key)];
  if (day !== undefined) return findReportText(language, area, DAY_TEXT)?.replace(DAY_PLACE, String(day));
  if (hour !== undefined) return findReportText(language, area, HOUR_TEXT)?.replace(HOUR_PLACE, formatHour(hour));
  if (type !== undefined) return area === 'reportColumn' ? alarmNames(language)[type] : findReportText(language, area, TYPE_TEXT);
  const mark = parseMarkKey(key);
  if (mark !== undefined)
    return area === 'reportColumn'
      ? findReportText(language, area, DAY_TEXT)?.replace(DAY_PLACE, String(mark.day))
      : findReportText(language, area, mark.column);
  return findReportText(language, area, key);
}

const two = (value: number): string => String(value).padStart(2, '0');
/** 00–01: from the hour to the next. */
const formatHour = (hour: number): string => `${two(hour)}–${two(hour + 1)}`;

/** The cell kind of a column in files. */
export const toCellKind = (type: ColumnType): ColumnKind => {
  if (type === 'instant' || type === 'date' || type === 'percent') return type;
  if (type === 'seconds') return 'span';
  return ['integer', 'decimal1', 'decimal2', 'decimal6'].includes(type) ? 'number' : 'text';
};
