import { type Db, name, type Sql, sql } from '../../platform/db/database.ts';
import { compile } from '../../platform/db/sql.ts';
import { COLUMNS, type ColumnKey } from './columns/dictionary.ts';
import { bounded, type KeptRows } from './kept-rows.ts';
import { CHUNK_ROWS, EXPORT_QUERY_MS } from './limits.ts';
import type { Aggregate, Relation, ReportDefinition } from './report.ts';

/** A row as the database tells it: cells by column, and the ids of what it is about. */
export type FoundRow = { readonly cells: Readonly<Record<string, unknown>>; readonly ids: Readonly<Record<string, string>> };
export type Found = {
  readonly rows: FoundRow[];
  readonly total: number;
  readonly sums: Readonly<Record<string, unknown>>;
  /** When its rows were found, epoch ms; null: now. */
  readonly at: number | null;
};
export type Order = readonly [column: string, direction: 'asc' | 'desc'];

const ID = '#';
const TIE = '~';
const COUNT = '#n';

const list = (parts: readonly Sql[], between = sql`, `): Sql =>
  parts.reduce((all, part, i) => (i === 0 ? part : sql`${all}${between}${part}`), sql``);
const as = (expression: Sql, alias: string): Sql => sql`${expression} as ${name(alias)}`;

/** A relation without what its rows do not have: that is told as empty. */
function trimmed(relation: Relation): Relation {
  const { without = [], columns, formulas = {} } = relation;
  if (without.length === 0) return relation;
  const kept = (parts: Readonly<Record<string, Sql>>) =>
    Object.fromEntries(Object.entries(parts).filter(([key]) => !without.includes(key)));
  return { ...relation, columns: kept(columns), formulas: kept(formulas) };
}

/** The rows of a relation with all that is made of others, named `told`. */
function told(relation: Relation): Sql {
  const { from, where = [], columns, groupBy, having, formulas = {}, ids = {}, tie, without = [] } = relation;
  const parts = [
    ...Object.entries(columns).map(([key, expression]) => as(expression, key)),
    // empty, and yet something to order by
    ...without.filter((key) => !(key in columns) && !(key in formulas)).map((key) => as(sql`null::text`, key)),
    ...Object.entries(ids).map(([key, expression]) => as(sql`(${expression})::text`, ID + key)),
    ...tie.map((expression, i) => as(expression, `${TIE}${i}`)),
  ];
  const rows = sql`
    select ${list(parts)} from ${from}
    ${where.length > 0 ? sql`where ${list(where, sql` and `)}` : sql``}
    ${groupBy && groupBy.length > 0 ? sql`group by ${list(groupBy)}` : sql``}
    ${having ? sql`having ${having}` : sql``}`;
  return chained(rows, formulas);
}

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
  const known = Object.hasOwn(relation.columns, column) || Object.hasOwn(relation.formulas ?? {}, column);
  const first = sql`${name(column)} ${direction === 'asc' ? sql`asc` : sql`desc`} nulls last`;
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
  const ratios = Object.fromEntries(Object.entries(formulas).filter(([key]) => sums[key] === undefined || sums[key] === 'ratio'));
  const wanted = new Map(direct);
  for (const key of Object.keys(columns)) if (isNumeric(key) && !wanted.has(key)) wanted.set(key, 'sum');
  const known = new Set([...Object.keys(columns), ...Object.keys(formulas)]);
  const parts = [...wanted].filter(([key]) => known.has(key)).map(([key, how]) => as(aggregate(how, key), key));
  return chained(sql`select ${list([as(sql`count(*)`, COUNT), ...parts])} from told`, ratios);
}

function aggregate(how: Aggregate, key: string): Sql {
  const column = name(key);
  if (how === 'max') return sql`max(${column})`;
  if (how === 'min') return sql`min(${column})`;
  if (how === 'avg') return sql`avg(${column})`;
  return sql`sum(${column})`;
}

type Once = { readonly withs: (more?: readonly Sql[]) => Sql; readonly at: number | null };

/**
 * All rows of a relation, named `told`, to be summed up and ordered. Those that are made of many are found once, or kept from before.
 * Facts as they are stored are gone through twice: their sums need few of their columns, and a page needs the others of some rows only.
 */
async function toldOnce(relation: Relation, kept: KeptRows | undefined): Promise<Once> {
  const { groupBy, with: parts = [] } = relation;
  const once =
    (body: Sql, own: Relation = relation) =>
    (more: readonly Sql[] = []) =>
      withs(own, [body, ...more]);
  if (!groupBy && parts.length === 0) return { withs: once(sql`told as not materialized (${told(relation)})`), at: null };
  const found = await kept?.of(sql`${withs(relation)} ${told(relation)}`);
  if (!found) return { withs: once(sql`told as materialized (${told(relation)})`), at: null };
  return { withs: once(sql`told as (select * from ${found.table})`, { ...relation, with: [] }), at: found.at };
}

