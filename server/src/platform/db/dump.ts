import type { Client } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { type Db, openConnection } from './database.ts';

/** What a dump holds: tables with their stored columns, partitions, and the migrations that made them. */
export type DumpSchema = {
  readonly tables: readonly { readonly table: string; readonly columns: readonly string[] }[];
  readonly partitions: readonly { readonly table: string; readonly parent: string; readonly bound: string }[];
  readonly migrations: readonly { readonly number: number; readonly file: string; readonly checksum: string }[];
};
export type DumpSequence = { readonly sequence: string; readonly value: number };

/** Parts of a dump in their order: the schema, rows of one table after the other as COPY text, and the sequences. */
export type DumpPart =
  | { readonly schema: DumpSchema }
  | { readonly table: string; readonly rows: Buffer }
  | { readonly sequences: readonly DumpSequence[] };

/** Size of the pieces that the rows of a table come in. */
const PIECE_BYTES = 4 * 1024 * 1024;

/** Tables of the schema, parents for their partitions. Unlogged tables are caches. */
const TABLES = `
  select c.relname::text as "table",
    array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and c.relpersistence = 'p' and a.attnum > 0 and not a.attisdropped
  group by c.oid order by 1`;
const PARTITIONS = `
  select c.relname::text as "table", p.relname::text as parent, pg_get_expr(c.relpartbound, c.oid) as bound
  from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
  where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' order by 1`;
const SEQUENCES = `
  select sequencename::text as sequence, last_value as value from pg_sequences
  where schemaname = current_schema() and last_value is not null order by 1`;
const FOREIGN_KEYS = `
  select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
  from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = current_schema()::regnamespace order by 1, 2`;

/** Dumps the database as it is at one moment, on a connection of its own; others may write meanwhile. */
export async function* dumpDatabase(connection: Db['connection']): AsyncGenerator<DumpPart, void> {
  const client = openConnection(connection, 0);
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    const schema: DumpSchema = {
      tables: await select(client, TABLES),
      partitions: await select(client, PARTITIONS),
      migrations: await select(client, 'select number, file, checksum from migration order by number'),
    };
    yield { schema };
    for (const { table, columns } of schema.tables) {
      const rows = client.query(copyTo(`copy (select ${list(columns)} from ${quote(table)}) to stdout`));
      let [piece, bytes]: [Buffer[], number] = [[], 0];
      for await (const chunk of rows) {
        piece.push(chunk as Buffer);
        bytes += (chunk as Buffer).length;
        if (bytes < PIECE_BYTES) continue;
        yield { table, rows: Buffer.concat(piece) };
        [piece, bytes] = [[], 0];
      }
      if (bytes > 0) yield { table, rows: Buffer.concat(piece) };
    }
    // not part of a snapshot: read last, they are not behind the rows
    yield { sequences: await select(client, SEQUENCES) };
  } finally {
    await client.end();
  }
}

/** Loads a dump into a database with the dump's migrations, in one transaction. */
export type DumpLoader = {
  rows(table: string, rows: Buffer): Promise<void>;
  /** Checks the foreign keys and commits. */
  finish(sequences: readonly DumpSequence[]): Promise<void>;
  /** Rolls back what is not committed. */
  close(): Promise<void>;
};

export async function startDumpLoader(connection: Db['connection'], { tables, partitions }: DumpSchema): Promise<DumpLoader> {
  const client = openConnection(connection, 0);
  await client.connect();
  await client.query('begin');
  const foreignKeys = await select<{ table: string; name: string; definition: string }>(client, FOREIGN_KEYS);
  const found = await select<{ table: string }>(client, PARTITIONS);
  for (const { table, name } of foreignKeys) await client.query(`alter table ${table} drop constraint ${name}`);
  for (const { table } of found) await client.query(`drop table ${quote(table)}`);
  for (const { table, parent, bound } of partitions)
    await client.query(`create table ${quote(table)} partition of ${quote(parent)} ${bound}`);
  // migrations enter rows, and triggers would derive rows that the dump has
  await client.query(`truncate ${tables.map(({ table }) => quote(table)).join()}`);
  for (const { table } of tables) await client.query(`alter table ${quote(table)} disable trigger user`);

  const columns = new Map(tables.map((each) => [each.table, each.columns]));
  let open: { readonly table: string; readonly stream: ReturnType<typeof copyFrom>; readonly failed: Promise<never> } | undefined;
  const end = async () => {
    if (!open) return;
    const { stream, failed } = open;
    open = undefined;
    await Promise.race([failed, new Promise<void>((resolve) => stream.end(resolve))]);
  };
  return {
    rows: async (table, rows) => {
      if (open?.table !== table) {
        await end();
        const stream = client.query(copyFrom(`copy ${quote(table)} (${list(columns.get(table) ?? [])}) from stdin`));
        const failed = new Promise<never>((_, reject) => stream.once('error', reject));
        failed.catch(() => undefined);
        open = { table, stream, failed };
      }
      const { stream, failed } = open!;
      await Promise.race([failed, new Promise<void>((resolve) => stream.write(rows, () => resolve()))]);
    },
    finish: async (sequences) => {
      await end();
      for (const { table } of tables) await client.query(`alter table ${quote(table)} enable trigger user`);
      for (const { table, name, definition } of foreignKeys)
        await client.query(`alter table ${table} add constraint ${name} ${definition}`);
      for (const { sequence, value } of sequences)
        await client.query('select setval(quote_ident($1)::regclass, $2)', [sequence, value]);
      await client.query('commit');
      await client.query('analyze');
    },
    close: () => client.end(),
  };
}

const select = async <Row extends object>(client: Client, text: string): Promise<Row[]> => (await client.query<Row>(text)).rows;
const quote = (identifier: string): string => `"${identifier}"`;
const list = (columns: readonly string[]): string => columns.map(quote).join();
