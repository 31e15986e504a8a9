import { type Db, name, type Sql, sql } from '../../../platform/db/database.ts';
import { compile } from '../../../platform/db/sql.ts';
import { COLUMNS, type ColumnKey } from '../columns/dictionary.ts';
import type { ReportDefinition } from '../model/definition.ts';
import type { CachedTable, ResultCache } from '../model/query-context.ts';
import type { QueryResult, ResultRow, RowOrder } from '../model/query-result.ts';
import { type Aggregate, forAllRows, type Relation } from '../model/relation.ts';
import { withQueryLimits } from './result-cache.ts';
import { sortKey } from './sort-key.ts';

const ID = '#';
const TIE = '~';
/** Prefix of the figures of cards. */
const CARD = '#card-';
/** The alias of the row count. */
export const COUNT = '#n';

const list = (parts: readonly Sql[], between = sql`, `): Sql =>
  parts.reduce((all, part, i) => (i === 0 ? part : sql`${all}${between}${part}`), sql``);
const as = (expression: Sql, alias: string): Sql => sql`${expression} as ${name(alias)}`;

/** A relation without the columns that have no meaning under its filters: those are null. */
function visibleColumns(relation: Relation): Relation {
  const { without = [], columns, formulas = {}, names } = relation;
  const omit = (parts: Readonly<Record<string, Sql>>, other: readonly string[] = without) =>
    Object.fromEntries(Object.entries(parts).filter(([key]) => !other.includes(key)));
  const own = [...without, ...Object.keys(columns), ...Object.keys(formulas)];
  return {
    ...relation,
    columns: omit(columns),
    formulas: omit(formulas),
    // the report's own columns override labels
    ...(names ? { names: { ...names, columns: omit(names.columns, own) } } : {}),
  };
}

/** Rows without formulas: columns by key, ids with the prefix `#`, tie-breakers with `~`. */
function baseRows({ from, where = [], columns, groupBy, having, formulas = {}, ids = {}, tie, without = [] }: Relation): Sql {
  const parts = [
    ...Object.entries(columns).map(([key, expression]) => as(expression, key)),
    // null, but a valid sort column
    ...without.filter((key) => !(key in columns) && !(key in formulas)).map((key) => as(sql`null::text`, key)),
    ...Object.entries(ids).map(([key, expression]) => as(expression, ID + key)),
    ...tie.map((expression, i) => as(expression, `${TIE}${i}`)),
  ];
  return sql`
    select ${list(parts)} from ${from}
    ${where.length > 0 ? sql`where ${list(where, sql` and `)}` : sql``}
    ${groupBy && groupBy.length > 0 ? sql`group by ${list(groupBy)}` : sql``}
    ${having ? sql`having ${having}` : sql``}`;
}

/** Rows with formulas: the common table expression `told`. */
const withFormulas = (relation: Relation): Sql => addFormulas(baseRows(relation), relation.formulas ?? {});

/** Joins labels to rows. */
function withLabels({ names }: Relation, rows: Sql): Sql {
  const parts = names
    ? [
        ...Object.entries(names.columns).map(([key, expression]) => as(expression, key)),
        ...Object.entries(names.ids ?? {}).map(([key, expression]) => as(expression, ID + key)),
      ]
    : [];
  return names && parts.length > 0 ? sql`select b.*, ${list(parts)} from (${rows}) b ${names.join}` : rows;
}
const isLabel = ({ names }: Relation, key: string): boolean => names !== undefined && Object.hasOwn(names.columns, key);
const ALL_ROWS = sql`select * from told`;

/** Adds formulas. Each may refer to columns and to earlier formulas. */
function addFormulas(rows: Sql, formulas: Readonly<Record<string, Sql>>): Sql {
  const laterals = Object.entries(formulas).map(
    ([key, formula], i) => sql` cross join lateral (select ${as(formula, key)}) ${name(`f${i}`)}`,
  );
  return sql`select * from (${rows}) base${list(laterals, sql``)}`;
}

