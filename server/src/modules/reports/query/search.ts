import type { ReportCell } from '@fleetwarden/contract/reports/schemas';
import type { Db } from '../../../platform/db/database.ts';
import type { Facts } from '../model/definition.ts';
import type { CellsOf } from './cells.ts';
import { toldConditions } from './describe-filters.ts';
import { settled } from './dynamic-columns.ts';
import { freshness } from './freshness.ts';
import type { Questions } from './questions.ts';
import type { KeptRows } from './result-cache.ts';
import { orderOf } from './row-order.ts';
import { page as pageOf } from './sql-builder.ts';
import { withShown } from './visible-columns.ts';

/** What the rows of reports are made of. */
export type SearchParts = {
  readonly db: Db;
  readonly facts: Facts;
  readonly kept: KeptRows;
  /** What is asked, narrowed to what the caller may see, with what was sought in a part of the map. */
  readonly askedBy: Questions['asked'];
};

/** A page of a report with its sums. */
export function createSearch({
  db,
  facts,
  kept,
  askedBy,
  cellsOf,
}: SearchParts & { readonly cellsOf: CellsOf }): Questions['search'] {
  return async (opened, { conditions, ...wish }, { user, language, page }) => {
    const asked = await askedBy(opened, conditions, user);
    const report = await settled(db, opened, asked);
    const relation = withShown(report, await report.query(asked, facts));
    const found = await pageOf(db, relation, {
      sums: report.sums ?? {},
      order: orderOf(report, wish, opened.spread !== undefined),
      limit: page.limit,
      offset: page.offset,
      kept,
    });
    const list = await Promise.all(
      found.rows.map(async ({ cells, ids }) => ({ ids: { ...ids }, cells: await cellsOf(report, cells, language) })),
    );
    const [{ incomplete, asOf }, told] = await Promise.all([freshness(db, asked), toldConditions(db, report, asked, language)]);
    return {
      list,
      told,
      total: found.total,
      sums: found.sums as Record<string, ReportCell>,
      asOf: asOf === null ? null : Math.min(asOf, found.at ?? asOf),
      incomplete: [...(relation.incomplete ?? incomplete)],
    };
  };
}
