import { hkdfSync, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { BASE_PATH } from '@fleetwarden/contract/call';
import { DAY_MS } from '@fleetwarden/domain/durations';
import type { FastifyInstance } from 'fastify';
import type { ByteRange } from './file-store.ts';
import { ignoreMissing } from './ignore-missing.ts';
import { isSignature, signText } from './sign-text.ts';

/** Temporary files for download, such as exports. Their URLs are signed and expire. */
export type SignedFiles = {
  /** Creates a file from what `write` writes; `name` is its download name. The URL ends with the `session`, if one is given. */
  create(
    name: string,
    write: (stream: Writable) => Promise<void>,
    session?: string,
  ): Promise<{ readonly id: string; readonly url: string }>;
  /** A new URL of an existing file. */
  addressOf(id: string, name: string, bounds?: AddressBounds): string;
  /** Bytes; undefined if the file is gone. */
  sizeOf(id: string): Promise<number | undefined>;
  /** undefined if the file is gone. The caller must read or destroy `content`. `size` is that of the whole file. */
  read(id: string, range?: ByteRange): Promise<{ readonly size: number; readonly content: Readable } | undefined>;
  remove(id: string): Promise<void>;
  /** Registers the download route; call before `listen`. */
  serve(app: FastifyInstance): void;
  /** Deletes expired and abandoned files at `now` (epoch ms); returns their number. */
  cleanup(now: number): Promise<number>;
};

/** `lifeMs` overrides the default lifetime. The URL also ends with the `session` of this prefix, as at a logout. */
type AddressBounds = { readonly lifeMs?: number; readonly session?: string | undefined };

export type SignedFilesOptions = {
  readonly folder: string;
  /** From signedFilesKey. */
  readonly key: Buffer;
  /** Lifetime of files. */
  readonly lifeMs: number;
  /** Lifetime of URLs; `lifeMs` by default. */
  readonly addressLifeMs?: number;
  /** The route below BASE_PATH. */
  readonly path?: string;
  /** Whether a session is open; without it, URLs of a session serve nothing. */
  readonly isSessionOpen?: (prefix: string) => Promise<boolean>;
  readonly now?: () => number;
};

const FILE_PATH = 'file';
const ID = /^[0-9a-f]{32}$/;
/** A session's prefix. */
const SESSION = /^[0-9a-f]{16}$/;
const ID_BYTES = 16;
const KEY_BYTES = 32;
const UNFINISHED = '.part';
/** After this an unfinished file is abandoned: its server was killed. */
const MAX_UNFINISHED_MS = DAY_MS;

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

/** Derives the key that signs file URLs. */
export function signedFilesKey(secretKey: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, '', 'fleetwarden addresses of files', KEY_BYTES));
}

export function createSignedFiles(options: SignedFilesOptions): SignedFiles {
  const { folder, key, lifeMs, addressLifeMs = lifeMs, now = Date.now } = options;
  const path = `${BASE_PATH}${options.path ?? FILE_PATH}/`;
  // without a session as in earlier releases; the other form begins with a word, so that neither passes for the other
  const sign = (id: string, expiry: string, name: string, session?: string) =>
    signText(key, `${session === undefined ? '' : `session ${session}\n`}${id}\n${expiry}\n${name}`);

  const addressOf: SignedFiles['addressOf'] = (id, name, { lifeMs: life = addressLifeMs, session } = {}) => {
    const expiry = String(now() + life);
    const query = { e: expiry, n: name, ...(session === undefined ? {} : { u: session }), s: sign(id, expiry, name, session) };
    return `${path}${id}?${new URLSearchParams(query)}`;
  };
  const isAllowed = async (id: string, { e, n, s, u }: Record<string, unknown>): Promise<boolean> =>
    ID.test(id) &&
    typeof e === 'string' &&
    typeof n === 'string' &&
    (u === undefined || (typeof u === 'string' && SESSION.test(u))) &&
    isSignature(s, sign(id, e, n, u)) &&
    now() < Number(e) &&
    (u === undefined || ((await options.isSessionOpen?.(u)) ?? false));

  const cleanup = async (time: number): Promise<number> => {
    let deleted = 0;
    for (const file of await listNames(folder)) {
      const path = join(folder, file);
      const stats = await stat(path).catch(ignoreMissing);
      const maxAgeMs = file.endsWith(UNFINISHED) ? Math.min(lifeMs, MAX_UNFINISHED_MS) : lifeMs;
      if (!stats || stats.mtimeMs > time - maxAgeMs) continue;
      await rm(path, { force: true });
      deleted++;
    }
    return deleted;
  };

  return {
    create: async (name, write, session) => {
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
        // a stream that is still opening would create the file after its removal
        if (!stream.closed) await new Promise<void>((closed) => stream.once('close', () => closed()).destroy());
        await rm(unfinished, { force: true });
        throw error;
      }
      await rename(unfinished, finishedPath);
      return { id, url: addressOf(id, name, { session }) };
    },
    addressOf,
    sizeOf: async (id) => (ID.test(id) ? (await stat(join(folder, id)).catch(ignoreMissing))?.size : undefined),
    read: async (id, range) => {
      const file = ID.test(id) ? await open(join(folder, id)).catch(ignoreMissing) : undefined;
      return file && { size: (await file.stat()).size, content: file.createReadStream({ ...range }) };
    },
    remove: async (id) => {
      if (ID.test(id)) await rm(join(folder, id), { force: true });
    },

    serve: (app) => {
      app.get<{ Params: { id: string } }>(`${path}:id`, { schema: { hide: true } }, async (request, reply) => {
        const { id } = request.params;
        const query = request.query as Record<string, unknown>;
        const n = query['n'];
        const file = (await isAllowed(id, query)) ? await open(join(folder, id)).catch(ignoreMissing) : undefined;
        if (!file) return reply.code(404).type('text/plain').send('not found\n');
        const { size } = await file.stat();
        return reply
          .header('content-disposition', formatAttachment(n as string))
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

/** RFC 6266 with an RFC 5987 name and an ASCII fallback. */
export function formatAttachment(name: string): string {
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${name.replace(/[^\w.-]+/g, '_')}"; filename*=UTF-8''${encoded}`;
}

async function listNames(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(ignoreMissing)) ?? [];
}