const withClause = (relation: Relation, more: readonly Sql[] = []): Sql => {
  const parts = [
    ...(relation.with ?? []).map(
      ({ name: of, body, isMaterialized }) => sql`${name(of)} as ${isMaterialized ? sql`materialized ` : sql``}(${body})`,
    ),
    ...more,
  ];
  return parts.length > 0 ? sql`with recursive ${list(parts)}` : sql``;
};

/** A column that the rows do not have is no sort column. */
function orderClause([column, direction]: RowOrder, relation: Relation): Sql {
  const ties = relation.tie.map((_, i) => name(`${TIE}${i}`));
  const known =
    Object.hasOwn(relation.columns, column) || Object.hasOwn(relation.formulas ?? {}, column) || isLabel(relation, column);
  // an index scanned backwards returns nulls first
  const nulls = relation.always?.includes(column) ? sql`` : sql` nulls last`;
  const first = sql`${sortKey(column)} ${direction === 'asc' ? sql`asc` : sql`desc`}${nulls}`;
  const parts = [...(known ? [first] : []), ...ties];
  return parts.length > 0 ? sql`order by ${list(parts)}` : sql``;
}

/** Whether a column can be summed. A key with `_` is not in the dictionary: it is an operand of formulas. */
const isNumeric = (key: string): boolean => {
  const kind = COLUMNS[key as ColumnKey]?.type ?? (key.startsWith('_') ? 'integer' : 'text');
  return ['integer', 'decimal1', 'decimal2', 'percent', 'seconds'].includes(kind);
};

/** Selects the sums over all rows of `told`. Ratios are formulas over the sums of their operands. */
function sumsQuery(relation: Relation, sums: Readonly<Record<string, Aggregate>>): Sql {
  const { columns, formulas = {} } = relation;
  const direct = Object.entries(sums).filter(([, how]) => how !== 'ratio');
  const ratios = Object.fromEntries(
    Object.entries(numericFormulas(formulas)).filter(([key]) => sums[key] === undefined || sums[key] === 'ratio'),
  );
  const wanted = new Map(direct);
  for (const key of Object.keys(columns)) if (isNumeric(key) && !wanted.has(key)) wanted.set(key, 'sum');
  const known = new Set([...Object.keys(columns), ...Object.keys(formulas)]);
  const unknown = findUnknown(relation);
  const parts = [...wanted].filter(([key]) => known.has(key)).map(([key, how]) => as(aggregate(how, key, unknown), key));
  const cards = Object.entries(relation.cards ?? {}).map(([key, figure]) => as(figure, CARD + key));
  return addFormulas(sql`select ${list([as(sql`count(*)`, COUNT), ...cards, ...parts])} from told`, ratios);
}

/** Columns with unknown values, and the formulas over them. */
function findUnknown({ unknown = [], formulas = {} }: Relation): ReadonlySet<string> {
  const all = new Set(unknown);
  if (all.size > 0)
    for (const [key, formula] of Object.entries(formulas)) {
      const { text } = compile(formula);
      if ([...all].some((each) => text.includes(`"${each}"`))) all.add(key);
    }
  return all;
}

function aggregate(how: Aggregate, key: string, unknown: ReadonlySet<string>): Sql {
  const column = name(key);
  if (how === 'max') return sql`max(${column})`;
  if (how === 'min') return sql`min(${column})`;
  if (how === 'avg') return sql`avg(${column})`;
  return unknown.has(key) ? sumIfAllKnown(column) : sql`sum(${column})`;
}

/** A sum that is null if one of the rows is null. */
export const sumIfAllKnown = (column: Sql): Sql => sql`case when count(*) = count(${column}) then sum(${column}) end`;

const NAMES: ReadonlySet<string | undefined> = new Set(['text', 'vehicle']);
/** Formulas without those that return text, which have a meaning for a single row only. */
const numericFormulas = (formulas: Readonly<Record<string, Sql>>): Readonly<Record<string, Sql>> =>
  Object.fromEntries(Object.entries(formulas).filter(([key]) => !NAMES.has(COLUMNS[key as ColumnKey]?.type)));

type Rows = {
  /** The with clause of all rows as `told`, followed by more expressions. */
  readonly withRows: (more?: readonly Sql[]) => Sql;
  /** The cached table; null: nothing is cached. */
  readonly table: CachedTable | null;
};

