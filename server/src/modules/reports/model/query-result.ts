/** A row as the database returns it: cells by column, and the ids of its records. */
export type ResultRow = { readonly cells: Readonly<Record<string, unknown>>; readonly ids: Readonly<Record<string, string>> };

export type QueryResult = {
  readonly rows: ResultRow[];
  readonly total: number;
  readonly sums: Readonly<Record<string, unknown>>;
  /** The figures of `Relation.cards`, and the sums of all numeric columns. */
  readonly cards: Readonly<Record<string, unknown>>;
  /** When rows or sums were cached, epoch ms; null: they are current. */
  readonly at: number | null;
};

export type RowOrder = readonly [column: string, direction: 'asc' | 'desc'];
