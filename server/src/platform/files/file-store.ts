import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { ignoreMissing } from './ignore-missing.ts';

/** Names a file for ever: `<kind>/<yyyy-mm>/<32 hex digits>[.<type>]`, made by the server, never from names that others sent. */
export type FileKey = string;

/** First and last byte, both included. */
export type ByteRange = { readonly start: number; readonly end: number };

/** Whole files that the product keeps: recordings, uploads of terminals, evidence. Files never change. */
export type FileStore = {
  /** A folder for files that still grow, one below it for each kind. It is on this machine, whatever the store is. */
  readonly workFolder: string;
  /** Takes a whole file of this machine into the store, durably, and removes it here. Rejects if the store cannot be written; the file stays. */
  adopt(key: FileKey, path: string): Promise<void>;
  /** undefined if there is no such file. The caller must read or destroy `content`. `size` is that of the whole file. */
  read(key: FileKey, range?: ByteRange): Promise<{ readonly size: number; readonly content: Readable } | undefined>;
  /** No error if the file is gone. */
  remove(key: FileKey): Promise<void>;
};

const KEY = /^[a-z]{1,16}\/\d{4}-\d{2}\/[0-9a-f]{32}(\.[a-z0-9]{1,5})?$/;

/** Throws for a key that the server did not make. */
export function checkKey(key: FileKey): FileKey {
  if (!KEY.test(key)) throw new Error('not a key of the file store');
  return key;
}

/** A store in a folder of this machine. */
export function createFolderStore(folder: string): FileStore {
  const pathOf = (key: FileKey) => join(folder, checkKey(key));
  return {
    workFolder: join(folder, 'work'),
    adopt: async (key, path) => {
      const target = pathOf(key);
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      await sync(path);
      await rename(path, target);
      // the new name lasts only with its folder
      await sync(dirname(target));
    },
    read: async (key, range) => {
      const file = await open(pathOf(key)).catch(ignoreMissing);
      return file && { size: (await file.stat()).size, content: file.createReadStream({ ...range }) };
    },
    remove: (key) => rm(pathOf(key), { force: true }),
  };
}

async function sync(path: string): Promise<void> {
  const file = await open(path);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
