import { createHash, randomUUID } from 'node:crypto';
import { type Db, name, type Queryable, type Sql, sql } from '../../../platform/db/database.ts';
import { compile } from '../../../platform/db/sql.ts';
import { KEPT_MS, KEPT_ROWS, LONG_COST, MAX_KEPT, QUERY_MS } from '../model/limits.ts';

/** Rows of a report that are kept for the next page, another order and the chart. */
export type KeptRows = {
  /** A table with the rows of a statement; null: they are found as fast without. */
  of(statement: Sql): Promise<KeptTable | null>;
  /** Where the answer to a question is kept, which is of few rows; null: it is found as fast anew. */
  answerOf(question: Sql): Promise<KeptAnswers | null>;
};
/** `at`: of when they are, epoch ms. `once`: what a question is answered with, which is asked once as long as that is kept. */
export type KeptAnswers = { readonly at: number; readonly once: <Row>(question: Sql) => Promise<readonly Row[]> };
/** A table that was filled at `at`, and what questions about it are answered with. */
export type KeptTable = KeptAnswers & { readonly table: Sql };

type Kept = {
  /** null: answers alone are kept. */
  readonly table: string | null;
  readonly at: number;
  /** How many rows the table got; null: it is not worth it. */
  readonly filled: Promise<number | null>;
  /** By their text. */
  readonly answers: Map<string, Promise<readonly unknown[]>>;
};

const PREFIX = 'report_rows_';
/** After this nobody reads what is kept any more, though the process that did is gone, s. */
const ABANDONED_S = 900;
/** A table that is still read is dropped another time, ms. */
const LOCK_MS = 200;
/** What PostgreSQL says of a table that is not there. */
const NO_TABLE = '42P01';

/**
 * Keeps what PostgreSQL expects to take long in a table of its own for KEPT_MS: whoever turns a page, sorts, or looks at the chart asks
 * the same again. What was asked is known by its SQL and all of its values, so that whoever may see other departments finds other rows.
 */
