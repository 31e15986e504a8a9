import type { CallReply } from '@fleetwarden/contract/call';
import type { reportsCalls as table } from '@fleetwarden/contract/reports/routes';
import { reportsCalls } from '@fleetwarden/contract/reports/routes';
import type { ReportQuery, ReportTemplate } from '@fleetwarden/contract/reports/schemas';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call, request } from '../../api/call.ts';
import type { Sort } from '../../ui/table/use-table-url.ts';
import type { Conditions } from './conditions.ts';
import { type Heads, isSpread } from './spread.ts';
import type { ReportUrl } from './use-report-url.ts';

/** Rows that were fetched are not fetched again for so long, ms, unless somebody asks: whoever comes back sees what they left. */
const FRESH_MS = 5 * 60_000;

export type ReportPageOf = CallReply<(typeof table)['advanceSearchJson']> & { readonly total: number };
export type ChartData = CallReply<(typeof table)['getReportChart']>;

/** What a report is asked. */
export const askedOf = (reportId: number, conditions: Conditions, sort: Sort | null): ReportQuery => ({
  reportId,
  conditions: { ...conditions },
  ...(sort ? { orderBy: sort.key, direction: sort.order } : {}),
});

export function useTemplate(reportId: number) {
  const { i18n } = useTranslation();
  return useQuery({
    queryKey: ['report', 'template', reportId, i18n.language],
    queryFn: ({ signal }) => call(reportsCalls.getReportTemplate, { reportId }, { signal, quiet: true }),
    // its words stay; what dates begin with is another tomorrow
    staleTime: FRESH_MS,
    networkMode: 'always',
  });
}

const rowsKey = (asked: ReportQuery, page: number, size: number, language: string) =>
  ['report', 'rows', asked, page, size, language] as const;

/** A page of the report, and the last one until that is there. Not asked while `enabled` is not so. */
export function useRows({ reportId }: ReportTemplate, { conditions, sort, page, size }: ReportUrl, enabled: boolean) {
  const { i18n } = useTranslation();
  const asked = askedOf(reportId, conditions, sort);
  const queryKey = rowsKey(asked, page, size, i18n.language);
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<ReportPageOf> => {
      const options = { signal, quiet: true, pageModel: { page, limit: size } };
      const { data, pageModel } = await request(reportsCalls.advanceSearchJson, asked, options);
      return { ...data, total: pageModel?.total ?? data.list.length };
    },
    enabled,
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
    networkMode: 'always',
  });
  return { ...query, queryKey };
}

const NO_HEADS: Heads = new Map();

/** The columns that stand in the place of those that depend on the conditions; those of before until they are there. */
export function useHeads(template: ReportTemplate, conditions: Conditions, enabled: boolean): Heads {
  const { i18n } = useTranslation();
  const asked = askedOf(template.reportId, conditions, null);
  const { data } = useQuery({
    queryKey: ['report', 'heads', asked, i18n.language],
    queryFn: async ({ signal }): Promise<Heads> => {
      const { list } = await call(reportsCalls.trendsHead, asked, { signal, quiet: true });
      return new Map(list.map(({ colEName, columns }) => [colEName, columns]));
    },
    enabled: enabled && isSpread(template),
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
    networkMode: 'always',
  });
  return data ?? NO_HEADS;
}

/** What the report's chart draws of the same conditions. */
export function useChart(template: ReportTemplate, { conditions, sort }: ReportUrl, enabled: boolean) {
  const { i18n } = useTranslation();
  const asked = askedOf(template.reportId, conditions, sort);
  return useQuery({
    queryKey: ['report', 'chart', asked, i18n.language],
    queryFn: ({ signal }) => call(reportsCalls.getReportChart, asked, { signal, quiet: true }),
    enabled: enabled && template.reportChartCfg !== null,
    staleTime: FRESH_MS,
    networkMode: 'always',
  });
}
