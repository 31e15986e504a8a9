import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CallError } from '@fleetwarden/contract/errors';
import { KEPT_UPLOAD_MS, UPLOAD_LIMIT_MS, UPLOADS_PER_ACCOUNT } from './limits.ts';

/** Where uploaded files lie: each as long as its call runs, or until whoever took it over is done with it. */
export type Uploads = {
  /** Counts an upload of an account until the returned function is called. Throws CallError tooMany. */
  begin(accountId: number | undefined): () => void;
  /** Writes a stream to a file of our own name; nothing is left where that fails. */
  store(content: Readable): Promise<StoredUpload>;
  /** Deletes what a crash left, and kept files past their time, at `now` (epoch ms); returns how many. */
  cleanup(now: number): Promise<number>;
};

export type StoredUpload = {
  readonly path: string;
  readonly bytes: number;
  /** Moves the file to where it outlives its call, for a week at most; resolves to its new path. */
  keep(): Promise<string>;
  /** Deletes it unless it was kept. */
  discard(): Promise<void>;
};

const ID_BYTES = 16;
const KEPT = 'kept';

export function createUploads(folder: string): Uploads {
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
        keep: async () => {
          const to = join(kept, id);
          await rename(path, to);
          // its time begins now
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

/** Deletes the files of a folder last written before `before`; returns how many. */
async function deleteOlder(folder: string, before: number): Promise<number> {
  let gone = 0;
  for (const name of (await readdir(folder).catch(unlessMissing)) ?? []) {
    const path = join(folder, name);
    const found = await stat(path).catch(unlessMissing);
    if (!found?.isFile() || found.mtimeMs > before) continue;
    await rm(path, { force: true });
    gone++;
  }
  return gone;
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
