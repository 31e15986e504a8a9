import { type Db, name, type Sql, sql } from '../../../platform/db/database.ts';
import { compile } from '../../../platform/db/sql.ts';
import { COLUMNS, type ColumnKey } from '../columns/dictionary.ts';
import type { Aggregate, Relation, ReportDefinition } from '../model/definition.ts';
import { bounded, type KeptRows, type KeptTable } from './result-cache.ts';

/** A row as the database tells it: cells by column, and the ids of what it is about. */
export type FoundRow = { readonly cells: Readonly<Record<string, unknown>>; readonly ids: Readonly<Record<string, string>> };
export type Found = {
  readonly rows: FoundRow[];
  readonly total: number;
  readonly sums: Readonly<Record<string, unknown>>;
  /** When its rows were found or summed up, epoch ms; null: now. */
  readonly at: number | null;
};
export type Order = readonly [column: string, direction: 'asc' | 'desc'];

const ID = '#';
const TIE = '~';
/** How many rows were summed up. */
export const COUNT = '#n';

const list = (parts: readonly Sql[], between = sql`, `): Sql =>
  parts.reduce((all, part, i) => (i === 0 ? part : sql`${all}${between}${part}`), sql``);
const as = (expression: Sql, alias: string): Sql => sql`${expression} as ${name(alias)}`;

/** A relation without what its rows do not have: that is told as empty. */
function trimmed(relation: Relation): Relation {
  const { without = [], columns, formulas = {}, names } = relation;
  const kept = (parts: Readonly<Record<string, Sql>>, other: readonly string[] = without) =>
    Object.fromEntries(Object.entries(parts).filter(([key]) => !other.includes(key)));
  const own = [...without, ...Object.keys(columns), ...Object.keys(formulas)];
  return {
    ...relation,
    columns: kept(columns),
    formulas: kept(formulas),
    // what a report tells otherwise is not told of names
    ...(names ? { names: { ...names, columns: kept(names.columns, own) } } : {}),
  };
}