/**
 * All rows of a relation as `told`. Expensive rows are materialised or cached without formulas, which are added to visible rows.
 * Stored rows are read twice: sums need few columns, and a page needs the others of some rows only.
 */
async function buildRows(relation: Relation, cache: ResultCache | undefined): Promise<Rows> {
  const { groupBy, with: parts = [], isStored, isSearched = false, formulas = {}, columns } = relation;
  const named =
    (body: Sql, own: Relation = relation) =>
    (more: readonly Sql[] = []) =>
      withClause(own, [body, ...more]);
  const plain = { withRows: named(sql`told as not materialized (${withFormulas(relation)})`), table: null };
  // the numbers of rows need all rows, whatever page is shown
  const isPlain = isStored || (!groupBy && parts.length === 0 && !('ledgerNo' in columns));
  if (isPlain && !isSearched) return plain;
  const table = (await cache?.loadTable(sql`${withClause(relation)} ${baseRows(relation)}`, { isSearch: isSearched })) ?? null;
  if (!table && isPlain) return plain;
  if (!table) return { withRows: named(sql`told as materialized (${withFormulas(relation)})`), table };
  const cached = sql`told as not materialized (${addFormulas(sql`select * from ${table.table}`, formulas)})`;
  return { withRows: named(cached, { ...relation, with: [] }), table };
}

type Row = Readonly<Record<string, unknown>>;
type PageOptions = Pick<ReportDefinition, 'sums'> & {
  readonly order: RowOrder;
  readonly limit: number;
  readonly offset: number;
  readonly cache?: ResultCache | undefined;
};

/** Loads a page, the row count and the sums in one statement. Sums of cached rows, and slow sums of stored rows, are cached. */
export async function loadPage(
  db: Db,
  full: Relation,
  { sums = {}, order, limit, offset, cache }: PageOptions,
): Promise<QueryResult> {
  const visible = visibleColumns(full);
  const relation = visible.joined?.includes(order[0]) ? { ...visible, isStored: false } : visible;
  const all = forAllRows(relation);
  const { withRows, table } = await buildRows(all, cache);
  const isInBulk = table !== null || Object.hasOwn(relation.inBulk ?? {}, order[0]);
  const withPage = isInBulk || all === relation ? withRows : (await buildRows(relation, undefined)).withRows;
  const summed = sql`sums as (${sumsQuery(relation, sums)})`;
  const byLabel = isLabel(relation, order[0]);
  const first = sql`select row_number() over () as place, p.* from (
    select * from ${byLabel ? sql`(${withLabels(relation, ALL_ROWS)}) n` : sql`told`} ${orderClause(order, relation)} limit ${limit} offset ${offset}) p`;
  const shown = sql`page as (${byLabel ? first : withLabels(relation, first)})`;
  const summing = sql`${withRows([summed])} select to_jsonb(s) as sums, s."#n" as total from sums s`;
  const cached = table ?? (relation.isStored && cache ? await cache.loadAnswers(summing) : null);
  const [counted, rows] =
    cached === null
      ? await withQueryLimits(db, async (tx) => {
          const both = await tx.query<Row>(sql`${withRows([summed, shown])}
            select to_jsonb(s) as sums, s."#n" as total, p.* from sums s left join page p on true order by p.place`);
          const rows = both.filter(({ place }) => place !== null);
          return [both, rows.map(({ sums: _sums, total: _total, ...row }) => row)];
        })
      : await Promise.all([
          cached.query<Row>(summing),
          limit > 0
            ? withQueryLimits(db, (tx) => tx.query<Row>(sql`${withPage([shown])} select * from page order by place`))
            : [],
        ]);
  const { total, sums: added } = counted[0] as { readonly total: number; readonly sums: Row };
  return {
    rows: rows.map(toResultRow),
    total,
    sums: Object.fromEntries(Object.keys(sums).map((key) => [key, added[key] ?? null])),
    cards: { ...added, ...Object.fromEntries(Object.keys(relation.cards ?? {}).map((key) => [key, added[CARD + key] ?? null])) },
    at: cached?.at ?? null,
  };
}

