/** A connection to the embedded database of a running product. */
import { join } from 'node:path';
import pg from 'pg';

/** Connects like the product. End the connection before the product stops. */
export async function openDatabase(dataDir: string): Promise<pg.Client> {
  const db = new pg.Client({ host: socketDirectory(dataDir), user: 'fleetwarden', database: 'fleetwarden' });
  await db.connect();
  return db;
}

/** Where the cluster's unix socket lies. */
export const socketDirectory = (dataDir: string): string => join(dataDir, 'postgres');
