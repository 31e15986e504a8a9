import type { ReportTemplate } from '@fleetwarden/contract/reports/schemas';
import { useCallback, useMemo } from 'react';
import { useQueryEdit } from '../../hooks/use-url-state.ts';
import { PAGE_SIZES, type PageSize, type Sort } from '../../ui/table/use-table-url.ts';
import { type Conditions, readConditions } from './conditions.ts';
import { isSpread } from './spread.ts';

const USUAL_SIZE: PageSize = 10;

/** What a page of a report shows, as its address has it. */
export type ReportUrl = {
  readonly conditions: Conditions;
  /** The first is 1. */
  readonly page: number;
  readonly size: PageSize;
  /** null: the report's own order. */
  readonly sort: Sort | null;
  /** null: as there is room. */
  readonly chart: boolean | null;
  /** The page that led here, as it was left; null: none did. */
  readonly back: string | null;
  /** px its rows were scrolled when it was left. */
  readonly top: number;
};

/** `conditions` null: as they begin, and the address says nothing of them. */
export type UrlWish = Partial<Omit<ReportUrl, 'conditions'>> & { readonly conditions?: Conditions | null };

/** A page of the console, and not one elsewhere that a made-up address wants to lead to. */
const isOwnPage = (path: string) => /^\/(?![/\\])/.test(path);

function readSort(text: string, template: ReportTemplate): Sort | null {
  const key = text.replace(/^-/, '');
  if (key === '') return null;
  // of columns that depend on the conditions the server knows which there are
  if (!isSpread(template) && !template.colCfgList.some(({ colEName }) => colEName === key)) return null;
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
    size: PAGE_SIZES.find((size) => size === number('size')) ?? USUAL_SIZE,
    sort: readSort(query.get('sort') ?? '', template),
    chart: chart === null ? null : chart === '1',
    back: isOwnPage(back) ? back : null,
    top: number('top'),
  };
}

/** Writes what is wished into the query of an address; whatever is shown anew begins at its top. */
function writeReportUrl(query: URLSearchParams, template: ReportTemplate, wish: UrlWish): void {
  const put = (name: string, value: string | null) => (value === null ? query.delete(name) : query.set(name, value));
  const { conditions, page, size, sort, chart, back, top } = wish;
  if (conditions !== undefined)
    for (const { colEname } of template.qryCdtionCfgList)
      put(colEname, conditions === null ? null : (conditions[colEname] ?? null));
  if (page !== undefined) put('page', page > 1 ? String(page) : null);
  if (size !== undefined) put('size', size === USUAL_SIZE ? null : String(size));
  if (sort !== undefined) put('sort', sort && (sort.order === 'desc' ? '-' : '') + sort.key);
  if (chart !== undefined) put('chart', chart === null ? null : chart ? '1' : '0');
  if (back !== undefined) put('back', back);
  put('top', top ? String(Math.round(top)) : null);
}

/**
 * Conditions, page, order and chart live in the address: a link shows what its sender saw, the back button undoes a query. The last
 * writes that address down as it stands when asked, which may be ahead of what is drawn: conditions in words of their own, for those
 * they begin with are others tomorrow.
 */
export function useReportUrl(
  template: ReportTemplate,
): [ReportUrl, (wish: UrlWish, replace?: boolean) => void, (wish: UrlWish) => URLSearchParams] {
  const [query, edit, stand] = useQueryEdit();
  const change = useCallback(
    (wish: UrlWish, replace = false) => edit((next) => writeReportUrl(next, template, wish), { replace }),
    [edit, template],
  );
  const written = (wish: UrlWish) => {
    const here = stand();
    writeReportUrl(here, template, { conditions: readConditions(template.qryCdtionCfgList, here), ...wish });
    return here;
  };
  return [useMemo(() => read(query, template), [query, template]), change, written];
}
