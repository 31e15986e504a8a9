import type pg from 'pg';
import { type Db, type Sql, sql } from '../../../platform/db/database.ts';
import { compile, type Statement } from '../../../platform/db/sql.ts';
import type { ReportDefinition } from '../model/definition.ts';
import { CHUNK_ROWS, EXPORT_QUERY_MS } from '../model/limits.ts';
import type { QueryResult, RowOrder } from '../model/query-result.ts';
import type { Relation } from '../model/relation.ts';
import { buildExportStatements, COUNT } from './sql-builder.ts';

/** Cells of some rows, in the order of the requested columns. */
export type RowChunk = readonly (readonly unknown[])[];

/** A query for another connection on the same snapshot. It is valid while the exporting transaction is open. */
export type SnapshotQuery = { readonly connection: Db['connection']; readonly snapshot: string; readonly statement: Statement };

/** All rows of a report from one snapshot, with their count and sums. */
export type RowStream = Pick<QueryResult, 'total' | 'sums'> & {
  readonly rows: AsyncIterable<RowChunk>;
  /** Exports the snapshot, so that a worker thread can read the same rows. */
  readonly exportSnapshot: () => Promise<SnapshotQuery>;
};

/** Begins a transaction that reads all rows of a report, on an exported snapshot if one is given. */
export async function beginSnapshotRead(client: Pick<pg.ClientBase, 'query'>, snapshot?: string): Promise<void> {
  await client.query('begin transaction isolation level repeatable read read only');
  if (snapshot !== undefined) await client.query(`set transaction snapshot '${snapshot.replaceAll("'", '')}'`);
  await client.query(`set local work_mem = '128MB'`);
  await client.query(`set local statement_timeout = ${EXPORT_QUERY_MS}`);
  // a slow reader must not abort the transaction
  await client.query('set local idle_in_transaction_session_timeout = 0');
  // plan for all rows, not for the first tenth
  await client.query('set local cursor_tuple_fraction = 1');
}

/** Reads rows through a cursor within a transaction. It prefetches one chunk. */
export async function* readChunks(
  client: Pick<pg.ClientBase, 'query'>,
  { text, values }: Statement,
  signal?: AbortSignal,
): AsyncGenerator<RowChunk> {
  await client.query(`declare report no scroll cursor for ${text}`, values);
  const fetch = () => {
    const chunk = client.query<unknown[]>({ text: `fetch ${CHUNK_ROWS} from report`, rowMode: 'array' });
    // The reader may stop and close the connection before this chunk arrives.
    chunk.catch(() => undefined);
    return chunk;
  };
  for (let next = fetch(); ; ) {
    signal?.throwIfAborted();
    const { rows } = await next;
    if (rows.length === 0) return;
    next = fetch();
    yield rows;
  }
}

/** Streams all rows of a report, at most `limit`, to `use`. `signal` cancels the running query. */
export async function streamRows<T>(
  db: Db,
  relation: Relation,
  options: Required<Pick<ReportDefinition, 'sums'>> & {
    readonly columns: readonly string[];
    readonly order: RowOrder;
    readonly limit: number;
    readonly signal: AbortSignal;
  },
  use: (stream: RowStream) => Promise<T>,
): Promise<T> {
  const { sums, signal } = options;
  const statements = buildExportStatements(relation, options);
  const client = await db.connect();
  let broken = true;
  const run = async <Row>(statement: Sql): Promise<Row[]> => {
    signal.throwIfAborted();
    const { text, values } = compile(statement);
    return (await client.query(text, values)).rows;
  };
  let pid: number | undefined;
  const cancel = () => void db.query(sql`select pg_cancel_backend(${pid})`).catch(() => undefined);
  try {
    pid = (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!.pid;
    signal.addEventListener('abort', cancel);
    await beginSnapshotRead(client);
    const [first] = await run<{ sums: Record<string, unknown> }>(statements.summed);
    const totals = first!.sums;
    const result = await use({
      total: Number(totals[COUNT]),
      sums: Object.fromEntries(Object.keys(sums).map((key) => [key, totals[key] ?? null])),
      rows: readChunks(client, compile(statements.rows), signal),
      exportSnapshot: async () => {
        const [exported] = await run<{ snapshot: string }>(sql`select pg_export_snapshot() as snapshot`);
        return { connection: db.connection, snapshot: exported!.snapshot, statement: compile(statements.rows) };
      },
    });
    await client.query('commit');
    broken = false;
    return result;
  } finally {
    signal.removeEventListener('abort', cancel);
    client.release(broken);
  }
}
