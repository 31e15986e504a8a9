import type { ScoreRules } from '@fleetwarden/domain/month-score';
import type { Queryable, Sql } from '../../../platform/db/database.ts';

/** Caches expensive query results for the next page, another order and the chart. */
export type ResultCache = {
  /** The result of a statement as a table; null: it is cheap or too large. `isSearch`: it finds few rows among many. */
  loadTable(statement: Sql, options?: { readonly isSearch?: boolean }): Promise<CachedTable | null>;
  /** The cache of a query with few rows; null: it is cheap. */
  loadAnswers(query: Sql): Promise<CachedAnswers | null>;
};

/** `at`: when it was filled, epoch ms. `query`: runs a query once as long as the entry lives. */
export type CachedAnswers = { readonly at: number; readonly query: <Row>(query: Sql) => Promise<readonly Row[]> };

export type CachedTable = CachedAnswers & { readonly table: Sql };

/** Loads the weights and floors of a department; null: the platform's. */
export type LoadScoreRules = (departmentId: number | null) => Promise<ScoreRules>;

/** What a query may read before it builds its statement. */
export type QueryContext = {
  readonly db: Queryable;
  /** Caches slow partial results; absent: nothing is cached. */
  readonly cache?: ResultCache;
  /** Writes the figures of today of these vehicles; absent: regular saves must do. */
  readonly saveDaysOf?: (vehicleIds: readonly number[]) => Promise<void>;
  /** Score weights and floors of a department, for months that are not closed. */
  readonly rulesOf: LoadScoreRules;
  /** The columns that replace each dynamic column. */
  readonly dynamicColumns?: Readonly<Record<string, readonly string[]>>;
};
