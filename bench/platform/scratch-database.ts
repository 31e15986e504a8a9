import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DatabaseOptions, type Db, openDatabase } from '../../server/src/platform/db/database.ts';
import { startEmbedded } from '../../server/src/platform/db/embedded/embedded-postgres.ts';
import { migrate } from '../../server/src/platform/db/migrate.ts';

/** This file marks a kept folder whose data is complete. */
const FILLED = 'filled';

/**
 * Runs work over its own embedded PostgreSQL, deleted afterwards. `statementLimitMs`: filling it takes long. `folder`: keeps the data
 * there, and later runs do not fill it again.
 */
export async function withFilledDatabase(
  statementLimitMs: number,
  folder: string | undefined,
  fill: (db: Db) => Promise<void>,
  work: (db: Db) => Promise<void>,
): Promise<void> {
  const mark = folder === undefined ? null : join(folder, FILLED);
  const filled = async (db: Db) => {
    if (mark === null || !existsSync(mark)) await fill(db);
    if (mark !== null) writeFileSync(mark, '');
    await work(db);
  };
  await withScratchDatabase(statementLimitMs, filled, folder);
}

/** Runs work over its own embedded PostgreSQL, deleted afterwards unless it is in `folder`. */
export async function withScratchDatabase(
  statementLimitMs: number,
  work: (db: Db, connection: DatabaseOptions['connection']) => Promise<void>,
  folder?: string,
): Promise<void> {
  if (folder !== undefined) mkdirSync(folder, { recursive: true });
  const dataDir = folder ?? mkdtempSync(join(tmpdir(), 'fleetwarden-bench-'));
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
    if (folder === undefined) rmSync(dataDir, { recursive: true, force: true });
  }
}
