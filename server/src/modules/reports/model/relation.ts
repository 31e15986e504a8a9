import type { Sql } from '../../../platform/db/database.ts';

/** How a column is aggregated over rows. `ratio`: its formula is evaluated over the sums of its operands. */
export type Aggregate = 'sum' | 'max' | 'min' | 'avg' | 'ratio';

/** The SQL of a report before order, paging and sums. `columns`: expressions by column key. `ids`: ids of a row as text. */
export type Relation = {
  readonly from: Sql;
  readonly where?: readonly Sql[];
  readonly columns: Readonly<Record<string, Sql>>;
  /** Absent: rows are not grouped. */
  readonly groupBy?: readonly Sql[];
  readonly having?: Sql;
  /** Columns computed from other columns, which stand in double quotes: the same for a row and for the sums. */
  readonly formulas?: Readonly<Record<string, Sql>>;
  readonly ids?: Readonly<Record<string, Sql>>;
  /**
   * Labels, joined to the visible rows only, or to all rows if the report is sorted by one. `join`: left joins to the rows `b`, at most
   * one row each. They refer to columns by name, and to ids with the prefix `#`.
   */
  readonly names?: {
    readonly join: Sql;
    readonly columns: Readonly<Record<string, Sql>>;
    readonly ids?: Readonly<Record<string, Sql>>;
  };
  /** Tie-breakers of the order, so that pages never overlap. */
  readonly tie: readonly Sql[];
  /** Common table expressions. `isMaterialized`: rows look up single ones of its rows, which are counted once. */
  readonly with?: readonly { readonly name: string; readonly body: Sql; readonly isMaterialized?: boolean }[];
  /** Columns that are never null. */
  readonly always?: readonly string[];
  /** Columns where null means unknown: a sum over an unknown value is null too. */
  readonly unknown?: readonly string[];
  /** Rows come straight from one table, whatever `with` holds: a page never materialises all of them. */
  readonly isStored?: boolean;
  /** Columns of stored rows from other tables: in their order, all rows are cached. */
  readonly joined?: readonly string[];
  /** Other expressions with the same values, for columns that are looked up by row: faster where all rows are needed. */
  readonly inBulk?: Readonly<Record<string, Sql>>;
  /** Rows are searched for among many more, so the next page must not search again. */
  readonly isSearched?: boolean;
  /** Columns without a meaning under these filters: null on the page, absent in files. */
  readonly without?: readonly string[];
  /** Figures over all rows `told` that no column has, for the cards above the table. */
  readonly cards?: Readonly<Record<string, Sql>>;
  /** Days whose figures may still change, if not those of `loadFreshness`: none of a closed month. */
  readonly incomplete?: readonly string[];
};

/** The relation for a statement that needs all rows with their columns. */
export function forAllRows(relation: Relation): Relation {
  const bulk = Object.entries(relation.inBulk ?? {}).filter(([key]) => Object.hasOwn(relation.columns, key));
  return bulk.length > 0 ? { ...relation, columns: { ...relation.columns, ...Object.fromEntries(bulk) } } : relation;
}
