import type { ReportTemplate } from '@fleetwarden/contract/reports/schemas';
import { useCallback, useMemo } from 'react';
import { useQueryEdit } from '../../hooks/use-url-state.ts';
import { PAGE_SIZES, type PageSize, type Sort } from '../../ui/table/use-table-url.ts';
import { type Conditions, readConditions } from './conditions.ts';
import { hasDynamicColumns } from './dynamic-columns.ts';

/** State of a report page in the URL. */
export type ReportUrl = {
  readonly conditions: Conditions;
  /** The first is 1. */
  readonly page: number;
  /** null: as many rows as fill the page. */
  readonly size: PageSize | null;
  /** null: the report's own order. */
  readonly sort: Sort | null;
  /** Whether the chart is shown; null: as the user left it. */
  readonly chart: boolean | null;
  /** URL of the page to return to. */
  readonly back: string | null;
  /** Scroll offset of the rows when the page was left, px. */
  readonly top: number;
};

/** The URL with a page size. */
export type ReportPageUrl = ReportUrl & { readonly size: PageSize };

/** A change of the URL. `conditions` null: removes them, so that the defaults apply. */
export type UrlChange = Partial<Omit<ReportUrl, 'conditions'>> & { readonly conditions?: Conditions | null };

/** Whether a path leads to a page of the console; a forged URL could name another site. */
const isOwnPage = (path: string) => /^\/(?![/\\])/.test(path);

function readSort(text: string, template: ReportTemplate): Sort | null {
  const key = text.replace(/^-/, '');
  if (key === '') return null;
  // only the server knows the dynamic columns
  if (!hasDynamicColumns(template) && !template.colCfgList.some(({ colEName }) => colEName === key)) return null;
  return { key, order: text.startsWith('-') ? 'desc' : 'asc' };
}

function read(query: URLSearchParams, template: ReportTemplate): ReportUrl {
  const number = (name: string) => {
    const value = Number(query.get(name));
    return Number.isSafeInteger(value) && value > 0 ? value : 0;
  };
  const back = query.get('back') ?? '';
  const chart = query.get('chart');
  return {
    conditions: readConditions(template.qryCdtionCfgList, query),
    page: number('page') || 1,
    size: PAGE_SIZES.find((size) => size === number('size')) ?? null,
    sort: readSort(query.get('sort') ?? '', template),
    chart: chart === null ? null : chart === '1',
    back: isOwnPage(back) ? back : null,
    top: number('top'),
  };
}

/** Writes changes into the query of a URL. Rows start at their top unless `top` is set. */
function writeReportUrl(query: URLSearchParams, template: ReportTemplate, changes: UrlChange): void {
  const put = (name: string, value: string | null) => (value === null ? query.delete(name) : query.set(name, value));
  const { conditions, page, size, sort, chart, back, top } = changes;
  if (conditions !== undefined)
    for (const { colEname } of template.qryCdtionCfgList)
      put(colEname, conditions === null ? null : (conditions[colEname] ?? null));
  if (page !== undefined) put('page', page > 1 ? String(page) : null);
  if (size !== undefined) put('size', size && String(size));
  if (sort !== undefined) put('sort', sort && (sort.order === 'desc' ? '-' : '') + sort.key);
  if (chart !== undefined) put('chart', chart === null ? null : chart ? '1' : '0');
  if (back !== undefined) put('back', back);
  put('top', top ? String(Math.round(top)) : null);
}

/**
 * Conditions, page, order and chart live in the URL: a link shows what its sender saw, the back button undoes a query. `url` is what
 * is rendered. The current URL may be ahead of it: `writeUrl` writes that one with all conditions, because defaults such as today
 * change; `isCurrent` tells whether it has these conditions.
 */
export function useReportUrl(template: ReportTemplate) {
  const { qryCdtionCfgList: filters } = template;
  const [query, edit, currentQuery] = useQueryEdit();
  const change = useCallback(
    (changes: UrlChange, replace = false) => edit((next) => writeReportUrl(next, template, changes), { replace }),
    [edit, template],
  );
  const writeUrl = (changes: UrlChange) => {
    const here = currentQuery();
    writeReportUrl(here, template, { conditions: readConditions(filters, here), ...changes });
    return here;
  };
  const isCurrent = (conditions: Conditions) =>
    JSON.stringify(conditions) === JSON.stringify(readConditions(filters, currentQuery()));
  return { url: useMemo(() => read(query, template), [query, template]), change, writeUrl, isCurrent };
}
