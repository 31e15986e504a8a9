import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, statfs, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CallError } from '@fleetwarden/contract/errors';
import { ignoreMissing } from '../files/ignore-missing.ts';
import { KEPT_UPLOAD_MS, MAX_KEPT_BYTES, MIN_FREE_BYTES, UPLOAD_LIMIT_MS, UPLOADS_PER_ACCOUNT } from './limits.ts';

/** Storage of uploaded files, until the call ends or the handler is done with a kept file. */
export type Uploads = {
  /** Counts an account's upload until the returned function is called. Throws CallError tooMany. */
  begin(accountId: number | undefined): () => void;
  /** Writes a stream to a file with a generated name; deletes it on failure. Throws CallError diskFull. */
  store(content: Readable): Promise<StoredUpload>;
  /** Deletes leftovers of crashes, and expired kept files, at `now` (epoch ms); returns their number. */
  cleanup(now: number): Promise<number>;
};

export type StoredUpload = {
  readonly path: string;
  readonly bytes: number;
  /**
   * Moves the file to where it survives the call; resolves to its new path. It is deleted after two days, or earlier for newer
   * files of the same account.
   */
  keep(accountId: number | undefined): Promise<string>;
  /** Deletes the file unless it was kept. */
  discard(): Promise<void>;
};

const ID_BYTES = 16;
const KEPT = 'kept';

type UploadsOptions = {
  readonly maxKeptBytes?: number;
  /** Free bytes of the disk; default: those of the folder. */
  readonly freeBytes?: (folder: string) => Promise<number>;
};

export function createUploads(folder: string, options: UploadsOptions = {}): Uploads {
  const { maxKeptBytes = MAX_KEPT_BYTES, freeBytes = readFreeBytes } = options;
  const kept = join(folder, KEPT);
  const underWay = new Map<number, number>();

  return {
    begin: (accountId) => {
      if (accountId === undefined) return () => undefined;
      const count = underWay.get(accountId) ?? 0;
      if (count >= UPLOADS_PER_ACCOUNT) throw new CallError('tooMany', `${UPLOADS_PER_ACCOUNT} uploads of an account at a time`);
      underWay.set(accountId, count + 1);
      return () => {
        const left = (underWay.get(accountId) ?? 1) - 1;
        if (left === 0) underWay.delete(accountId);
        else underWay.set(accountId, left);
      };
    },

    store: async (content) => {
      await mkdir(kept, { recursive: true, mode: 0o700 });
      if ((await freeBytes(folder)) < MIN_FREE_BYTES) throw new CallError('diskFull', folder);
      const id = randomBytes(ID_BYTES).toString('hex');
      const path = join(folder, id);
      const target = createWriteStream(path, { flags: 'wx', mode: 0o600 });
      try {
        await pipeline(content, target);
      } catch (error) {
        await rm(path, { force: true });
        throw error;
      }
      return {
        path,
        bytes: target.bytesWritten,
        keep: async (accountId) => {
          const prefix = `${accountId ?? 0}-`;
          await deleteOldest(kept, prefix, maxKeptBytes - target.bytesWritten);
          const to = join(kept, prefix + id);
          await rename(path, to);
          // Its lifetime starts now.
          const now = new Date();
          await utimes(to, now, now);
          return to;
        },
        discard: () => rm(path, { force: true }),
      };
    },

    cleanup: async (now) => {
      const gone = await Promise.all([deleteOlder(folder, now - UPLOAD_LIMIT_MS), deleteOlder(kept, now - KEPT_UPLOAD_MS)]);
      return gone[0] + gone[1];
    },
  };
}

/** Of the disk of a folder. */
export async function readFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Deletes the oldest files with a prefix until the others have at most `maxBytes`. */
async function deleteOldest(folder: string, prefix: string, maxBytes: number): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.startsWith(prefix));
  const files = await Promise.all(
    names.map(async (name) => ({ path: join(folder, name), stats: await stat(join(folder, name)).catch(ignoreMissing) })),
  );
  let bytes = 0;
  for (const { path, stats } of files.toSorted((a, b) => (b.stats?.mtimeMs ?? 0) - (a.stats?.mtimeMs ?? 0))) {
    bytes += stats?.size ?? 0;
    if (bytes > maxBytes) await rm(path, { force: true });
  }
}

/** Deletes files last written before `before`; returns their number. */
async function deleteOlder(folder: string, before: number): Promise<number> {
  let gone = 0;
  for (const name of (await readdir(folder).catch(ignoreMissing)) ?? []) {
    const path = join(folder, name);
    const found = await stat(path).catch(ignoreMissing);
    if (!found?.isFile() || found.mtimeMs > before) continue;
    await rm(path, { force: true });
    gone++;
  }
  return gone;
}
