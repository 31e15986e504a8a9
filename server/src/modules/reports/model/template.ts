import { type ConsoleRoute, consoleRoutes, type RoutePath } from '@fleetwarden/contract/console-routes';
import { filterTypes } from '@fleetwarden/contract/reports/report-filters';
import type { ReportColumn, ReportFilter, ReportTemplate } from '@fleetwarden/contract/reports/schemas';
import { ALARM_TYPES } from '@fleetwarden/domain/alarm-types';
import { ENUMERATIONS } from '@fleetwarden/domain/enumerations';
import { textOf } from '@fleetwarden/locale/languages';
import { reportConditionOf } from '@fleetwarden/locale/reports';
import type { ReplyLanguage } from '../../../platform/http/language.ts';
import { COLUMNS, type ColumnKey } from '../columns/dictionary.ts';
import { beginsWith } from '../query/report-request.ts';
import type { ColumnKind, Condition, ReportShape, Shown } from './definition.ts';
import { askedFor } from './filters.ts';
import { alarmNames, columnText, optionsOf, reportText } from './option-texts.ts';

/** The page of a report as the console has it: its title is the report's name. */
export const routeOf = (page: RoutePath): ConsoleRoute => consoleRoutes.find(({ path }) => path === page)!;
export const nameOf = ({ page }: Pick<ReportShape, 'page'>, language: ReplyLanguage): string =>
  textOf(language, routeOf(page).title);
/** The last part of its path: names its purpose among the texts. */
export const slugOf = ({ page }: Pick<ReportShape, 'page'>): string => page.slice(page.lastIndexOf('/') + 1);
export const purposeOf = (report: Pick<ReportShape, 'page'>, language: ReplyLanguage): string =>
  reportText(language, 'reportPurpose', slugOf(report)) ?? '';

export const shownOf = (column: string | Shown): Shown => (typeof column === 'string' ? { key: column } : column);
export const kindOf = (key: string): ColumnKind => COLUMNS[key as ColumnKey];

/** Conditions, columns and the rest of a report as people see it. */
export function templateOf(
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
  const { id, page, conditions, columns, sums = {}, chart, drills = [], actions = [], order } = report;
  return {
    reportId: id,
    reportName: nameOf(report, language),
    purpose: purposeOf(report, language),
    path: page,
    qryCdtionCfgList: askedFor(conditions).map((condition) =>
      filterOf(condition, { language, slug: slugOf(report), departmentId: who.departmentId, now, timeZone }),
    ),
    colCfgList: columns.map((column) => columnOf(shownOf(column), language)),
    sumColCfgList: Object.entries(sums).map(([colEName, agg]) => ({ colEName, agg })),
    reportChartCfg: chart ? { type: chart.type, x: chart.x, y: [...chart.y] } : null,
    reportRedirector: drills.flatMap(({ column, report: other }) => {
      const target = reports.get(other);
      return target ? [{ colEName: column, reportId: other, reportName: nameOf(target, language) }] : [];
    }),
    rowActions: [...actions],
    exportURL: 'report/exportdata',
    order: { colEName: order[0], direction: order[1] },
    mayExport: who.mayExport,
  };
}

/** A column as people see it. */
export function columnOf({ key, fixed, hidden }: Shown, language: ReplyLanguage): ReportColumn {
  const { type, unit, values } = kindOf(key);
  const hint = columnText(language, 'reportHint', key);
  const sign = unit === undefined ? undefined : reportText(language, 'reportUnit', unit);
  return {
    colEName: key,
    colName: columnText(language, 'reportColumn', key) ?? key,
    ...(sign === undefined ? {} : { unit: sign }),
    type,
    isPageShow: hidden ? 0 : 1,
    isfixed: fixed ? 1 : 0,
    ...(hint === undefined ? {} : { hint }),
    ...(values === undefined
      ? {}
      : { values: Object.fromEntries(optionsOf(values, language).map(({ value, label }) => [value, label])) }),
    ...(key === 'alarmType' ? { values: alarmNames(language) } : {}),
  };
}

function filterOf(
  condition: Condition,
  who: {
    readonly language: ReplyLanguage;
    readonly slug: string;
    readonly departmentId: number;
    readonly now: number;
    readonly timeZone: string;
  },
): ReportFilter {
  const { name, type, required = false, remark, begins, values, maxDays } = condition;
  const { language } = who;
  const offered = values === undefined ? listedOf(type, language) : optionsOf(values, language);
  return {
    colEname: name,
    colCname: reportConditionOf(language, who.slug, name),
    filterType: type,
    required,
    issHowinWeb: 1,
    ...(remark === undefined ? {} : { remark }),
    ...(begins === undefined ? {} : { queryDefaultName: begins }),
    selectedValue:
      begins === 'own' ? String(who.departmentId) : begins === 'all' ? begins : beginsWith(condition, who.now, who.timeZone),
    ...(offered ? { pullDownVal: offered } : {}),
    ...(maxDays === undefined ? {} : { maxDays }),
  };
}

/** What conditions offer that need no enumeration of their own. */
function listedOf(type: number, language: ReplyLanguage): ReportFilter['pullDownVal'] {
  if (type === filterTypes.vehicleTypes)
    return ENUMERATIONS.VEHICLE_TYPE.map(({ value, key }) => ({ value: String(value), label: textOf(language, key!) }));
  if (type !== filterTypes.alarmTypes) return undefined;
  const classes = [...new Set(ALARM_TYPES.map((kind) => kind.class))];
  return [
    ...classes.map((kind) => ({
      value: kind,
      label: reportText(language, 'reportEnum', `ALARM_CLASS_${kind}`) ?? kind,
      checked: true,
    })),
    ...ALARM_TYPES.map(({ id, key, class: parent }) => ({
      value: String(id),
      label: textOf(language, `alarm.${key}`),
      parent,
      checked: true,
    })),
  ];
}
