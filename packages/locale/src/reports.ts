import { report as enNames } from './en/report.ts';
import { reports as en } from './en/reportTexts.ts';
import { report as esNames } from './es/report.ts';
import { reports as es } from './es/reportTexts.ts';
import { report as jaNames } from './ja/report.ts';
import { reports as ja } from './ja/reportTexts.ts';
import type { Language } from './names.ts';
import { type UnitSystem, unitIn } from './units.ts';
import { report as zhNames } from './zh/report.ts';
import { reports as zh } from './zh/reportTexts.ts';

/** The same keys with any text: every language must have all of them. */
export type ReportTexts = { readonly [Area in keyof typeof zh]: Readonly<Record<keyof (typeof zh)[Area], string>> };

/** An area of these texts and a key in it. */
type ReportTextKey = `${keyof ReportTexts}.${string}`;

export const reportTexts: Readonly<Record<Language, ReportTexts>> = { zh, en, es, ja };

/** Names of the reports that menus show. */
const names: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  zh: zhNames,
  en: enNames,
  es: esNames,
  ja: jaNames,
};

const find = (entries: Readonly<Record<string, string>>, name: string) =>
  Object.hasOwn(entries, name) ? entries[name] : undefined;

/** A text of reports by its dotted key ('reportColumn.onlineRate'); the key itself if there is none. */
export function findReportText(language: Language, key: ReportTextKey): string {
  const dot = key.indexOf('.');
  return find(reportTexts[language][key.slice(0, dot) as keyof ReportTexts], key.slice(dot + 1)) ?? key;
}

/** Units of counts, which a heading names itself in English and Spanish: 'Alarms', not 'Alarms (times)'. */
const COUNTED: ReadonlySet<string> = new Set(['vehicles', 'times', 'records', 'files', 'people', 'seats', 'days']);

/** The unit of a figure; undefined if the heading says it. `units`: those of the reader. */
export const findReportUnit = (language: Language, unit: string, units: UnitSystem = 'metric'): string | undefined =>
  COUNTED.has(unit) && (language === 'en' || language === 'es')
    ? undefined
    : findReportText(language, `reportUnit.${unitIn(units, unit)}`);

/** The label of a condition: as the report words it, else as all reports do. */
export function findReportFilterLabel(language: Language, report: string, condition: string): string {
  const { reportCondition } = reportTexts[language];
  return find(reportCondition, `${condition}_${report}`) ?? find(reportCondition, condition) ?? condition;
}

/** The name of a report by the last part of its address. */
export function findReportName(language: Language, report: string): string {
  return find(names[language], report) ?? find(reportTexts[language].reportName, report) ?? report;
}
