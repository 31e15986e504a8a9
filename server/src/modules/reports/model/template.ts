import { type ConsoleRoute, consoleRoutes, type RoutePath } from '@fleetwarden/contract/console-routes';
import type { ReportFilter } from '@fleetwarden/contract/reports/filter-schemas';
import { filterTypes } from '@fleetwarden/contract/reports/report-filters';
import type { ColumnType, ReportColumn, ReportTemplate } from '@fleetwarden/contract/reports/schemas';
import { ALARM_TYPES } from '@fleetwarden/domain/alarm-types';
import { ENUMERATIONS } from '@fleetwarden/domain/enumerations';
import { quantityOfUnit } from '@fleetwarden/domain/units';
import { getText } from '@fleetwarden/locale/languages';
import { findReportFilterLabel, findReportUnit } from '@fleetwarden/locale/reports';
import type { ReplyLanguage } from '../../../platform/http/language.ts';
import { COLUMNS, type ColumnKey } from '../columns/dictionary.ts';
import type { ColumnKind } from './column-kind.ts';
import { getInitialValue } from './dates.ts';
import type { ReportShape, ShownColumn } from './definition.ts';
import type { Filter } from './filter.ts';
import { listFilters } from './filters.ts';
import { alarmNames, findColumnText, findReportText, listOptions } from './option-texts.ts';

/** The console page of a report; its title is the report's name. */
export const findRoute = (page: RoutePath): ConsoleRoute => consoleRoutes.find(({ path }) => path === page)!;
export const formatReportName = ({ page }: Pick<ReportShape, 'page'>, language: ReplyLanguage): string =>
  getText(language, findRoute(page).title);
/** The last part of the path, the key of the purpose text. */
export const getReportSlug = ({ page }: Pick<ReportShape, 'page'>): string => page.slice(page.lastIndexOf('/') + 1);
export const formatPurpose = (report: Pick<ReportShape, 'page'>, language: ReplyLanguage): string =>
  findReportText(language, 'reportPurpose', getReportSlug(report)) ?? '';

export const toShownColumn = (column: string | ShownColumn): ShownColumn =>
  typeof column === 'string' ? { key: column } : column;
export const getColumnKind = (key: string): ColumnKind => COLUMNS[key as ColumnKey];

/** The template of a report as the console shows it. */
export function buildTemplate(
  report: ReportShape,
  reports: ReadonlyMap<number, ReportShape>,
  who: {
    readonly language: ReplyLanguage;
    readonly departmentId: number;
    readonly now: number;
    readonly timeZone: string;
    readonly mayExport: boolean;
  },
): ReportTemplate {
  const { language, now, timeZone } = who;
  const { id, page, filters, sums = {}, chart, cards, drills = [], actions = [], order } = report;
  return {
    reportId: id,
    reportName: formatReportName(report, language),
    purpose: formatPurpose(report, language),
    path: page,
    qryCdtionCfgList: listFilters(filters).map((filter) =>
      buildFilter(filter, { language, slug: getReportSlug(report), departmentId: who.departmentId, now, timeZone }),
    ),
    colCfgList: listPageColumns(report).map((column) => ({ ...buildColumn(column, language), isfixed: column.pinned ? 1 : 0 })),
    sumColCfgList: Object.entries(sums).map(([colEName, agg]) => ({ colEName, agg })),
    reportChartCfg: chart ? { type: chart.type, x: chart.x, y: [...chart.y] } : null,
    ...(cards ? { kpiList: cards.map((key) => buildColumn({ key }, language)) } : {}),
    reportRedirector: drills.flatMap(({ column, report: other }) => {
      const target = reports.get(other);
      return target ? [{ colEName: column, reportId: other, reportName: formatReportName(target, language) }] : [];
    }),
    rowActions: [...actions],
    exportURL: 'report/exportdata',
    order: { colEName: order[0], direction: order[1] },
    mayExport: who.mayExport,
  };
}

/** Columns that say what a row is. They stay visible if they are among the first. */
const PINNED: ReadonlySet<string> = new Set(['deptName', 'carNo', 'statDate', 'statMonth', 'rankNo', 'ledgerNo', 'alarmId']);
const PINNED_PLACES = 3;
export const isPinned = (key: string, place: number): boolean => place < PINNED_PLACES && PINNED.has(key);

/** Attributes of a vehicle, driver or alarm. On the page they follow the figures. */
const ATTRIBUTES: ReadonlySet<string> = new Set([
  'alarmGroup',
  'alarmSource',
  'plateColor',
  'carType',
  'industry',
  'vin',
  'ownerName',
  'ownerMobile',
  'driverCert',
  'driverMobile',
  'terminalNo',
  'simNo',
  'terminalModel',
  'terminalVendor',
  'protocolVer',
  'firmwareVer',
  'operatorName',
  'statPeriod',
]);
/** Types of columns that name a row. */
const NAME_TYPES: ReadonlySet<ColumnType> = new Set(['text', 'enum', 'date', 'vehicle']);
/** Repeats a filter. */
const HIDDEN = 'statPeriod';

