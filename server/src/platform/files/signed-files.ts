import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { BASE_PATH } from '@fleetwarden/contract/call';
import { HOUR_MS } from '@fleetwarden/domain/durations';
import type { FastifyInstance } from 'fastify';

/** Files made for people to fetch once or twice: exports. Their addresses are signed and expire, the files go soon after. */
export type SignedFiles = {
  /** Makes a file named `name` for people by what `write` puts into the stream; `url` opens it until it expires. */
  create(name: string, write: (stream: Writable) => Promise<void>): Promise<{ readonly id: string; readonly url: string }>;
  /** A fresh address of a file made before; `lifeMs`: how long it opens it, where that is not as for others. */
  addressOf(id: string, name: string, lifeMs?: number): string;
  /** How large a file is, bytes; undefined where it is gone. */
  sizeOf(id: string): Promise<number | undefined>;
  /** What is in a file, and how much, bytes; undefined where there is none. `content` is to be read or destroyed. */
  read(id: string): Promise<{ readonly size: number; readonly content: Readable } | undefined>;
  /** Deletes a file before its time. */
  remove(id: string): Promise<void>;
  /** Serves them; before `listen`. */
  serve(app: FastifyInstance): void;
  /** Deletes files past their time at `now` (epoch ms), unfinished ones too; returns how many. */
  cleanup(now: number): Promise<number>;
};

export type SignedFilesOptions = {
  readonly folder: string;
  /** From signedFilesKey. */
  readonly key: Buffer;
  /** How long files are kept. */
  readonly lifeMs: number;
  /** How long an address opens its file; as long as it is kept where nothing is said. */
  readonly addressLifeMs?: number;
  /** The last part of the path its addresses begin with, below BASE_PATH. */
  readonly path?: string;
  readonly now?: () => number;
};

const FILE_PATH = 'file';
const ID = /^[0-9a-f]{32}$/;
const ID_BYTES = 16;
const KEY_BYTES = 32;
const UNFINISHED = '.part';
/** Nobody writes a file for so long without a word: its server was killed, ms. */
const UNFINISHED_MS = 24 * HOUR_MS;

const TYPES: Readonly<Record<string, string>> = {
  amr: 'audio/amr',
  csv: 'text/csv; charset=utf-8',
  jpg: 'image/jpeg',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  pdf: 'application/pdf',
  png: 'image/png',
  tif: 'image/tiff',
  wav: 'audio/wav',
  wmv: 'video/x-ms-wmv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  zip: 'application/zip',
};

/** The key that signs addresses of files, made of the server's secret for this purpose alone. */
export function signedFilesKey(secretKey: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, '', 'fleetwarden addresses of files', KEY_BYTES));
}

export function createSignedFiles(options: SignedFilesOptions): SignedFiles {
  const { folder, key, lifeMs, addressLifeMs = lifeMs, now = Date.now } = options;
  const path = `${BASE_PATH}${options.path ?? FILE_PATH}/`;
  const signatureOf = (id: string, expiry: string, name: string) =>
    createHmac('sha256', key).update(`${id}\n${expiry}\n${name}`).digest('base64url');
  const isGenuine = (sent: string, expected: string) => {
    const [one, other] = [Buffer.from(sent), Buffer.from(expected)];
    return one.length === other.length && timingSafeEqual(one, other);
  };

  const addressOf = (id: string, name: string, life = addressLifeMs): string => {
    const expiry = String(now() + life);
    return `${path}${id}?${new URLSearchParams({ e: expiry, n: name, s: signatureOf(id, expiry, name) })}`;
  };

  const cleanup = async (time: number): Promise<number> => {
    let gone = 0;
    for (const file of await namesIn(folder)) {
      const path = join(folder, file);
      const found = await stat(path).catch(unlessMissing);
      const keptMs = file.endsWith(UNFINISHED) ? Math.min(lifeMs, UNFINISHED_MS) : lifeMs;
      if (!found || found.mtimeMs > time - keptMs) continue;
      await rm(path, { force: true });
      gone++;
    }
    return gone;
  };

  return {
    create: async (name, write) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const id = randomBytes(ID_BYTES).toString('hex');
      const finishedPath = join(folder, id);
      const unfinished = finishedPath + UNFINISHED;
      const stream = createWriteStream(unfinished, { flags: 'wx', mode: 0o600 });
      const ended = finished(stream);
      ended.catch(() => undefined);
      try {
        await write(stream);
        stream.end();
        await ended;
      } catch (error) {
        // a stream that is still opening its file would make it after it was removed
        if (!stream.closed) await new Promise<void>((closed) => stream.once('close', () => closed()).destroy());
        await rm(unfinished, { force: true });
        throw error;
      }
      await rename(unfinished, finishedPath);
      return { id, url: addressOf(id, name) };
    },
    addressOf,
    sizeOf: async (id) => (ID.test(id) ? (await stat(join(folder, id)).catch(unlessMissing))?.size : undefined),
    read: async (id) => {
      const file = ID.test(id) ? await open(join(folder, id)).catch(unlessMissing) : undefined;
      return file && { size: (await file.stat()).size, content: file.createReadStream() };
    },
    remove: async (id) => {
      if (ID.test(id)) await rm(join(folder, id), { force: true });
    },

    serve: (app) => {
      app.get<{ Params: { id: string } }>(`${path}:id`, { schema: { hide: true } }, async (request, reply) => {
        const { id } = request.params;
        const { e, n, s } = request.query as Record<string, unknown>;
        const file =
          ID.test(id) &&
          typeof e === 'string' &&
          typeof n === 'string' &&
          typeof s === 'string' &&
          isGenuine(s, signatureOf(id, e, n)) &&
          now() < Number(e)
            ? await open(join(folder, id)).catch(unlessMissing)
            : undefined;
        if (!file) return reply.code(404).type('text/plain').send('not found\n');
        const { size } = await file.stat();
        return reply
          .header('content-disposition', attachment(n as string))
          .header('content-length', size)
          .header('x-content-type-options', 'nosniff')
          .header('cache-control', 'private, no-store')
          .type(TYPES[(n as string).split('.').at(-1) ?? ''] ?? 'application/octet-stream')
          .send(createReadStream('', { fd: file }));
      });
    },

    cleanup,
  };
}

/** RFC 6266 with the name as RFC 5987 encodes it, and an ASCII one for whoever does not read that. */
function attachment(name: string): string {
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${name.replace(/[^\w.-]+/g, '_')}"; filename*=UTF-8''${encoded}`;
}

async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(unlessMissing)) ?? [];
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
