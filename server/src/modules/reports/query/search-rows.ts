import type { CallReply } from '@fleetwarden/contract/call';
import type { reportsCalls } from '@fleetwarden/contract/reports/routes';
import type { ReportCell } from '@fleetwarden/contract/reports/schemas';
import type { Db } from '../../../platform/db/database.ts';
import type { ReplyLanguage } from '../../../platform/http/language.ts';
import type { PageWindow } from '../../../platform/http/page.ts';
import type { ReportDefinition } from '../model/definition.ts';
import type { FilterValues, ReportRequest } from '../model/report-request.ts';
import type { FormatCells } from './cells.ts';
import { describeFilters } from './describe-filters.ts';
import { loadFreshness } from './freshness.ts';
import { hideColumns } from './hide-columns.ts';
import { type OrderWish, resolveOrder } from './resolve-order.ts';
import { type ReportReader, type ResolveDeps, resolveReport } from './resolve-report.ts';
import { loadPage } from './sql-builder.ts';

/** Loads a page of a report with its sums. Throws CallError. */
export async function searchRows(
  deps: ResolveDeps & { readonly formatCells: FormatCells },
  opened: ReportDefinition,
  { conditions, ...wish }: OrderWish & { readonly conditions: FilterValues },
  { reader, language, page }: { readonly reader: ReportReader; readonly language: ReplyLanguage; readonly page: PageWindow },
): Promise<CallReply<(typeof reportsCalls)['advanceSearchJson']> & { readonly total: number }> {
  const { db, context, formatCells } = deps;
  const resolved = await resolveReport(deps, opened, conditions, reader);
  const { definition, request } = resolved;
  const relation = hideColumns(definition, resolved.relation);
  const result = await loadPage(db, relation, {
    sums: definition.sums ?? {},
    order: resolveOrder(resolved, wish),
    limit: page.limit,
    offset: page.offset,
    cache: context.cache,
  });
  const cards = definition.cards && (await loadCards(db, definition, request, result.cards));
  const list = await Promise.all(
    result.rows.map(async ({ cells, ids }) => ({
      ids: { ...ids },
      cells: await formatCells(definition, cells, language, reader.session),
    })),
  );
  const [{ incomplete, asOf }, told] = await Promise.all([
    loadFreshness(db, request),
    describeFilters(db, definition, request, language),
  ]);
  return {
    list,
    told,
    total: result.total,
    sums: result.sums as Record<string, ReportCell>,
    ...(cards ? { cards } : {}),
    asOf: asOf === null ? null : Math.min(asOf, result.at ?? asOf),
    incomplete: [...(relation.incomplete ?? incomplete)],
  };
}

/** The figures of the cards: from the rows, or from a query of their own. */
async function loadCards(
  db: Db,
  { cards = [], cardsQuery }: ReportDefinition,
  request: ReportRequest,
  ofRows: Readonly<Record<string, unknown>>,
): Promise<Record<string, ReportCell>> {
  const first = { order: [cards[0]!, 'asc'] as const, limit: 1, offset: 0 };
  const figures = cardsQuery ? ((await loadPage(db, cardsQuery(request), first)).rows[0]?.cells ?? {}) : ofRows;
  return Object.fromEntries(cards.map((key) => [key, (figures[key] ?? null) as ReportCell]));
}