export type PageColumn = ShownColumn & { readonly pinned: boolean };

/** Columns before the figures: pinned ones, and others that name a row. */
const MAX_NAMES = 4;

/**
 * The columns as page and files show them: pinned ones, what else names a row, the column of the order and the figures, then the
 * rest. So the figures are visible without scrolling.
 */
export function listPageColumns({ columns, sums = {}, chart, order }: ReportShape): readonly PageColumn[] {
  const shown = columns.map((column, place) => {
    const { key, hidden = false } = toShownColumn(column);
    return { key, hidden: hidden || key === HIDDEN, pinned: isPinned(key, place) };
  });
  const figures = new Set([order[0], ...Object.keys(sums), ...(chart?.y ?? [])]);
  const pinned = shown.filter((column) => column.pinned);
  const free = shown.filter((column) => !column.pinned);
  const names = free
    .slice(
      0,
      Math.max(
        0,
        free.findIndex(({ key }) => figures.has(key)),
      ),
    )
    .filter(({ key, hidden }) => !hidden && !ATTRIBUTES.has(key) && NAME_TYPES.has(getColumnKind(key).type))
    // the type of an alarm says more than its driver
    .toSorted((one, other) => Number(other.key === 'alarmType') - Number(one.key === 'alarmType'))
    .slice(0, MAX_NAMES - pinned.length);
  const rest = free.filter((column) => !names.includes(column));
  return [
    ...pinned,
    ...names,
    ...rest.filter(({ key }) => key === order[0]),
    ...rest.filter(({ key }) => key !== order[0] && figures.has(key)),
    ...rest.filter(({ key }) => !figures.has(key)),
  ];
}

/** The columns that a file has unless others are chosen. */
export const listVisibleKeys = (report: ReportShape): readonly string[] =>
  listPageColumns(report).flatMap(({ key, hidden }) => (hidden ? [] : [key]));

/** A column as the console shows it. */
export function buildColumn({ key, hidden }: ShownColumn, language: ReplyLanguage): ReportColumn {
  const { type, unit, values } = getColumnKind(key);
  const hint = findColumnText(language, 'reportHint', key);
  const sign = unit === undefined ? undefined : findReportUnit(language, unit);
  const quantity = unit === undefined ? undefined : quantityOfUnit(unit);
  return {
    colEName: key,
    colName: findColumnText(language, 'reportColumn', key) ?? key,
    ...(sign === undefined ? {} : { unit: sign }),
    ...(quantity === undefined ? {} : { quantity }),
    type,
    isPageShow: hidden ? 0 : 1,
    isfixed: 0,
    ...(hint === undefined ? {} : { hint }),
    ...(values === undefined
      ? {}
      : { values: Object.fromEntries(listOptions(values, language).map(({ value, label }) => [value, label])) }),
    ...(key === 'alarmType' ? { values: alarmNames(language) } : {}),
  };
}

function buildFilter(
  filter: Filter,
  who: {
    readonly language: ReplyLanguage;
    readonly slug: string;
    readonly departmentId: number;
    readonly now: number;
    readonly timeZone: string;
  },
): ReportFilter {
  const { name, type, required = false, preset, initial, values, maxDays } = filter;
  const { language } = who;
  const all = values === undefined ? listTypeOptions(type, language) : listOptions(values, language);
  const offered = filter.offered === undefined ? all : all?.filter(({ value }) => filter.offered!.includes(value));
  return {
    colEname: name,
    colCname: findReportFilterLabel(language, who.slug, name),
    filterType: type,
    required,
    issHowinWeb: 1,
    ...(preset === undefined ? {} : { remark: preset }),
    ...(initial === undefined ? {} : { queryDefaultName: initial }),
    selectedValue:
      initial === 'own' ? String(who.departmentId) : initial === 'all' ? initial : getInitialValue(filter, who.now, who.timeZone),
    ...(offered ? { pullDownVal: offered } : {}),
    ...(maxDays === undefined ? {} : { maxDays }),
  };
}

/** Options of filters without an enumeration. */
function listTypeOptions(type: number, language: ReplyLanguage): ReportFilter['pullDownVal'] {
  if (type === filterTypes.vehicleTypes)
    return ENUMERATIONS.VEHICLE_TYPE.map(({ value, key }) => ({ value: String(value), label: getText(language, key!) }));
  if (type !== filterTypes.alarmTypes) return undefined;
  const classes = [...new Set(ALARM_TYPES.map((kind) => kind.class))];
  return [
    ...classes.map((kind) => ({
      value: kind,
      label: findReportText(language, 'reportEnum', `ALARM_CLASS_${kind}`) ?? kind,
      checked: true,
    })),
    ...ALARM_TYPES.map(({ id, key, class: parent }) => ({
      value: String(id),
      label: getText(language, `alarm.${key}`),
      parent,
      checked: true,
    })),
  ];
}
