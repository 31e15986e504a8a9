import type pg from 'pg';
import { type Db, type Sql, sql } from '../../../platform/db/database.ts';
import { compile, type Statement } from '../../../platform/db/sql.ts';
import type { Relation, ReportDefinition } from '../model/definition.ts';
import { CHUNK_ROWS, EXPORT_QUERY_MS } from '../model/limits.ts';
import { COUNT, type Found, type Order, wholeOf } from './sql-builder.ts';

/** Cells of some rows, each in the order of the columns that were asked for, as the database tells them. */
export type RowChunk = readonly (readonly unknown[])[];

/** Rows that another connection reads: as they are at this moment, as long as whoever told of it stays. */
export type RowsElsewhere = { readonly connection: Db['connection']; readonly snapshot: string; readonly statement: Statement };

/** All of a report as it was at one moment: how many rows, their sums, and the rows in an order, some thousand at a time. */
export type EveryRow = Pick<Found, 'total' | 'sums'> & {
  readonly rows: AsyncIterable<RowChunk>;
  /** The same rows, for a thread of its own. */
  readonly elsewhere: () => Promise<RowsElsewhere>;
};

/** Begins a transaction that reads all of a report; `snapshot`: as another sees it. */
export async function beginWhole(client: Pick<pg.ClientBase, 'query'>, snapshot?: string): Promise<void> {
  await client.query('begin transaction isolation level repeatable read read only');
  if (snapshot !== undefined) await client.query(`set transaction snapshot '${snapshot.replaceAll("'", '')}'`);
  await client.query(`set local work_mem = '128MB'`);
  await client.query(`set local statement_timeout = ${EXPORT_QUERY_MS}`);
  // whoever reads for it takes as long as it takes
  await client.query('set local idle_in_transaction_session_timeout = 0');
  // all rows are read, not the first tenth that a cursor is planned for
  await client.query('set local cursor_tuple_fraction = 1');
}

/** Reads rows within a transaction, some thousand at a time: the database makes some while those before them are used. */
export async function* chunksOf(
  client: Pick<pg.ClientBase, 'query'>,
  { text, values }: Statement,
  signal?: AbortSignal,
): AsyncGenerator<RowChunk> {
  await client.query(`declare report no scroll cursor for ${text}`, values);
  const fetch = () => client.query<unknown[]>({ text: `fetch ${CHUNK_ROWS} from report`, rowMode: 'array' });
  for (let next = fetch(); ; ) {
    signal?.throwIfAborted();
    const { rows } = await next;
    if (rows.length === 0) return;
    next = fetch();
    next.catch(() => undefined);
    yield rows;
  }
}

/** Reads all rows of a report, no more than `most`, while `use` takes them. A query under way ends when `signal` does. */
export async function withEveryRow<T>(
  db: Db,
  relation: Relation,
  how: Required<Pick<ReportDefinition, 'sums'>> & {
    readonly columns: readonly string[];
    readonly order: Order;
    readonly most: number;
    readonly signal: AbortSignal;
  },
  use: (found: EveryRow) => Promise<T>,
): Promise<T> {
  const { sums, signal } = how;
  const whole = wholeOf(relation, how);
  const client = await db.connect();
  let broken = true;
  const run = async <Row>(statement: Sql): Promise<Row[]> => {
    signal.throwIfAborted();
    const { text, values } = compile(statement);
    return (await client.query(text, values)).rows;
  };
  const { pid } = (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!;
  const stop = () => void db.query(sql`select pg_cancel_backend(${pid})`).catch(() => undefined);
  signal.addEventListener('abort', stop);
  try {
    await beginWhole(client);
    const [first] = await run<{ sums: Record<string, unknown> }>(whole.summed);
    const counted = first!.sums;
    const result = await use({
      total: Number(counted[COUNT]),
      sums: Object.fromEntries(Object.keys(sums).map((key) => [key, counted[key] ?? null])),
      rows: chunksOf(client, compile(whole.rows), signal),
      elsewhere: async () => {
        const [exported] = await run<{ snapshot: string }>(sql`select pg_export_snapshot() as snapshot`);
        return { connection: db.connection, snapshot: exported!.snapshot, statement: compile(whole.rows) };
      },
    });
    await client.query('commit');
    broken = false;
    return result;
  } finally {
    signal.removeEventListener('abort', stop);
    client.release(broken);
  }
}