export function createKeptRows({
  db,
  now,
  longCost = LONG_COST,
  keptMs = KEPT_MS,
}: {
  readonly db: Db;
  readonly now: () => number;
  /** What is expected to cost less is found anew each time. */
  readonly longCost?: number;
  /** For how long it is offered; its table stands as long again, for whoever was given it last. */
  readonly keptMs?: number;
}): KeptRows {
  const kept = new Map<string, Kept>();
  let swept = 0;

  async function fill(table: string, statement: Sql): Promise<number | null> {
    const { cost, rows } = await expected(db, statement);
    if (cost < longCost || rows > KEPT_ROWS) return null;
    await sweep();
    const filled = await bounded(db, (tx) => tx.run(sql`create unlogged table ${name(table)} as ${statement}`));
    // it is dropped in the background, and by whoever comes next if that fails
    setTimeout(() => void drop(table), 2 * keptMs).unref();
    return filled;
  }

  const takesLong = async (question: Sql): Promise<0 | null> => ((await expected(db, question)).cost >= longCost ? 0 : null);

  /** Whether a table still has its rows: a database that died and came back has emptied it. */
  const isWhole = (table: string, rows: number): Promise<boolean> =>
    db.query(sql`select from ${name(table)} limit 1`).then(
      (some) => some.length > 0 || rows === 0,
      (error: unknown) => {
        if ((error as { code?: unknown }).code === NO_TABLE) return false;
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

  /** Drops what processes that are gone left behind. */
  async function sweep(): Promise<void> {
    if (now() - swept < ABANDONED_S * 1000) return;
    swept = now();
    const found = await db.query<{ tablename: string }>(sql`
      select tablename from pg_tables where schemaname = current_schema() and starts_with(tablename, ${PREFIX})`);
    const abandoned = found.filter(({ tablename }) => ageS(tablename, now()) > ABANDONED_S);
    for (const { tablename } of abandoned) await drop(tablename);
  }

  const answered =
    ({ answers }: Kept) =>
    <Row>(question: Sql): Promise<readonly Row[]> => {
      const key = keyOf(question);
      let answer = answers.get(key);
      if (!answer) {
        answer = bounded(db, (tx) => tx.query(question));
        answers.set(key, answer);
        answer.catch(() => answers.delete(key));
      }
      return answer as Promise<readonly Row[]>;
    };

  function forget(): void {
    for (const [key, { at }] of kept) if (now() - at >= keptMs || kept.size > MAX_KEPT) kept.delete(key);
  }

  const forgetOne = (key: string, one: Kept): void => {
    if (kept.get(key) === one) kept.delete(key);
  };

  /** What is kept under a key, or begun to be; null: it is not worth it. */
  async function keep(key: string, begin: () => Omit<Kept, 'answers'>): Promise<Kept | null> {
    forget();
    const found = kept.get(key) ?? { ...begin(), answers: new Map() };
    const isNew = !kept.has(key);
    if (isNew) kept.set(key, found);
    const filled = await found.filled.catch((error: unknown) => {
      kept.delete(key);
      throw error;
    });
    if (filled === null) {
      kept.delete(key);
      return null;
    }
    // whatever a clock says that was put back
    if (isNew) setTimeout(() => forgetOne(key, found), keptMs).unref();
    if (isNew || found.table === null || (await isWhole(found.table, filled))) return found;
    // whoever found it out first has begun anew
    forgetOne(key, found);
    return keep(key, begin);
  }

  return {
    async of(statement) {
      const found = await keep(keyOf(statement), () => {
        const table = nameOf(now());
        return { table, at: now(), filled: fill(table, statement) };
      });
      return found && { table: name(found.table!), at: found.at, once: answered(found) };
    },
    async answerOf(question) {
      const found = await keep(`answer ${keyOf(question)}`, () => ({ table: null, at: now(), filled: takesLong(question) }));
      return found && { at: found.at, once: answered(found) };
    },
  };
}

/** The rows of a statement, in any order: those that are kept where finding them takes long. */
export async function rowsOfKept<Row>(db: Queryable, kept: KeptRows | undefined, statement: Sql): Promise<readonly Row[]> {
  const found = await kept?.of(statement);
  return found ? found.once<Row>(sql`select * from ${found.table}`) : db.query<Row>(statement);
}

/** Runs what may take long, and no longer than QUERY_MS. */
export const bounded = <T>(db: Db, work: (tx: Queryable) => Promise<T>): Promise<T> =>
  db.transaction(async (tx) => {
    await tx.run(`set local statement_timeout = ${QUERY_MS}`);
    // sums and sorts of a page of a large fleet fit into memory
    await tx.run(`set local work_mem = '64MB'`);
    return work(tx);
  });

/** A statement with all of its values. */
function keyOf(statement: Sql): string {
  const { text, values } = compile(statement);
  return createHash('sha256').update(text).update(JSON.stringify(values)).digest('base64');
}

/** What PostgreSQL expects of a statement. */
async function expected(db: Db, statement: Sql): Promise<{ cost: number; rows: number }> {
  type Plan = { readonly 'Plan Rows': number; readonly 'Total Cost': number };
  const [row] = await db.query<{ 'QUERY PLAN': readonly { readonly Plan: Plan }[] }>(sql`explain (format json) ${statement}`);
  const plan = row!['QUERY PLAN'][0]!.Plan;
  return { cost: plan['Total Cost'], rows: plan['Plan Rows'] };
}

/** Names tell when they were made. */
const nameOf = (at: number): string =>
  `${PREFIX}${Math.floor(at / 1000).toString(36)}_${randomUUID().replaceAll('-', '').slice(0, 16)}`;

const ageS = (table: string, at: number): number => at / 1000 - Number.parseInt(table.slice(PREFIX.length), 36);
