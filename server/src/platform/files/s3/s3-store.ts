import { rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { checkKey, type FileStore } from '../file-store.ts';
import type { S3Address } from './s3-address.ts';
import { createS3Client, type FilePart, type S3Client, S3Error } from './s3-client.ts';

/** Larger files are uploaded in parts of this size. S3 takes at most 10,000 parts. */
const PART_BYTES = 64 * 1024 * 1024;
/** Attempts of a request that the store could not serve. */
const ATTEMPTS = 3;
const PAUSE_MS = 100;

/** A store in a bucket. */
export type S3Store = FileStore & {
  /** Rejects with S3Error if the bucket cannot be used. */
  check(): Promise<void>;
  close(): void;
};

export function createS3Store(options: {
  readonly address: S3Address;
  /** The store of this machine: its work folder, and files that were stored before there was a bucket. */
  readonly folder: FileStore;
  readonly partBytes?: number;
  readonly now?: () => number;
}): S3Store {
  const { address, folder, partBytes = PART_BYTES, now = Date.now } = options;
  const client = createS3Client(address, now);

  return {
    workFolder: folder.workFolder,
    adopt: async (key, path) => {
      const { size } = await stat(path);
      const whole = size === 0 ? '' : { path, start: 0, end: size };
      if (typeof whole === 'string' || size <= partBytes)
        await retry(() => client.call({ method: 'PUT', key: checkKey(key), body: whole }));
      else await uploadParts(client, checkKey(key), whole, partBytes);
      await rm(path, { force: true });
    },
    read: async (key, range) => {
      const answer = await retry(() =>
        client.send({ method: 'GET', key: checkKey(key), range: range && `bytes=${range.start}-${range.end}` }),
      );
      const size = Number(/\/(\d+)$/.exec(answer.headers['content-range'] ?? '')?.[1] ?? answer.headers['content-length']);
      if (answer.statusCode === 200 || answer.statusCode === 206) return { size, content: answer };
      answer.resume();
      if (answer.statusCode === 404) return folder.read(key, range);
      if (answer.statusCode === 416) return { size, content: Readable.from([]) };
      throw new S3Error(`the object store refuses GET: ${answer.statusCode}`, answer.statusCode ?? 0);
    },
    remove: async (key) => {
      await retry(() => client.call({ method: 'DELETE', key: checkKey(key) })).catch((error: S3Error) => {
        if (error.status !== 404) throw error;
      });
      await folder.remove(key);
    },
    check: async () => {
      await client.call({ method: 'GET', key: 'check' }).catch((error: S3Error) => {
        if (error.code !== 'NoSuchKey') throw error;
      });
    },
    close: () => client.close(),
  };
}

async function uploadParts(client: S3Client, key: string, { path, end: size }: FilePart, partBytes: number): Promise<void> {
  const started = await retry(() => client.call({ method: 'POST', key, query: { uploads: '' } }));
  const uploadId = /<UploadId>([^<]+)<\/UploadId>/.exec(started.text)?.[1];
  if (uploadId === undefined) throw new S3Error('the object store starts no upload', 0);
  try {
    const parts: string[] = [];
    for (let start = 0; start < size; start += partBytes) {
      const partNumber = String(parts.length + 1);
      const body = { path, start, end: Math.min(start + partBytes, size) };
      const { etag } = await retry(() => client.call({ method: 'PUT', key, query: { partNumber, uploadId }, body }));
      parts.push(`<Part><PartNumber>${partNumber}</PartNumber><ETag>${etag.replaceAll('"', '&quot;')}</ETag></Part>`);
    }
    const body = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`;
    await client.call({ method: 'POST', key, query: { uploadId }, body });
  } catch (error) {
    // parts that stay cost storage
    await client.call({ method: 'DELETE', key, query: { uploadId } }).catch(() => undefined);
    throw error;
  }
}

/** Repeats a request after a fault of the store or of the connection, not after a refusal. */
async function retry<T>(send: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      return await send();
    } catch (error) {
      const isPassing = error instanceof S3Error && (error.status === 0 || error.status >= 500);
      if (!isPassing || attempt === ATTEMPTS) throw error;
      await setTimeout(attempt * PAUSE_MS);
    }
}
