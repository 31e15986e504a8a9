import { BASE_PATH } from '@fleetwarden/contract/call';
import type { FastifyInstance } from 'fastify';
import type { ServerBus } from '../../platform/bus/server-events.ts';
import type { Db } from '../../platform/db/database.ts';
import { isSignature, signText } from '../../platform/files/sign-text.ts';
import type { SignedFiles } from '../../platform/files/signed-files.ts';
import { sendNotFound, sendRange } from '../../platform/http/send-range.ts';
import { DOWNLOAD_LIFE_MS, DOWNLOADS_PER_MINUTE, INSTALL_MS } from './limits.ts';
import { findDownload, saveDownload } from './rollout-store.ts';

const PATH = `${BASE_PATH}firmwareFile/`;
const SIGN_CHARACTERS = 22;

/** Addresses from which terminals download firmware: signed, and valid until one complete download. */
export type FirmwareDownloads = {
  /** The address for a target's token; null if terminals cannot reach this server. */
  addressOf(token: string): string | null;
  /** Registers the route; before `listen`. */
  serve(app: FastifyInstance): void;
};

export function createFirmwareDownloads(deps: {
  readonly db: Db;
  readonly bus: Pick<ServerBus, 'publish'>;
  readonly files: Pick<SignedFiles, 'read' | 'sizeOf'>;
  readonly key: Buffer;
  /** PUBLIC_URL. */
  readonly publicUrl: string | undefined;
  readonly now: () => number;
}): FirmwareDownloads {
  const { db, bus, files, key, publicUrl, now } = deps;
  const sign = (token: string, expiry: string) => signText(key, `firmware ${token}\n${expiry}`).slice(0, SIGN_CHARACTERS);

  const readAddress = (name: string): string | null => {
    const [token = '', expiry = '', signature = '', ...more] = name.split('.');
    if (more.length > 0 || !isSignature(signature, sign(token, expiry))) return null;
    return Number.parseInt(expiry, 36) > now() ? token : null;
  };

  return {
    addressOf: (token) => {
      if (publicUrl === undefined) return null;
      const expiry = (now() + DOWNLOAD_LIFE_MS).toString(36);
      // a path without a query: terminals parse no more
      return `${publicUrl.replace(/\/$/, '')}${PATH}${token}.${expiry}.${sign(token, expiry)}`;
    },
    serve: (app) => {
      app.get<{ Params: { name: string } }>(
        `${PATH}:name`,
        { schema: { hide: true }, config: { rateLimit: { max: DOWNLOADS_PER_MINUTE, timeWindow: 60_000 } } },
        async (request, reply) => {
          const token = readAddress(request.params.name);
          const download = token === null ? undefined : await findDownload(db, token);
          const size = download && (await files.sizeOf(download.file));
          if (token === null || !download || size === undefined) return sendNotFound(reply);
          return sendRange(request, reply, {
            size,
            type: undefined,
            read: (range) => {
              // `finish`: all bytes were handed over; a cut ends with `close` alone
              reply.raw.once('finish', () => void onSent(token, download.rollout_id, range ? range.end + 1 : size, size));
              return files.read(download.file, range);
            },
          });
        },
      );
    },
  };

  /** Stores the progress; the last byte ends the address. A failure leaves it valid, so that the terminal may try again. */
  async function onSent(token: string, rolloutId: number, bytes: number, size: number): Promise<void> {
    await saveDownload(db, token, bytes, bytes === size ? now() + INSTALL_MS : null).catch(() => undefined);
    bus.publish('firmware.changed', { rolloutIds: [rolloutId] });
  }
}
