import type { Db, Queryable } from '../../../src/platform/db/database.ts';

/** A table and its stored columns, as they were when the list was read. */
export type DumpTable = { readonly table: string; readonly columns: readonly string[] };

/** One text for one value, wherever the database stands. */
const TEXT_FORMAT = `set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres';
  set local extra_float_digits = 1; set local bytea_output = 'hex'`;
const INSERT = /^insert into "(\w+)" /;
/** Between the statements of a dump in a file. */
export const DUMP_SEPARATOR = '\n--\n';

/** All tables of the schema, partitions instead of their parents; without generated columns. */
export const readDumpTables = (db: Queryable): Promise<DumpTable[]> =>
  db.query<DumpTable>(`
    select c.relname::text as "table", array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.oid order by 1`);

/** The rows of these tables and the state of all sequences as SQL statements; partitions first. Equal contents give equal texts. */
export const dumpDatabase = (db: Db, tables: readonly DumpTable[]): Promise<string[]> =>
  db.transaction(async (tx) => {
    await tx.run(TEXT_FORMAT);
    const statements = await tx.query<{ text: string }>(`
      select format('create table %I partition of %I %s;', c.relname, p.relname, pg_get_expr(c.relpartbound, c.oid)) as text
      from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
      where c.relkind = 'r' order by 1`);
    for (const { table, columns } of tables) {
      const values = columns.map((column) => `quote_nullable(${quote(column)}::text)`).join(` || ',' || `);
      const rows = await tx.query<{ line: string }>(
        `select line from (select '(' || ${values} || ')' as line from ${quote(table)}) lines order by line collate "C"`,
      );
      if (rows.length === 0) continue;
      const head = `insert into ${quote(table)} (${columns.map(quote).join(',')}) overriding system value values`;
      statements.push({ text: `${head}\n${rows.map(({ line }) => line).join(',\n')};` });
    }
    const sequences = await tx.query<{ text: string }>(`
      select format('select setval(%L, %s);', quote_ident(sequencename), last_value) as text from pg_sequences
      where schemaname = 'public' and last_value is not null order by sequencename`);
    return [...statements, ...sequences].map(({ text }) => text);
  });

/** Replaces what a database of the dump's own schema holds. */
export const restoreDump = (db: Db, statements: readonly string[]): Promise<void> =>
  db.transaction(async (tx) => {
    const tables = await readDumpTables(tx);
    await tx.run(`truncate ${tables.map(({ table }) => quote(table)).join(', ')} restart identity`);
    // neither triggers nor foreign keys: rows come in the order of table names
    await tx.run(`set local session_replication_role = replica; ${TEXT_FORMAT}`);
    for (const statement of statements) await tx.run(statement);
  });

/** The table whose rows a statement of a dump inserts. */
export const findDumpedTable = (statement: string): string | undefined => INSERT.exec(statement)?.[1];

const quote = (identifier: string): string => `"${identifier}"`;