/** A page of a report in an order, how many rows there are in all, and the sums over all of them: one statement, one look at the data. */
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
  const once = await toldOnce(relation, kept);
  const rows = await bounded(db, (tx) =>
    tx.query<Record<string, unknown>>(sql`
      ${once.withs([
        sql`sums as (${sumsOf(relation, sums)})`,
        sql`page as (select row_number() over () as place, p.* from (
          select * from told ${ordered(order, relation)} limit ${limit} offset ${offset}) p)`,
      ])}
      select to_jsonb(s) as sums, s."#n" as total, p.* from sums s left join page p on true order by p.place`),
  );
  const first = rows[0]!;
  return {
    rows: rows.filter(({ place }) => place !== null).map(foundRow),
    total: first['total'] as number,
    sums: Object.fromEntries(Object.keys(sums).map((key) => [key, (first['sums'] as Record<string, unknown>)[key] ?? null])),
    at: once.at,
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
  const parts = numeric.map((key) =>
    as(aggregate(sums[key] === undefined || sums[key] === 'ratio' ? 'sum' : sums[key], key), key),
  );
  const figures = list([as(sql`count(*)`, 'count'), ...parts]);
  const grouped = chained(
    along
      ? sql`select min(${name(x)}) as "#x", ${figures} from (
          select *, ntile(${most}) over (order by ${name(x)}) as "#part" from told where ${name(x)} is not null) parts group by "#part"`
      : sql`select ${as(name(x), '#x')}, ${figures} from told group by ${name(x)}`,
    formulas,
  );
  const drawn = (key: string): boolean => !relation.without?.includes(key);
  const order = along || ascending || !drawn(y[0]!) ? sql`order by "#x"` : sql`order by ${name(y[0]!)} desc nulls last, "#x"`;
  const once = await toldOnce(relation, kept);
  return bounded(db, (tx) =>
    tx.query(sql`
      ${once.withs()}
      select ${list([name('#x'), ...y.map((key) => (drawn(key) ? name(key) : as(sql`null::integer`, key)))])} from (${grouped}) g ${order} limit ${most}`),
  );
}

/** All of a report as it was at one moment: how many rows, their sums, and the rows in an order, some thousand at a time. */
export type EveryRow = Pick<Found, 'total' | 'sums'> & { readonly rows: AsyncIterable<FoundRow[]> };

/** Reads all rows of a report, no more than `most`, while `use` takes them. A query under way ends when `signal` does. */
export async function withEveryRow<T>(
  db: Db,
  wanted: Relation,
  how: Required<Pick<ReportDefinition, 'sums'>> & { readonly order: Order; readonly most: number; readonly signal: AbortSignal },
  use: (found: EveryRow) => Promise<T>,
): Promise<T> {
  const { sums, order, most, signal } = how;
  const relation = trimmed(wanted);
  const rows = sql`told as (${told(relation)})`;
  const client = await db.connect();
  let broken = true;
  const run = async (statement: Sql): Promise<Record<string, unknown>[]> => {
    signal.throwIfAborted();
    const { text, values } = compile(statement);
    return (await client.query(text, values)).rows;
  };
  const { pid } = (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!;
  const stop = () => void db.query(sql`select pg_cancel_backend(${pid})`).catch(() => undefined);
  signal.addEventListener('abort', stop);
  try {
    await client.query('begin transaction isolation level repeatable read read only');
    await client.query(`set local work_mem = '128MB'`);
    await client.query(`set local statement_timeout = ${EXPORT_QUERY_MS}`);
    // all rows are read, not the first tenth that a cursor is planned for
    await client.query('set local cursor_tuple_fraction = 1');
    const [first] = await run(sql`${withs(relation, [rows, sql`sums as (${sumsOf(relation, sums)})`])}
      select to_jsonb(s) as sums from sums s`);
    const counted = first!['sums'] as Record<string, unknown>;
    async function* chunks(): AsyncGenerator<FoundRow[]> {
      await run(sql`declare report no scroll cursor for ${withs(relation, [rows])}
        select * from told ${ordered(order, relation)} limit ${most}`);
      const fetch = () => client.query<Record<string, unknown>>(`fetch ${CHUNK_ROWS} from report`);
      // the database makes some rows while those before them are written
      for (let next = fetch(); ; ) {
        signal.throwIfAborted();
        const { rows: chunk } = await next;
        if (chunk.length === 0) return;
        next = fetch();
        next.catch(() => undefined);
        yield chunk.map(foundRow);
      }
    }
    const result = await use({
      total: Number(counted[COUNT]),
      sums: Object.fromEntries(Object.keys(sums).map((key) => [key, counted[key] ?? null])),
      rows: chunks(),
    });
    await client.query('commit');
    broken = false;
    return result;
  } finally {
    signal.removeEventListener('abort', stop);
    client.release(broken);
  }
}

function foundRow(row: Record<string, unknown>): FoundRow {
  const cells: Record<string, unknown> = {};
  const ids: Record<string, string> = {};
  for (const [key, value] of Object.entries(row))
    if (key.startsWith(ID)) {
      if (value !== null && key !== COUNT) ids[key.slice(ID.length)] = value as string;
    } else if (!key.startsWith(TIE)) cells[key] = value;
  return { cells, ids };
}
