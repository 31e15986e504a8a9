import { BASE_PATH } from '@fleetwarden/contract/call';
import { CallError } from '@fleetwarden/contract/errors';
import { permission } from '@fleetwarden/contract/permissions';
import { VIDEO_FILE_PATH } from '@fleetwarden/contract/video/recording';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../../platform/db/database.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { isSignature, signText } from '../../platform/files/sign-text.ts';
import { formatAttachment } from '../../platform/files/signed-files.ts';
import { type Caller, userMay } from '../../platform/http/principal.ts';
import { sendNotFound, sendRange } from '../../platform/http/send-range.ts';
import type { Log } from '../../platform/observe/log.ts';
import type { Scopes } from '../identity/index.ts';
import { findVideoFile, type VideoFileRow } from './files.ts';
import { FILE_ADDRESS_LIFE_MS } from './limits.ts';
import type { VideoMetrics } from './metrics.ts';
import { addViewBytes } from './store.ts';

/** What an address is for: a player, or a file that the browser saves. */
const USES = {
  play: { code: permission.playVideo, disposition: () => 'inline' },
  save: { code: permission.downloadVideo, disposition: formatAttachment },
} as const;
export type FileUse = keyof typeof USES;

/** Types that are sent as such; any other is bytes. */
const TYPES: Readonly<Record<string, string>> = { mp4: 'video/mp4' };

export type FileAddresses = {
  /** `prefix` names the session that may use it, `viewId` the entry of the log that counts its bytes. */
  addressOf(file: {
    readonly id: number;
    readonly name: string;
    readonly use: FileUse;
    readonly prefix: string;
    readonly viewId: number;
  }): string;
};

/** Signed addresses of video files. Right, scope and session are checked for each request. */
export function createFileAddresses(deps: {
  readonly app: FastifyInstance;
  readonly db: Db;
  readonly log: Log;
  readonly metrics: VideoMetrics;
  readonly store: FileStore;
  readonly scopes: Scopes;
  readonly signingKey: Buffer;
  /** Revalidates a session: throws CallError if it has ended. */
  readonly renew: (prefix: string) => Promise<Caller>;
  /** Throws CallError where a privacy rule closes the channel. */
  readonly requireView: (file: VideoFileRow) => Promise<void>;
  readonly now: () => number;
}): FileAddresses {
  const { app, db, log, store, scopes, now } = deps;
  const path = `${BASE_PATH}${VIDEO_FILE_PATH}/`;
  const sign = (parts: readonly string[]) => signText(deps.signingKey, `video file\n${parts.join('\n')}`);

  /** The file of an address; undefined: wrong, expired, or not permitted any more. */
  const find = async (id: string, query: Record<string, unknown>) => {
    const values = PARTS.map((name) => query[name]);
    if (!values.every((value) => typeof value === 'string') || !isSignature(query['s'], sign([id, ...values]))) return undefined;
    const [expiry, name, use, prefix, viewId] = values as [string, string, FileUse, string, string];
    if (now() >= Number(expiry)) return undefined;
    const caller = await deps.renew(prefix);
    if (!userMay(caller, USES[use].code)) return undefined;
    const file = await findVideoFile(db, await scopes.of(caller.departmentId), Number(id));
    if (!file) return undefined;
    await deps.requireView(file);
    return { file, name, use, viewId: Number(viewId) };
  };

  app.get<{ Params: { id: string } }>(`${path}:id`, { schema: { hide: true } }, async (request, reply) => {
    const found = await find(request.params.id, request.query as Record<string, unknown>).catch((error: unknown) => {
      if (!(error instanceof CallError)) throw error;
    });
    if (!found) return sendNotFound(reply);
    const { file, name, use, viewId } = found;
    return sendRange(request, reply, {
      size: file.bytes,
      type: TYPES[file.format],
      disposition: USES[use].disposition(name),
      read: async (range) => {
        const stored = await store.read(file.file_key, range);
        const { socket } = request.raw;
        const before = socket.bytesWritten;
        const onClose = () =>
          addViewBytes(db, viewId, socket.bytesWritten - before, now()).catch((err: unknown) =>
            log.error({ err }, 'a view was not logged'),
          );
        if (!stored) deps.metrics.countMissing();
        else reply.raw.once('close', () => void onClose());
        return stored;
      },
    });
  });

  return {
    addressOf: ({ id, name, use, prefix, viewId }) => {
      const values = [String(now() + FILE_ADDRESS_LIFE_MS), name, use, prefix, String(viewId)];
      const query = new URLSearchParams(Object.fromEntries(PARTS.map((part, i) => [part, values[i]!])));
      query.set('s', sign([String(id), ...values]));
      return `${path}${id}?${query}`;
    },
  };
}

/** Of the query, in the order of the signature: expiry, name, use, session, view. */
const PARTS = ['e', 'n', 't', 'u', 'v'] as const;
