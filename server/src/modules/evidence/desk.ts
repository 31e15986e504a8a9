import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY_MS } from '@fleetwarden/domain/durations';
import type { Db } from '../../platform/db/database.ts';
import type { FileKey, FileStore } from '../../platform/files/file-store.ts';
import { hashStream } from '../../platform/files/hash-stream.ts';
import { detectMediaType } from '../../platform/files/media-type.ts';
import { MAX_BYTES_PER_DAY, MAX_FILE_BYTES, MAX_FILES } from './limits.ts';
import * as store from './store.ts';

/** Writes a raw stream (Annex B) as mp4 to `target`; undefined: it has nothing to show, and there is no file. */
export type Remux = (request: {
  readonly path: string;
  readonly codec: 'h264' | 'h265';
  readonly target: string;
  readonly startedAt: number;
}) => Promise<{ readonly bytes: number } | undefined>;

type Claim = { readonly name: string; readonly kind: number; readonly sizeBytes: number };
const OTHER = 4;
/** Bytes that tell the type of a file. */
const START_BYTES = 32;

/** Receives announced uploads: the other side of the evidence server. */
export function createDesk(deps: {
  readonly db: Db;
  readonly files: FileStore;
  readonly remux: Remux;
  /** A file of this alarm was stored, or its state changed. */
  readonly onChanged: (alarmGid: string) => void;
  readonly now: () => number;
}) {
  const { db, files, remux, onChanged, now } = deps;

  /** Stores the announcement of a file. `refused`: too many files, or too large. */
  const announce = async (request: store.OpenRequest, claim: Claim): Promise<'receive' | 'stored' | 'refused'> => {
    const known = await store.filesOf(db, request.id);
    const file = known.find(({ name }) => name === claim.name);
    if (file?.received) return 'stored';
    const isTooMany = !file && known.length >= MAX_FILES;
    const received = await store.bytesOfDay(db, request.vehicle_id, now() - DAY_MS);
    if (isTooMany || claim.sizeBytes > MAX_FILE_BYTES || received + claim.sizeBytes > MAX_BYTES_PER_DAY) {
      await store.noteReason(db, request.id, isTooMany ? 'tooManyFiles' : 'tooLarge');
      return 'refused';
    }
    if (file?.size_bytes !== claim.sizeBytes || !file)
      await store.announceFile(db, request.id, claim.name, clampKind(claim.kind), claim.sizeBytes);
    return 'receive';
  };

  const newKey = (extension: string): FileKey =>
    `evidence/${new Date(now()).toISOString().slice(0, 7)}/${randomBytes(16).toString('hex')}.${extension}`;

  /** A copy of a raw clip that browsers play. */
  const copyRaw = async (path: string, extension: string) => {
    if (extension !== 'h264' && extension !== 'h265') return undefined;
    const target = `${path}.mp4`;
    const copy = await remux({ path, codec: extension, target, startedAt: now() });
    return copy && { ...copy, key: newKey('mp4'), path: target };
  };

  /** Both or none. */
  const adopt = async (key: FileKey, path: string, copy: { readonly key: FileKey; readonly path: string } | undefined) => {
    try {
      if (copy) await files.adopt(copy.key, copy.path);
      await files.adopt(key, path);
    } catch (error) {
      if (copy) await Promise.allSettled([rm(copy.path, { force: true }), files.remove(copy.key)]);
      throw error;
    }
  };

  const finish = async (request: store.OpenRequest, claim: Claim, path: string, known: Buffer | undefined): Promise<void> => {
    const type = detectMediaType(await readStart(path));
    const digest = known ?? (await hashStream(createReadStream(path)));
    const key = newKey(type.extension);
    const copy = await copyRaw(path, type.extension);
    await store.nameFile(db, request.id, claim.name, { key, playKey: copy?.key ?? null });
    await adopt(key, path, copy);
    const kind = type.extension === 'bin' ? clampKind(claim.kind) : type.kind;
    await db.transaction(async (tx) => {
      const stored = { kind, extension: type.extension, digest, playBytes: copy?.bytes ?? null };
      await store.lockRequest(tx, request.id);
      await store.markStored(tx, request.id, claim.name, stored, now());
      await store.completeRequest(tx, request.id, now());
    });
    onChanged(request.alarm_gid);
  };

  return {
    workFolder: join(files.workFolder, 'evidence'),
    open: async (list: {
      readonly alarmNo: string;
      readonly phone: string;
      readonly files: readonly { readonly name: string; readonly sizeBytes: number }[];
    }) => {
      const request = await store.findRequest(db, list.alarmNo, list.phone);
      if (!request) return undefined;
      for (const { name, sizeBytes } of list.files.slice(0, MAX_FILES)) await announce(request, { name, sizeBytes, kind: OTHER });
      return {
        begin: (claim: Claim) => announce(request, claim),
        finish: (claim: Claim, path: string, digest: Buffer | undefined) => finish(request, claim, path, digest),
        close: async (reason: string) => {
          const missing = (await store.filesOf(db, request.id)).some(({ received }) => !received);
          if (missing) await store.noteReason(db, request.id, reason);
        },
      };
    },
    /** Removes files that a crash left in the store without being acknowledged. */
    recover: async (): Promise<void> => {
      for (const { keys } of await store.takeUnfinished(db)) for (const key of keys) await files.remove(key);
    },
  };
}

const clampKind = (kind: number): number => Math.min(kind, OTHER);

async function readStart(path: string): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(START_BYTES), 0, START_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
