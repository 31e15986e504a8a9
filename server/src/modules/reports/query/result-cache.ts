import { createHash, randomUUID } from 'node:crypto';
import { SECOND_MS } from '@fleetwarden/domain/durations';
import { type Db, name, type Queryable, type Sql, sql } from '../../../platform/db/database.ts';
import { compile } from '../../../platform/db/sql.ts';
import { hasSqlState } from '../../../platform/db/sql-state.ts';
import { LONG_COST, MAX_CACHED_RESULTS, MAX_CACHED_ROWS, QUERY_MS, RESULT_CACHE_MS } from '../model/limits.ts';
import type { ResultCache } from '../model/query-context.ts';

type Entry = {
  /** null: the entry has answers only. */
  readonly table: string | null;
  readonly at: number;
  /** The number of rows; null: not worth caching. */
  readonly filled: Promise<number | null>;
  /** By statement key. */
  readonly answers: Map<string, Promise<readonly unknown[]>>;
};

/** Further keys are explained each time. */
const MAX_CHEAP = 10_000;
const PREFIX = 'report_rows_';
/** A table older than this belongs to a process that is gone. */
const ABANDONED_S = 900;
/** A table that is still read is dropped later. */
const LOCK_MS = 200;

/**
 * Results whose EXPLAIN cost exceeds a threshold go to an unlogged table. The key is a hash of statement and parameters, so that users
 * with other departments get other rows.
 */
export function createResultCache({
  db,
  now,
  longCost = LONG_COST,
  ttlMs = RESULT_CACHE_MS,
  maxRows = MAX_CACHED_ROWS,
}: {
  readonly db: Db;
  readonly now: () => number;
  /** EXPLAIN cost below which nothing is cached. */
  readonly longCost?: number;
  /** Lifetime of an entry. Its table lives twice as long, for readers that got it last. */
  readonly ttlMs?: number;
  readonly maxRows?: number;
}): ResultCache {
  const entries = new Map<string, Entry>();
  /** Keys that were not worth caching within `ttlMs`: they are not explained again, which takes as long as a plan. */
  const cheap = new Set<string>();
  let sweptAt = 0;

  async function fill(table: string, statement: Sql, isSearch: boolean): Promise<number | null> {
    const { cost, rows } = await explain(db, statement);
    // the number of rows that a search finds cannot be estimated
    if (cost < longCost || (!isSearch && rows > maxRows)) return null;
    await sweep();
    const limit = isSearch ? sql`limit ${maxRows + 1}::integer` : sql``;
    const filled = await withQueryLimits(db, (tx) => tx.run(sql`create unlogged table ${name(table)} as ${statement} ${limit}`));
    // if this fails, the next sweep drops it
    setTimeout(() => void drop(table), 2 * ttlMs).unref();
    if (filled <= maxRows) return filled;
    await drop(table);
    return null;
  }

  const isExpensive = async (query: Sql): Promise<0 | null> => ((await explain(db, query)).cost >= longCost ? 0 : null);

  /** Whether a table still has its rows: PostgreSQL truncates unlogged tables after a crash. */
  const isIntact = (table: string, rows: number): Promise<boolean> =>
    db.query(sql`select from ${name(table)} limit 1`).then(
      (some) => some.length > 0 || rows === 0,
      (error: unknown) => {
        if (hasSqlState(error, 'undefinedTable')) return false;
        throw error;
      },
    );

  async function drop(table: string): Promise<void> {
    await db
      .transaction(async (tx) => {
        await tx.run(`set local lock_timeout = ${LOCK_MS}`);
        await tx.run(sql`drop table if exists ${name(table)}`);
      })
      .catch(() => undefined);
  }

  /** Drops the tables of processes that are gone. */
  async function sweep(): Promise<void> {
    if (now() - sweptAt < ABANDONED_S * SECOND_MS) return;
    sweptAt = now();
    const tables = await db.query<{ tablename: string }>(sql`
      select tablename from pg_tables where schemaname = current_schema() and starts_with(tablename, ${PREFIX})`);
    const abandoned = tables.filter(({ tablename }) => tableAgeS(tablename, now()) > ABANDONED_S);
    for (const { tablename } of abandoned) await drop(tablename);
  }

  const queryOnce =
    ({ answers }: Entry) =>
    <Row>(query: Sql): Promise<readonly Row[]> => {
      const key = hashStatement(query);
      let answer = answers.get(key);
      if (!answer) {
        answer = withQueryLimits(db, (tx) => tx.query(query));
        answers.set(key, answer);
        answer.catch(() => answers.delete(key));
      }
      return answer as Promise<readonly Row[]>;
    };

  function evictOld(): void {
    for (const [key, { at }] of entries) if (now() - at >= ttlMs || entries.size > MAX_CACHED_RESULTS) entries.delete(key);
  }

  const evict = (key: string, entry: Entry): void => {
    if (entries.get(key) === entry) entries.delete(key);
  };

  /** The entry of a key, created if absent; null: not worth caching. */
  async function loadEntry(key: string, begin: () => Omit<Entry, 'answers'>): Promise<Entry | null> {
    if (cheap.has(key)) return null;
    evictOld();
    const entry = entries.get(key) ?? { ...begin(), answers: new Map() };
    const isNew = !entries.has(key);
    if (isNew) entries.set(key, entry);
    const filled = await entry.filled.catch((error: unknown) => {
      entries.delete(key);
      throw error;
    });
    if (filled === null) {
      entries.delete(key);
      if (isNew && cheap.size < MAX_CHEAP) {
        cheap.add(key);
        setTimeout(() => cheap.delete(key), ttlMs).unref();
      }
      return null;
    }
    // a timer is immune to a clock that was set back
    if (isNew) setTimeout(() => evict(key, entry), ttlMs).unref();
    if (isNew || entry.table === null || (await isIntact(entry.table, filled))) return entry;
    // a concurrent reader may have begun a new entry already
    evict(key, entry);
    return loadEntry(key, begin);
  }

  return {
    async loadTable(statement, { isSearch = false } = {}) {
      const entry = await loadEntry(`${isSearch ? 'search ' : ''}${hashStatement(statement)}`, () => {
        const table = newTableName(now());
        return { table, at: now(), filled: fill(table, statement, isSearch) };
      });
      return entry && { table: name(entry.table!), at: entry.at, query: queryOnce(entry) };
    },
    async loadAnswers(query) {
      const key = `answer ${hashStatement(query)}`;
      const entry = await loadEntry(key, () => ({ table: null, at: now(), filled: isExpensive(query) }));
      return entry && { at: entry.at, query: queryOnce(entry) };
    },
  };
}

