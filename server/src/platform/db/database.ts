import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { compile, type Prepared, type Sql } from './sql.ts';
import { typeParsers } from './types.ts';

export { at, json, name, prepared, type Sql, sql } from './sql.ts';

type Statement = Sql | Prepared | string;

/**
 * Runs statements on the pool or in one transaction. Row values are parsed as in `types.ts`: bigint as number, timestamptz as UTC
 * epoch ms.
 */
export type Queryable = {
  /** All rows. */
  query<Row = Record<string, unknown>>(statement: Statement, values?: readonly unknown[]): Promise<Row[]>;
  /** The first row, if any. */
  first<Row = Record<string, unknown>>(statement: Statement, values?: readonly unknown[]): Promise<Row | undefined>;
  /** Number of rows written. */
  run(statement: Statement, values?: readonly unknown[]): Promise<number>;
};

export type Db = Queryable & {
  /** Connection settings, for a thread that opens its own connection. */
  readonly connection: DatabaseOptions['connection'];
  /** Commits if `work` resolves, rolls back if it throws. No retry: the caller decides. */
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>;
  /** A dedicated connection, for COPY and LISTEN: always call release(), after an error release(true). */
  connect(): Promise<pg.PoolClient>;
  /** Whether the database answers within a second or so; never throws. */
  ready(): Promise<boolean>;
  /** Waits a second for running statements, ends those that run on, then closes; later statements fail. */
  close(): Promise<void>;
};

export type DatabaseOptions = {
  /** The operator's PostgreSQL, or the embedded one. */
  readonly connection: { readonly url: string } | { readonly host: string; readonly user: string; readonly database: string };
  readonly poolSize?: number;
  /** 0: no limit. */
  readonly statementLimitMs?: number;
  /** Called when an idle connection breaks. The pool replaces broken connections. */
  readonly onConnectionError?: (error: Error) => void;
};

/** Jobs may use about 15 connections (platform/jobs/lanes); the rest are for calls and ingest. */
const POOL_SIZE = 20;
const CONNECT_LIMIT_MS = 5_000;
const STATEMENT_LIMIT_MS = 60_000;
const TRANSACTION_IDLE_LIMIT_MS = 60_000;
// The server's own limit applies first; this one is for a silent connection.
const SILENCE_GRACE_MS = 5_000;
const IDLE_LIMIT_MS = 60_000;
const PROBE_LIMIT_MS = 2_000;
/** Work that did not listen to its signal must not keep the server from stopping. */
const CLOSE_GRACE_MS = 1_000;

/**
 * Opens a bounded pool, which connects on demand. While the database is unavailable statements fail (ECONNREFUSED, ENOENT, 57P01
 * ...); they work again as soon as it is back.
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
    // Closing connections may still report that the database stops.
    if (closing === undefined) options.onConnectionError?.(error);
  };
  pool.on('error', report);
  // A checked-out connection emits its own errors; an unhandled one would end the process.
  pool.on('connect', (client) => client.on('error', report));
  const lent = new Set<pg.PoolClient>();
  pool.on('acquire', (client) => lent.add(client));
  pool.on('release', (_error, client) => lent.delete(client));
  return {
    ...queryable(pool),
    connection,
    transaction: (work) => inTransaction(pool, work),
    connect: () => pool.connect(),
    ready: () => probe(pool),
    close: () => {
      closing ??= endPool(pool, lent);
      return closing;
    },
  };
}

/** A single connection with the pool's settings, not yet connected. */
export const openConnection = (connection: DatabaseOptions['connection'], statementLimitMs = STATEMENT_LIMIT_MS): pg.Client =>
  new pg.Client(settingsOf(connection, statementLimitMs));

const settingsOf = (connection: DatabaseOptions['connection'], statementLimitMs: number) => ({
  ...('url' in connection ? { connectionString: connection.url } : connection),
  application_name: 'fleetwarden',
  // JIT compilation of short queries costs more than it saves, also on the operator's PostgreSQL.
  options: '-c TimeZone=UTC -c jit=off',
  connectionTimeoutMillis: CONNECT_LIMIT_MS,
  idle_in_transaction_session_timeout: TRANSACTION_IDLE_LIMIT_MS,
  statement_timeout: statementLimitMs,
  query_timeout: statementLimitMs === 0 ? 0 : statementLimitMs + SILENCE_GRACE_MS,
  keepAlive: true,
  types: typeParsers,
});

function queryable(runner: Pick<pg.Pool | pg.PoolClient, 'query'>): Queryable {
  const send = (statement: Statement, values: readonly unknown[] = []): Promise<pg.QueryResult> => {
    if (typeof statement === 'string') return runner.query({ text: statement, values: [...values] });
    return runner.query('text' in statement ? { ...statement, values: [...(statement.values ?? values)] } : compile(statement));
  };
  return {
    query: async (statement, values) => (await send(statement, values)).rows,
    first: async (statement, values) => (await send(statement, values)).rows[0],
    run: async (statement, values) => (await send(statement, values)).rowCount ?? 0,
  };
}

/** What open transactions call after their commit. */
const committed = new WeakMap<Queryable, (() => void)[]>();

/** Calls back once the transaction has committed, and never if it does not; at once if `tx` is no transaction. */
export function afterCommit(tx: Queryable, callback: () => void): void {
  const callbacks = committed.get(tx);
  if (callbacks) callbacks.push(callback);
  else callback();
}

async function inTransaction<T>(pool: pg.Pool, work: (tx: Queryable) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  const tx = queryable(client);
  const callbacks: (() => void)[] = [];
  committed.set(tx, callbacks);
  let broken = false;
  try {
    await client.query('begin');
    const result = await work(tx);
    await client.query('commit');
    for (const callback of callbacks) callback();
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

async function endPool(pool: pg.Pool, lent: ReadonlySet<pg.PoolClient>): Promise<void> {
  const ended = pool.end();
  await Promise.race([ended, sleep(CLOSE_GRACE_MS, undefined, { ref: false })]);
  // the driver ends a connection with a running statement at once
  await Promise.all([...lent].map((client) => (client as unknown as pg.Client).end()));
  await ended;
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
