import pg from 'pg';
import { compile, type Sql } from './sql.ts';
import { typeParsers } from './types.ts';

export { at, json, name, type Sql, sql } from './sql.ts';

/** What runs statements: the pool, or one transaction. Rows come back as `types.ts` says: bigint as number, timestamptz as UTC epoch ms. */
export type Queryable = {
  /** All rows. */
  query<Row = Record<string, unknown>>(statement: Sql | string, values?: readonly unknown[]): Promise<Row[]>;
  /** The first row, if any. */
  first<Row = Record<string, unknown>>(statement: Sql | string, values?: readonly unknown[]): Promise<Row | undefined>;
  /** How many rows were written. */
  run(statement: Sql | string, values?: readonly unknown[]): Promise<number>;
};

export type Db = Queryable & {
  /** How it is reached: for a thread that opens a connection of its own. */
  readonly connection: DatabaseOptions['connection'];
  /** Commits when `work` resolves, rolls back when it throws. Nothing is tried again: a caller that may repeat does so itself. */
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>;
  /** A connection of the caller's own, for COPY and LISTEN: release() it always, release(true) after a failure. */
  connect(): Promise<pg.PoolClient>;
  /** Whether the database answers within a moment; never throws. */
  ready(): Promise<boolean>;
  /** Waits for statements that run, then closes; what comes later fails. */
  close(): Promise<void>;
};

export type DatabaseOptions = {
  /** A PostgreSQL of the operator's, or the embedded one's connection. */
  readonly connection: { readonly url: string } | { readonly host: string; readonly user: string; readonly database: string };
  readonly poolSize?: number;
  readonly statementLimitMs?: number;
  /** Told when a connection breaks while nobody waits for it. Broken connections are replaced by themselves. */
  readonly onConnectionError?: (error: Error) => void;
};

/** Jobs may hold some 15 of them at once (platform/jobs/lanes): the others are for calls and what comes in. */
const POOL_SIZE = 20;
const CONNECT_LIMIT_MS = 5_000;
const STATEMENT_LIMIT_MS = 60_000;
const TRANSACTION_IDLE_LIMIT_MS = 60_000;
// the server's own limit comes first; this one is for a connection that went silent
const SILENCE_GRACE_MS = 5_000;
const IDLE_LIMIT_MS = 60_000;
const PROBE_LIMIT_MS = 2_000;

/**
 * Opens a bounded pool; connects only when asked. While the database is away statements fail (ECONNREFUSED, ENOENT, 57P01 ...),
 * and work again as soon as it is back.
 */
export function openDatabase(options: DatabaseOptions): Db {
  const { connection, statementLimitMs = STATEMENT_LIMIT_MS } = options;
  const pool = new pg.Pool({
    ...settingsOf(connection, statementLimitMs),
    max: options.poolSize ?? POOL_SIZE,
    idleTimeoutMillis: IDLE_LIMIT_MS,
  });
  let closing: Promise<void> | undefined;
  const report = (error: Error) => {
    // connections that are being closed may still be told that the database goes too
    if (closing === undefined) options.onConnectionError?.(error);
  };
  pool.on('error', report);
  // a connection that is lent out reports on itself; unheard, that would end the process
  pool.on('connect', (client) => client.on('error', report));
  return {
    ...queryable(pool),
    connection,
    transaction: (work) => inTransaction(pool, work),
    connect: () => pool.connect(),
    ready: () => probe(pool),
    close: () => {
      closing ??= pool.end();
      return closing;
    },
  };
}

/** One connection, not connected yet, with the settings of the pool's. */
export const openConnection = (connection: DatabaseOptions['connection'], statementLimitMs = STATEMENT_LIMIT_MS): pg.Client =>
  new pg.Client(settingsOf(connection, statementLimitMs));

const settingsOf = (connection: DatabaseOptions['connection'], statementLimitMs: number) => ({
  ...('url' in connection ? { connectionString: connection.url } : connection),
  application_name: 'fleetwarden',
  // compiling short queries costs more than it saves, also where the operator's own PostgreSQL would
  options: '-c TimeZone=UTC -c jit=off',
  connectionTimeoutMillis: CONNECT_LIMIT_MS,
  idle_in_transaction_session_timeout: TRANSACTION_IDLE_LIMIT_MS,
  statement_timeout: statementLimitMs,
  query_timeout: statementLimitMs + SILENCE_GRACE_MS,
  keepAlive: true,
  types: typeParsers,
});

function queryable(runner: Pick<pg.Pool | pg.PoolClient, 'query'>): Queryable {
  const send = (statement: Sql | string, values: readonly unknown[] = []): Promise<pg.QueryResult> =>
    runner.query(typeof statement === 'string' ? { text: statement, values: [...values] } : compile(statement));
  return {
    query: async (statement, values) => (await send(statement, values)).rows,
    first: async (statement, values) => (await send(statement, values)).rows[0],
    run: async (statement, values) => (await send(statement, values)).rowCount ?? 0,
  };
}

async function inTransaction<T>(pool: pg.Pool, work: (tx: Queryable) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken = false;
  try {
    await client.query('begin');
    const result = await work(queryable(client));
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => {
      broken = true;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

async function probe(pool: pg.Pool): Promise<boolean> {
  const limit = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => limit.resolve(false), PROBE_LIMIT_MS);
  const answer = pool.query('select').then(
    () => true,
    () => false,
  );
  return Promise.race([answer, limit.promise]).finally(() => clearTimeout(timer));
}
