import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DatabaseOptions, type Db, openDatabase } from '../../server/src/platform/db/database.ts';
import { startEmbedded } from '../../server/src/platform/db/embedded/embedded-postgres.ts';
import { migrate } from '../../server/src/platform/db/migrate.ts';

/** Runs work over its own embedded PostgreSQL, deleted afterwards; `statementLimitMs`: filling it takes long. */
export async function withScratchDatabase(
  statementLimitMs: number,
  work: (db: Db, connection: DatabaseOptions['connection']) => Promise<void>,
): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'fleetwarden-bench-'));
  // PostgreSQL runs as another user where this one is root
  chmodSync(dataDir, 0o755);
  const embedded = await startEmbedded({ dataDir });
  const db = openDatabase({ connection: embedded.connection, statementLimitMs });
  try {
    await migrate(db);
    await work(db, embedded.connection);
  } finally {
    await db.close();
    await embedded.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