/** The rows of a statement in any order, cached if they are expensive. */
export async function queryCached<Row>(db: Queryable, cache: ResultCache | undefined, statement: Sql): Promise<readonly Row[]> {
  const cached = await cache?.loadTable(statement);
  return cached ? cached.query<Row>(sql`select * from ${cached.table}`) : db.query<Row>(statement);
}

/** Runs queries with a statement timeout of QUERY_MS. */
export const withQueryLimits = <T>(db: Db, work: (tx: Queryable) => Promise<T>): Promise<T> =>
  db.transaction(async (tx) => {
    await tx.run(`set local statement_timeout = ${QUERY_MS}`);
    // enough for the sums and sorts of a large fleet
    await tx.run(`set local work_mem = '64MB'`);
    return work(tx);
  });

function hashStatement(statement: Sql): string {
  const { text, values } = compile(statement);
  return createHash('sha256').update(text).update(JSON.stringify(values)).digest('base64');
}

/** PostgreSQL's estimates for a statement. */
async function explain(db: Db, statement: Sql): Promise<{ cost: number; rows: number }> {
  type Plan = { readonly 'Plan Rows': number; readonly 'Total Cost': number };
  const [row] = await db.query<{ 'QUERY PLAN': readonly { readonly Plan: Plan }[] }>(sql`explain (format json) ${statement}`);
  const plan = row!['QUERY PLAN'][0]!.Plan;
  return { cost: plan['Total Cost'], rows: plan['Plan Rows'] };
}

/** A table name contains its creation time. */
const newTableName = (at: number): string =>
  `${PREFIX}${Math.floor(at / SECOND_MS).toString(36)}_${randomUUID().replaceAll('-', '').slice(0, 16)}`;

const tableAgeS = (table: string, at: number): number => at / SECOND_MS - Number.parseInt(table.slice(PREFIX.length), 36);