/** The rows of a relation without what is made of others: columns by their names, ids behind `#`, ties behind `~`. */
function found({ from, where = [], columns, groupBy, having, formulas = {}, ids = {}, tie, without = [] }: Relation): Sql {
  const parts = [
    ...Object.entries(columns).map(([key, expression]) => as(expression, key)),
    // empty, and yet something to order by
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

/** The same with what is made of others, named `told`. */
const told = (relation: Relation): Sql => chained(found(relation), relation.formulas ?? {});

/** Rows that were told, with what they are called. */
function called({ names }: Relation, rows: Sql): Sql {
  const parts = names
    ? [
        ...Object.entries(names.columns).map(([key, expression]) => as(expression, key)),
        ...Object.entries(names.ids ?? {}).map(([key, expression]) => as(expression, ID + key)),
      ]
    : [];
  return names && parts.length > 0 ? sql`select b.*, ${list(parts)} from (${rows}) b ${names.join}` : rows;
}
const isName = ({ names }: Relation, key: string): boolean => names !== undefined && Object.hasOwn(names.columns, key);
const TOLD = sql`select * from told`;

/** Each formula may name the columns and the formulas before it. */
function chained(rows: Sql, formulas: Readonly<Record<string, Sql>>): Sql {
  const laterals = Object.entries(formulas).map(
    ([key, formula], i) => sql` cross join lateral (select ${as(formula, key)}) ${name(`f${i}`)}`,
  );
  return sql`select * from (${rows}) base${list(laterals, sql``)}`;
}

const withs = (relation: Relation, more: readonly Sql[] = []): Sql => {
  const parts = [...(relation.with ?? []).map(({ name: of, body }) => sql`${name(of)} as (${body})`), ...more];
  return parts.length > 0 ? sql`with recursive ${list(parts)}` : sql``;
};

/** A column that rows of this grouping do not have orders nothing. */
function ordered([column, direction]: Order, relation: Relation): Sql {
  const ties = relation.tie.map((_, i) => name(`${TIE}${i}`));
  const known =
    Object.hasOwn(relation.columns, column) || Object.hasOwn(relation.formulas ?? {}, column) || isName(relation, column);
  // an index that goes the other way round has empty ones first
  const nulls = relation.always?.includes(column) ? sql`` : sql` nulls last`;
  const first = sql`${name(column)} ${direction === 'asc' ? sql`asc` : sql`desc`}${nulls}`;
  const parts = [...(known ? [first] : []), ...ties];
  return parts.length > 0 ? sql`order by ${list(parts)}` : sql``;
}

/** Whether a column holds what can be added up; what stands in no dictionary is made for formulas and can. */
const isNumeric = (key: string): boolean => {
  const kind = COLUMNS[key as ColumnKey]?.type ?? (key.startsWith('_') ? 'integer' : 'text');
  return ['integer', 'decimal1', 'decimal2', 'percent', 'seconds'].includes(kind);
};

/** Sums over all rows of `told`: what is a ratio is made anew of the sums of what it is made of. */
function sumsOf(relation: Relation, sums: Readonly<Record<string, Aggregate>>): Sql {
  const { columns, formulas = {} } = relation;
  const direct = Object.entries(sums).filter(([, how]) => how !== 'ratio');
  const ratios = Object.fromEntries(
    Object.entries(figuresOf(formulas)).filter(([key]) => sums[key] === undefined || sums[key] === 'ratio'),
  );
  const wanted = new Map(direct);
  for (const key of Object.keys(columns)) if (isNumeric(key) && !wanted.has(key)) wanted.set(key, 'sum');
  const known = new Set([...Object.keys(columns), ...Object.keys(formulas)]);
  const unknown = unknownIn(relation);
  const parts = [...wanted].filter(([key]) => known.has(key)).map(([key, how]) => as(aggregate(how, key, unknown), key));
  return chained(sql`select ${list([as(sql`count(*)`, COUNT), ...parts])} from told`, ratios);
}

/** Columns that may not be known, with those that are made of them. */
function unknownIn({ unknown = [], formulas = {} }: Relation): ReadonlySet<string> {
  const found = new Set(unknown);
  if (found.size > 0)
    for (const [key, formula] of Object.entries(formulas)) {
      const { text } = compile(formula);
      if ([...found].some((each) => text.includes(`"${each}"`))) found.add(key);
    }
  return found;
}

function aggregate(how: Aggregate, key: string, unknown: ReadonlySet<string>): Sql {
  const column = name(key);
  if (how === 'max') return sql`max(${column})`;
  if (how === 'min') return sql`min(${column})`;
  if (how === 'avg') return sql`avg(${column})`;
  return unknown.has(key) ? sumOfAll(column) : sql`sum(${column})`;
}

/** A sum that is not known where one of the rows is not. */
export const sumOfAll = (column: Sql): Sql => sql`case when count(*) = count(${column}) then sum(${column}) end`;

const NAMES: ReadonlySet<string | undefined> = new Set(['text', 'vehicle']);
/** Formulas but those that name something, which are of a row alone. */
const figuresOf = (formulas: Readonly<Record<string, Sql>>): Readonly<Record<string, Sql>> =>
  Object.fromEntries(Object.entries(formulas).filter(([key]) => !NAMES.has(COLUMNS[key as ColumnKey]?.type)));

type Rows = {
  readonly withs: (more?: readonly Sql[]) => Sql;
  /** Where they are kept. */
  readonly table: KeptTable | null;
};

/**
 * All rows of a relation, named `told`, to be summed up and ordered. Those that are made of many are found once, or kept from before,
 * without what is made of others: that is told of the rows that are shown. Facts as they are stored are gone through twice: their sums
 * need few of their columns, and a page needs the others of some rows only.
 */
async function rowsOf(relation: Relation, kept: KeptRows | undefined): Promise<Rows> {
  const { groupBy, with: parts = [], isStored, formulas = {} } = relation;
  const named =
    (body: Sql, own: Relation = relation) =>
    (more: readonly Sql[] = []) =>
      withs(own, [body, ...more]);
  if (isStored || (!groupBy && parts.length === 0))
    return { withs: named(sql`told as not materialized (${told(relation)})`), table: null };
  const table = (await kept?.of(sql`${withs(relation)} ${found(relation)}`)) ?? null;
  if (!table) return { withs: named(sql`told as materialized (${told(relation)})`), table };
  const again = sql`told as not materialized (${chained(sql`select * from ${table.table}`, formulas)})`;
  return { withs: named(again, { ...relation, with: [] }), table };
}

type Row = Readonly<Record<string, unknown>>;

/**
 * A page of a report in an order, how many rows there are in all, and the sums over all of them: one statement, one look at the data.
 * Of rows that are kept, sums are made once, and so they are of those of a table of days, where that takes long.
 */
export async function page(
  db: Db,
  wanted: Relation,
  {
    sums = {},
    order,
    limit,
    offset,
    kept,
  }: Pick<ReportDefinition, 'sums'> & {
    readonly order: Order;
    readonly limit: number;
    readonly offset: number;
    readonly kept?: KeptRows;
  },
): Promise<Found> {
  const relation = trimmed(wanted);
  const { withs: all, table } = await rowsOf(relation, kept);
  const summed = sql`sums as (${sumsOf(relation, sums)})`;
  const byName = isName(relation, order[0]);
  const first = sql`select row_number() over () as place, p.* from (
    select * from ${byName ? sql`(${called(relation, TOLD)}) n` : sql`told`} ${ordered(order, relation)} limit ${limit} offset ${offset}) p`;
  const shown = sql`page as (${byName ? first : called(relation, first)})`;
  const summing = sql`${all([summed])} select to_jsonb(s) as sums, s."#n" as total from sums s`;
  const apart = table ?? (relation.isStored && kept ? await kept.answerOf(summing) : null);
  const [counted, rows] =
    apart === null
      ? await bounded(db, async (tx) => {
          const both = await tx.query<Row>(sql`${all([summed, shown])}
            select to_jsonb(s) as sums, s."#n" as total, p.* from sums s left join page p on true order by p.place`);
          const rows = both.filter(({ place }) => place !== null);
          return [both, rows.map(({ sums: _sums, total: _total, ...row }) => row)];
        })
      : await Promise.all([
          apart.once<Row>(summing),
          limit > 0 ? bounded(db, (tx) => tx.query<Row>(sql`${all([shown])} select * from page order by place`)) : [],
        ]);
  const { total, sums: added } = counted[0] as { readonly total: number; readonly sums: Row };
  return {
    rows: rows.map(foundRow),
    total,
    sums: Object.fromEntries(Object.keys(sums).map((key) => [key, added[key] ?? null])),
    at: apart?.at ?? null,
  };
}

/** How many rows a report has. */
export const countOf = async (db: Db, relation: Relation, order: Order): Promise<number> =>
  (await page(db, relation, { order, limit: 0, offset: 0 })).total;

/** What rows come to by one of their columns, the largest first: what a chart draws. */
export async function byAxis(
  db: Db,
  wanted: Relation,
  {
    x,
    y,
    sums = {},
    most,
    ascending,
    along = false,
    kept,
  }: {
    readonly x: string;
    readonly y: readonly string[];
    readonly sums?: Readonly<Record<string, Aggregate>>;
    readonly most: number;
    readonly ascending: boolean;
    /** The axis is time: rows are drawn in stretches of equally many, in their order. */
    readonly along?: boolean;
    readonly kept?: KeptRows;
  },
): Promise<readonly Record<string, unknown>[]> {
  const relation = trimmed(wanted);
  const { columns, formulas = {} } = relation;
  const numeric = Object.keys(columns).filter(isNumeric);
  const unknown = unknownIn(relation);
  const parts = numeric.map((key) =>
    as(aggregate(sums[key] === undefined || sums[key] === 'ratio' ? 'sum' : sums[key], key, unknown), key),
  );
  const figures = list([as(sql`count(*)`, 'count'), ...parts]);
  const rows = isName(relation, x) ? sql`(${called(relation, TOLD)}) n` : sql`told`;
  const grouped = chained(
    along
      ? sql`select min(${name(x)}) as "#x", ${figures} from (
          select *, ntile(${most}) over (order by ${name(x)}) as "#part" from ${rows} where ${name(x)} is not null) parts group by "#part"`
      : sql`select ${as(name(x), '#x')}, ${figures} from ${rows} group by ${name(x)}`,
    figuresOf(formulas),
  );
  const drawn = (key: string): boolean => !relation.without?.includes(key);
  const order = along || ascending || !drawn(y[0]!) ? sql`order by "#x"` : sql`order by ${name(y[0]!)} desc nulls last, "#x"`;
  const { withs: all } = await rowsOf(relation, kept);
  return bounded(db, (tx) =>
    tx.query(sql`
      ${all()}
      select ${list([name('#x'), ...y.map((key) => (drawn(key) ? name(key) : as(sql`null::integer`, key)))])} from (${grouped}) g ${order} limit ${most}`),
  );
}

/** The statements that read all rows of a report: its sums (`sums`, with `#n`, how many there are), and columns in an order. */
export function wholeOf(
  wanted: Relation,
  {
    columns,
    sums,
    order,
    most,
  }: Required<Pick<ReportDefinition, 'sums'>> & {
    readonly columns: readonly string[];
    readonly order: Order;
    readonly most: number;
  },
): { readonly summed: Sql; readonly rows: Sql } {
  const relation = trimmed(wanted);
  const rows = sql`told as (${told(relation)})`;
  const { formulas = {}, names, without = [] } = relation;
  const known = new Set(
    [relation.columns, formulas, names?.columns ?? {}].flatMap((parts) => Object.keys(parts)).concat(without),
  );
  const cells = columns.map((key) => (known.has(key) ? name(key) : as(sql`null::text`, key)));
  return {
    summed: sql`${withs(relation, [rows, sql`sums as (${sumsOf(relation, sums)})`])} select to_jsonb(s) as sums from sums s`,
    rows: sql`${withs(relation, [rows])} select ${list(cells)} from (${called(relation, TOLD)}) n ${ordered(order, relation)} limit ${most}`,
  };
}

function foundRow(row: Record<string, unknown>): FoundRow {
  const cells: Record<string, unknown> = {};
  const ids: Record<string, string> = {};
  for (const [key, value] of Object.entries(row))
    if (key.startsWith(ID)) {
      if (value !== null && key !== COUNT) ids[key.slice(ID.length)] = String(value);
    } else if (!key.startsWith(TIE)) cells[key] = value;
  return { cells, ids };
}
