import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { DATABASE, USER } from './cluster.ts';
import type { EmbeddedConnection } from './embedded-postgres.ts';
import { SOCKET_NOTE } from './socket-directory.ts';

/** How to reach the PostgreSQL that a running server holds on `dataDir`; undefined without one. */
export async function findRunning(dataDir: string): Promise<EmbeddedConnection | undefined> {
  const home = join(dataDir, 'postgres');
  const connection = { host: readNote(join(home, SOCKET_NOTE)) ?? home, user: USER, database: DATABASE };
  const client = new pg.Client(connection);
  try {
    await client.connect();
    return connection;
  } catch {
    return undefined;
  } finally {
    await client.end().catch(() => undefined);
  }
}

function readNote(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