export const countRows = async (db: Db, relation: Relation, order: RowOrder): Promise<number> =>
  (await loadPage(db, relation, { order, limit: 0, offset: 0 })).total;

type AxisOptions = {
  readonly x: string;
  readonly y: readonly string[];
  readonly sums?: Readonly<Record<string, Aggregate>>;
  readonly limit: number;
  readonly ascending: boolean;
  /** A time axis has `limit` buckets with equally many rows each, in time order. */
  readonly isTimeAxis?: boolean;
  readonly cache?: ResultCache | undefined;
};

/** Aggregates rows by one of their columns, the largest first. */
export async function aggregateByAxis(
  db: Db,
  full: Relation,
  { x, y, sums = {}, limit, ascending, isTimeAxis = false, cache }: AxisOptions,
): Promise<readonly Record<string, unknown>[]> {
  const relation = forAllRows(visibleColumns(full));
  const { columns, formulas = {} } = relation;
  const numeric = Object.keys(columns).filter(isNumeric);
  const unknown = findUnknown(relation);
  const parts = numeric.map((key) =>
    as(aggregate(sums[key] === undefined || sums[key] === 'ratio' ? 'sum' : sums[key], key, unknown), key),
  );
  const figures = list([as(sql`count(*)`, 'count'), ...parts]);
  const rows = isLabel(relation, x) ? sql`(${withLabels(relation, ALL_ROWS)}) n` : sql`told`;
  const grouped = addFormulas(
    isTimeAxis
      ? sql`select min(${name(x)}) as "#x", ${figures} from (
          select *, ntile(${limit}) over (order by ${name(x)}) as "#part" from ${rows} where ${name(x)} is not null) parts group by "#part"`
      : sql`select ${as(name(x), '#x')}, ${figures} from ${rows} group by ${name(x)}`,
    numericFormulas(formulas),
  );
  const has = (key: string): boolean => !relation.without?.includes(key);
  const order = isTimeAxis || ascending || !has(y[0]!) ? sql`order by "#x"` : sql`order by ${name(y[0]!)} desc nulls last, "#x"`;
  const { withRows } = await buildRows(relation, cache);
  return withQueryLimits(db, (tx) =>
    tx.query(sql`
      ${withRows()}
      select ${list([name('#x'), ...y.map((key) => (has(key) ? name(key) : as(sql`null::integer`, key)))])} from (${grouped}) g ${order} limit ${limit}`),
  );
}

/** The two statements of an export: the sums (`sums`, with the row count as `#n`), and the columns of all rows in an order. */
export function buildExportStatements(
  full: Relation,
  {
    columns,
    sums,
    order,
    limit,
  }: Required<Pick<ReportDefinition, 'sums'>> & {
    readonly columns: readonly string[];
    readonly order: RowOrder;
    readonly limit: number;
  },
): { readonly summed: Sql; readonly rows: Sql } {
  const relation = forAllRows(visibleColumns(full));
  const rows = sql`told as (${withFormulas(relation)})`;
  const { formulas = {}, names, without = [] } = relation;
  const known = new Set(
    [relation.columns, formulas, names?.columns ?? {}].flatMap((parts) => Object.keys(parts)).concat(without),
  );
  const cells = columns.map((key) => (known.has(key) ? name(key) : as(sql`null::text`, key)));
  return {
    summed: sql`${withClause(relation, [rows, sql`sums as (${sumsQuery(relation, sums)})`])} select to_jsonb(s) as sums from sums s`,
    rows: sql`${withClause(relation, [rows])} select ${list(cells)} from (${withLabels(relation, ALL_ROWS)}) n ${orderClause(order, relation)} limit ${limit}`,
  };
}

function toResultRow(row: Record<string, unknown>): ResultRow {
  const cells: Record<string, unknown> = {};
  const ids: Record<string, string> = {};
  for (const [key, value] of Object.entries(row))
    if (key.startsWith(ID)) {
      if (value !== null && key !== COUNT) ids[key.slice(ID.length)] = String(value);
    } else if (!key.startsWith(TIE)) cells[key] = value;
  return { cells, ids };
}
