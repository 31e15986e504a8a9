import { createHash } from 'node:crypto';
import { mkdir, open, readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { ignoreMissing } from '../platform/files/ignore-missing.ts';
import type { FtpLimits } from './limits.ts';

/** What a client may write: one folder, which holds files only. */
export type FtpAccount = {
  readonly id: number;
  readonly folder: string;
  /** Of all its files. */
  readonly maxBytes: number;
};

/** Why bytes are not stored, with the code of the reply. */
export class UploadRefused extends Error {
  readonly code: number;
  readonly reason: 'tooLarge' | 'diskFull' | 'position' | 'files';
  constructor(code: number, reason: UploadRefused['reason'], text: string) {
    super(text);
    this.code = code;
    this.reason = reason;
  }
}

/** Names on disk are hashes of virtual paths: a client chooses no name, and finds its file again after a restart. */
const nameOf = (virtualPath: string): string => createHash('sha256').update(virtualPath, 'latin1').digest('hex');

/** undefined: no such file. */
export async function sizeOfUpload({ folder }: FtpAccount, virtualPath: string): Promise<number | undefined> {
  const stats = await stat(join(folder, nameOf(virtualPath))).catch(ignoreMissing);
  return stats?.size;
}

/** Files of an account, with their sizes. */
export async function listUploads(folder: string): Promise<{ readonly path: string; readonly size: number }[]> {
  const names = (await readdir(folder).catch(ignoreMissing)) ?? [];
  return Promise.all(
    names.sort().map(async (name) => {
      const path = join(folder, name);
      return { path, size: (await stat(path)).size };
    }),
  );
}

/** Where the bytes of a transfer begin: at an offset, or behind what is stored. */
export type UploadStart = number | 'end';

export type UploadFile = {
  /** Appends. Throws UploadRefused. */
  write(chunk: Uint8Array): Promise<void>;
  /** Bytes of all files of the account. */
  readonly total: number;
  /** Makes the bytes durable and closes the file. */
  close(): Promise<void>;
};

/** Opens a file of an account. Throws UploadRefused. */
export async function openUpload(
  account: FtpAccount,
  virtualPath: string,
  start: UploadStart,
  limits: Pick<FtpLimits, 'files' | 'minFreeBytes'>,
): Promise<UploadFile> {
  const { folder, maxBytes } = account;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, nameOf(virtualPath));
  const others = (await listUploads(folder)).filter((file) => file.path !== path);
  if (others.length >= limits.files) throw new UploadRefused(552, 'files', 'too many files');
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < limits.minFreeBytes) throw new UploadRefused(452, 'diskFull', 'no space left');
  const file = await open(path, 'a', 0o600).then(async (created) => {
    await created.close();
    return open(path, 'r+');
  });
  const { size } = await file.stat();
  let position = start === 'end' ? size : start;
  if (position > size) {
    await file.close();
    throw new UploadRefused(554, 'position', 'restart position beyond the end of the file');
  }
  if (position < size) await file.truncate(position);
  const otherBytes = others.reduce((sum, each) => sum + each.size, 0);
  return {
    write: async (chunk) => {
      if (otherBytes + position + chunk.length > maxBytes) throw new UploadRefused(552, 'tooLarge', 'file too large');
      for (let done = 0; done < chunk.length; ) {
        const { bytesWritten } = await file
          .write(chunk, done, chunk.length - done, position)
          .catch((error: NodeJS.ErrnoException) => {
            if (error.code === 'ENOSPC') throw new UploadRefused(452, 'diskFull', 'no space left');
            throw error;
          });
        done += bytesWritten;
        position += bytesWritten;
      }
    },
    get total() {
      return otherBytes + position;
    },
    close: async () => {
      try {
        await file.sync();
      } finally {
        await file.close();
      }
    },
  };
}
