import type { ReportTemplate } from '@fleetwarden/contract/reports/schemas';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { findComplaint } from './conditions.ts';
import { useDynamicColumns, useRows } from './report-calls.ts';
import type { ReportPageUrl, UrlChange } from './use-report-url.ts';

export type ReportData = ReturnType<typeof useReportData>;

/**
 * The page of rows that the URL requests. `measured`: its size is known. `ready`: the filters are complete and valid, so there is
 * something to request.
 */
export function useReportData(
  template: ReportTemplate,
  url: ReportPageUrl,
  change: (changes: UrlChange, replace?: boolean) => void,
  measured: boolean,
) {
  const queries = useQueryClient();
  const ready = findComplaint(template, url.conditions, 'query') === null;
  const { data, error, isFetching, isPlaceholderData, refetch, queryKey } = useRows(template, url, ready && measured);
  const dynamicColumns = useDynamicColumns(template, url.conditions, ready);
  const pending = ready && (!data || isPlaceholderData) && !error;

  const total = data?.total ?? 0;
  const beyond = data && !isPlaceholderData && data.list.length === 0 && total > 0;
  useEffect(() => {
    // The last page became empty: go to the new last page.
    if (beyond) change({ page: Math.ceil(total / url.size) }, true);
  }, [beyond, total, url.size, change]);

  return {
    ready,
    data,
    error,
    total,
    dynamicColumns,
    fetching: isFetching,
    /** The rows are still those of the request before. */
    outdated: isPlaceholderData,
    pending,
    cancelled: pending && measured && !isFetching,
    beyond: Boolean(beyond),
    refetch,
    cancel: () => void queries.cancelQueries({ queryKey, exact: true }),
  };
}
