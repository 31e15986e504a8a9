import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { Db } from './platform/db/database.ts';
import { type DumpLoader, type DumpSchema, type DumpSequence, dumpDatabase, startDumpLoader } from './platform/db/dump.ts';
import { migrate, readMigrations } from './platform/db/migrate.ts';
import { ignoreMissing } from './platform/files/ignore-missing.ts';
import { encodeTarHeader, readTar, TAR_END, tarPadding } from './platform/files/tar.ts';
import { StartError } from './platform/start-error.ts';

/** What a backup takes from DATA_DIR. Exports and files of tasks are temporary. */
const FOLDERS = ['media', 'uploads', 'documents', 'firmware', 'courses'] as const;
/** Recordings and evidence: only on demand, they are large. */
const STORE = 'files';
/** Files that still grow, below STORE. */
const STORE_WORK = 'work';
const FILES = ['secret.key', 'demo-fleet.json'] as const;

const SCHEMA = 'database/schema.json';
const SEQUENCES = 'database/sequences.json';
const TABLE = /^database\/tables\/(\w+)\/\d+$/;

/** `hasKey`: whether the key that decrypts stored secrets is in it; with SECRET_KEY set it is not. */
export type BackupSummary = { files: number; hasKey: boolean };

/**
 * Writes the database and the files of DATA_DIR into a compressed tar file, which must not exist. The server may run. Files come
 * after the database, so those of all rows are there. `withStore`: also recordings and evidence.
 */
export async function writeBackup(
  db: Db,
  { dataDir, file, withStore }: { readonly dataDir: string; readonly file: string; readonly withStore: boolean },
): Promise<BackupSummary> {
  const summary: BackupSummary = { files: 0, hasKey: false };
  const output = createWriteStream(file, { flags: 'wx', mode: 0o600 });
  try {
    await pipeline(Readable.from(archive(db, dataDir, withStore, summary)), createGzip({ level: 3 }), output);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw new StartError(`${file} exists: name a new file`);
    await rm(file, { force: true });
    throw error;
  }
  return summary;
}

async function* archive(db: Db, dataDir: string, withStore: boolean, summary: BackupSummary): AsyncGenerator<Buffer, void> {
  const now = Date.now();
  const encode = (name: string, content: Buffer | object) => {
    const bytes = Buffer.isBuffer(content) ? content : Buffer.from(JSON.stringify(content, null, 1));
    return Buffer.concat([encodeTarHeader({ name, size: bytes.length }, now), bytes, tarPadding(bytes.length)]);
  };
  let number = 0;
  for await (const part of dumpDatabase(db.connection)) {
    number += 1;
    if ('schema' in part) yield encode(SCHEMA, part.schema);
    else if ('sequences' in part) yield encode(SEQUENCES, part.sequences);
    else yield encode(`database/tables/${part.table}/${number}`, part.rows);
  }
  for await (const name of listFiles(dataDir, withStore)) {
    const opened = await open(join(dataDir, name)).catch(ignoreMissing);
    // deleted since it was listed
    if (opened === undefined) continue;
    await using source = opened;
    if (name === 'secret.key') summary.hasKey = true;
    summary.files += 1;
    const { size } = await source.stat();
    yield encodeTarHeader({ name, size }, now);
    if (size > 0) yield* source.createReadStream({ end: size - 1, autoClose: false }) as AsyncIterable<Buffer>;
    yield tarPadding(size);
  }
  yield TAR_END;
}

async function* listFiles(dataDir: string, withStore: boolean): AsyncGenerator<string, void> {
  yield* FILES;
  for (const folder of FOLDERS) yield* filesBelow(dataDir, folder);
  if (!withStore) return;
  const kinds = (await readdir(join(dataDir, STORE)).catch(ignoreMissing)) ?? [];
  for (const kind of kinds) if (kind !== STORE_WORK) yield* filesBelow(dataDir, join(STORE, kind));
}

/** Names of files, from DATA_DIR on; one folder at a time, because there may be millions. */
async function* filesBelow(dataDir: string, folder: string): AsyncGenerator<string, void> {
  const entries = await readdir(join(dataDir, folder), { withFileTypes: true }).catch(ignoreMissing);
  for (const entry of entries ?? [])
    if (entry.isDirectory()) yield* filesBelow(dataDir, join(folder, entry.name));
    else if (entry.isFile()) yield join(folder, entry.name);
}

/** Throws StartError unless DATA_DIR is missing or empty. */
export async function requireEmptyFolder(dataDir: string): Promise<void> {
  const found = await readdir(dataDir).catch(ignoreMissing);
  if (found !== undefined && found.length > 0)
    throw new StartError(`DATA_DIR ${dataDir} is not empty: name a new folder, the backup is restored into it`);
}

/**
 * Restores a backup into an empty database and an empty DATA_DIR. The database gets the backup's migrations; the next start runs
 * newer ones. Throws StartError if the file is no backup, is damaged, or comes from another release.
 */
export async function readBackup(db: Db, dataDir: string, file: string): Promise<BackupSummary> {
  const summary: BackupSummary = { files: 0, hasKey: false };
  let loader: DumpLoader | undefined;
  let sequences: readonly DumpSequence[] | undefined;
  const source = createReadStream(file);
  const unpacked = createGunzip();
  const unpacking = pipeline(source, unpacked);
  unpacking.catch(() => undefined);
  try {
    for await (const { name, content } of readTar(unpacked)) {
      const table = TABLE.exec(name)?.[1];
      if (name === SCHEMA) loader = await startLoader(db, (await json(content)) as DumpSchema);
      else if (!loader) throw new StartError(`${file} is not a backup`);
      else if (table !== undefined) await loader.rows(table, await buffer(content));
      else if (name === SEQUENCES) sequences = (await json(content)) as DumpSequence[];
      else {
        await restoreFile(dataDir, name, content);
        summary.files += 1;
        if (name === 'secret.key') summary.hasKey = true;
      }
    }
    await unpacking;
    if (!loader || !sequences) throw new StartError(`${file} is not a backup`);
    await loader.finish(sequences);
    return summary;
  } catch (error) {
    throw new StartError(`${file} cannot be restored: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  } finally {
    source.destroy();
    await loader?.close();
  }
}

/** Gives an empty database the tables of the backup. */
async function startLoader(db: Db, schema: DumpSchema): Promise<DumpLoader> {
  const ours = readMigrations();
  for (const { number, file, checksum } of schema.migrations)
    if (ours.find((migration) => migration.number === number)?.checksum !== checksum)
      throw new StartError(`it was made by another release, which has migration ${file}: restore it with that release`);
  await migrate(
    db,
    ours.filter(({ number }) => schema.migrations.some((migration) => migration.number === number)),
  );
  return startDumpLoader(db.connection, schema);
}

async function restoreFile(dataDir: string, name: string, content: AsyncIterable<Buffer>): Promise<void> {
  const [folder, ...path] = name.split('/');
  const isOurs = path.length === 0 ? FILES.some((file) => file === name) : [...FOLDERS, STORE].some((each) => each === folder);
  if (!isOurs || path.includes('..')) throw new StartError(`it holds a file of nothing known: ${name}`);
  const target = join(dataDir, name);
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  await pipeline(content, createWriteStream(target, { mode: 0o600, flags: 'wx' }));
}
