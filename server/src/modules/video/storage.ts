import { mkdir, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Db } from '../../platform/db/database.ts';
import type { FileKey, FileStore } from '../../platform/files/file-store.ts';
import { MIN_FREE_BYTES } from '../../platform/http/limits.ts';
import { readFreeBytes } from '../../platform/http/uploads.ts';
import type { Scopes } from '../identity/index.ts';
import * as files from './files.ts';
import { EXPIRED_AT_ONCE } from './limits.ts';

const GB = 1_000_000_000;

export type VideoStorage = ReturnType<typeof createVideoStorage>;

/** Room for video files: of the disk, and of departments. */
export function createVideoStorage(deps: {
  readonly db: Db;
  readonly scopes: Scopes;
  readonly store: FileStore;
  readonly freeBytes?: ((folder: string) => Promise<number>) | undefined;
}) {
  const { db, scopes, store, freeBytes = readFreeBytes } = deps;
  const folder = join(store.workFolder, 'video');

  return {
    /** Where files grow. */
    folder,
    create: () => mkdir(folder, { recursive: true, mode: 0o700 }),
    /** Names of files there. */
    list: async (): Promise<string[]> => readdir(folder),
    /** Where the file of a key grows. */
    pathOf: (key: FileKey): string => join(folder, basename(key)),
    /** Why no file of a department may grow; undefined: there is room. */
    fault: async (departmentId: number): Promise<'diskFull' | 'storageFull' | undefined> => {
      if ((await freeBytes(folder)) < MIN_FREE_BYTES) return 'diskFull';
      for (const { department_id, storage_gb } of await files.storageQuotas(db, departmentId))
        if ((await files.storedBytes(db, await scopes.of(department_id))) >= storage_gb * GB) return 'storageFull';
      return undefined;
    },
    /** Deletes files that ended before `before` (epoch ms), and those of vehicles that are gone; returns their number. */
    forget: async (before: number): Promise<number> => {
      let deleted = 0;
      for (;;) {
        const expired = await files.expiredVideoFiles(db, before, EXPIRED_AT_ONCE);
        for (const { id, file_key } of expired) {
          // the row last: after a crash, the file is found again
          await store.remove(file_key);
          deleted += await files.deleteVideoFile(db, id);
        }
        if (expired.length < EXPIRED_AT_ONCE) return deleted;
      }
    },
  };
}
