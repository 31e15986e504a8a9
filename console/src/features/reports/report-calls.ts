import type { CallReply } from '@fleetwarden/contract/call';
import type { reportsCalls as table } from '@fleetwarden/contract/reports/routes';
import { reportsCalls } from '@fleetwarden/contract/reports/routes';
import type { ReportQuery, ReportTemplate } from '@fleetwarden/contract/reports/schemas';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call, request } from '../../api/call.ts';
import type { Sort } from '../../ui/table/use-table-url.ts';
import type { Conditions } from './conditions.ts';
import { type DynamicColumns, hasDynamicColumns } from './dynamic-columns.ts';
import type { ReportPageUrl, ReportUrl } from './use-report-url.ts';

/** Rows stay fresh for so long, ms: a user who returns to a page sees it unchanged. A refresh fetches them at once. */
const FRESH_MS = 5 * 60_000;

export type ReportPageOf = CallReply<(typeof table)['advanceSearchJson']> & { readonly total: number };
export type ChartData = CallReply<(typeof table)['getReportChart']>;

/** The request for a report under conditions. */
export const buildReportRequest = (reportId: number, conditions: Conditions, sort: Sort | null): ReportQuery => ({
  reportId,
  conditions: { ...conditions },
  ...(sort ? { orderBy: sort.key, direction: sort.order } : {}),
});

export function useTemplate(reportId: number) {
  const { i18n } = useTranslation();
  return useQuery({
    queryKey: ['report', 'template', reportId, i18n.language],
    queryFn: ({ signal }) => call(reportsCalls.getReportTemplate, { reportId }, { signal, quiet: true }),
    // names do not change, but the default dates do every day
    staleTime: FRESH_MS,
    networkMode: 'always',
  });
}

const rowsKey = (reportRequest: ReportQuery, page: number, size: number, language: string) =>
  ['report', 'rows', reportRequest, page, size, language] as const;

/** Loads a page of the report; keeps the previous page until then. */
export function useRows({ reportId }: ReportTemplate, { conditions, sort, page, size }: ReportPageUrl, enabled: boolean) {
  const { i18n } = useTranslation();
  const reportRequest = buildReportRequest(reportId, conditions, sort);
  const queryKey = rowsKey(reportRequest, page, size, i18n.language);
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<ReportPageOf> => {
      const options = { signal, quiet: true, pageModel: { page, limit: size } };
      const { data, pageModel } = await request(reportsCalls.advanceSearchJson, reportRequest, options);
      return { ...data, total: pageModel?.total ?? data.list.length };
    },
    enabled,
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
    networkMode: 'always',
  });
  return { ...query, queryKey };
}

const NO_COLUMNS: DynamicColumns = new Map();

/** Loads the dynamic columns for conditions; keeps the previous ones until then. */
export function useDynamicColumns(template: ReportTemplate, conditions: Conditions, enabled: boolean): DynamicColumns {
  const { i18n } = useTranslation();
  const reportRequest = buildReportRequest(template.reportId, conditions, null);
  const { data } = useQuery({
    queryKey: ['report', 'dynamic-columns', reportRequest, i18n.language],
    queryFn: async ({ signal }): Promise<DynamicColumns> => {
      const { list } = await call(reportsCalls.trendsHead, reportRequest, { signal, quiet: true });
      return new Map(list.map(({ colEName, columns }) => [colEName, columns]));
    },
    enabled: enabled && hasDynamicColumns(template),
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
    networkMode: 'always',
  });
  return data ?? NO_COLUMNS;
}

/** Loads the data of the report's chart. */
export function useChart(template: ReportTemplate, { conditions, sort }: ReportUrl, enabled: boolean) {
  const { i18n } = useTranslation();
  const reportRequest = buildReportRequest(template.reportId, conditions, sort);
  return useQuery({
    queryKey: ['report', 'chart', reportRequest, i18n.language],
    queryFn: ({ signal }) => call(reportsCalls.getReportChart, reportRequest, { signal, quiet: true }),
    enabled: enabled && template.reportChartCfg !== null,
    staleTime: FRESH_MS,
    networkMode: 'always',
  });
}
