import { filterTypes } from '@fleetwarden/contract/reports/report-filters';
import { ENUMERATIONS } from '@fleetwarden/domain/enumerations';
import { getText } from '@fleetwarden/locale/languages';
import { findReportFilterLabel, reportTexts } from '@fleetwarden/locale/reports';
import { type Queryable, sql } from '../../../platform/db/database.ts';
import type { ReplyLanguage } from '../../../platform/http/language.ts';
import type { ReportDefinition } from '../model/definition.ts';
import type { Filter } from '../model/filter.ts';
import { listFilters } from '../model/filters.ts';
import { alarmNames, findReportText, listOptions } from '../model/option-texts.ts';
import type { ReportRequest } from '../model/report-request.ts';
import { getReportSlug } from '../model/template.ts';
import { type ChoiceKind, findChoices } from './filter-choices.ts';
import { parseIds } from './parse-request.ts';

/** Names per filter; the rest is only counted. */
const MAX_NAMES = 10;
const KINDS: Readonly<Record<number, ChoiceKind>> = {
  [filterTypes.drivers]: 'driver',
  [filterTypes.users]: 'user',
  [filterTypes.areas]: 'area',
  [filterTypes.platforms]: 'platform',
};
const RANGES: ReadonlySet<number> = new Set([filterTypes.days, filterTypes.times, filterTypes.months, filterTypes.range]);

/** The name of a department, '' if unknown. */
export const loadDepartmentName = async (db: Queryable, id: number): Promise<string> =>
  (await db.first<{ name: string }>(sql`select name from department where id = ${id}`))?.name ?? '';

/** Plates of the requested vehicles, at most `most`. */
export async function loadPlates(db: Queryable, { vehicles }: ReportRequest, most = MAX_NAMES): Promise<string[]> {
  if (vehicles === null) return [];
  const rows = await db.query<{ plate: string }>(
    sql`select plate from vehicle where id = any(${[...vehicles]}) order by plate limit ${most}`,
  );
  return rows.map(({ plate }) => plate);
}

/** The filters as text, `label: value` each, without empty ones. */
export async function describeFilters(
  db: Queryable,
  report: ReportDefinition,
  request: ReportRequest,
  language: ReplyLanguage,
): Promise<string[]> {
  const lines: string[] = [];
  for (const filter of listFilters(report.filters)) {
    const value = await formatValue(db, filter, request, language);
    if (value !== '') lines.push(`${findReportFilterLabel(language, getReportSlug(report), filter.name)}: ${value}`);
  }
  return lines;
}

async function formatValue(db: Queryable, filter: Filter, request: ReportRequest, language: ReplyLanguage): Promise<string> {
  const { name, type, values } = filter;
  const { all } = reportTexts[language].reportFile;
  const text = request.text(name);
  if (type === filterTypes.company) return loadDepartmentName(db, request.company);
  if (type === filterTypes.check) return text === '1' ? (findReportText(language, 'reportEnum', 'YES_NO_1') ?? '') : '';
  if (type === filterTypes.alarmTypes)
    return text === '' ? all : joinNames(labelValues(alarmNames(language), text), undefined, language);
  if (text === '') return '';
  if (type === filterTypes.vehicle || type === filterTypes.vehicles)
    return joinNames(await loadPlates(db, request), request.vehicles?.length, language);
  const kind = KINDS[type];
  if (kind !== undefined) {
    const ids = parseIds(text.split(','));
    const choices = await findChoices(db, kind, request.departments, '', ids);
    return joinNames(
      choices.map(({ label }) => label),
      ids.length,
      language,
    );
  }
  if (type === filterTypes.companies) {
    const ids = parseIds(text.split(','));
    const rows = await db.query<{ name: string }>(
      sql`select name from department where id = any(${ids}) and id = any(${[...request.departments]}) order by name`,
    );
    return joinNames(
      rows.map((row) => row.name),
      ids.length,
      language,
    );
  }
  if (type === filterTypes.vehicleTypes) return joinNames(labelValues(vehicleTypes(language), text), undefined, language);
  if (values !== undefined)
    return joinNames(
      labelValues(Object.fromEntries(listOptions(values, language).map(({ value, label }) => [value, label])), text),
      undefined,
      language,
    );
  return RANGES.has(type) ? text.split(',').join(' ~ ') : text;
}

const vehicleTypes = (language: ReplyLanguage): Readonly<Record<string, string>> =>
  Object.fromEntries(ENUMERATIONS.VEHICLE_TYPE.map(({ value, key }) => [String(value), getText(language, key!)]));

const labelValues = (names: Readonly<Record<string, string>>, values: string): string[] =>
  values.split(',').map((value) => names[value.trim()] ?? value.trim());

function joinNames(names: readonly string[], count: number | undefined, language: ReplyLanguage): string {
  const many = count ?? names.length;
  const lines = names.slice(0, MAX_NAMES).join(', ');
  return many <= Math.min(names.length, MAX_NAMES) ? lines : `${lines} … (${reportTexts[language].reportFile.inAll}: ${many})`;
}
