import { createHmac, timingSafeEqual } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { BASE_PATH } from '@fleetwarden/contract/call';
import type { FastifyInstance } from 'fastify';
import type { ServerBus } from '../../platform/bus/server-events.ts';
import type { Db } from '../../platform/db/database.ts';
import type { SignedFiles } from '../../platform/files/signed-files.ts';
import { DOWNLOAD_LIFE_MS, DOWNLOADS_PER_MINUTE, INSTALL_MS } from './limits.ts';
import { findDownload, saveDownload } from './rollout-store.ts';

const PATH = `${BASE_PATH}firmwareFile/`;
const SIGN_CHARACTERS = 22;
const RANGE = /^bytes=(\d{1,10})-(\d{0,10})$/;

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
  readonly files: Pick<SignedFiles, 'read'>;
  readonly key: Buffer;
  /** PUBLIC_URL. */
  readonly publicUrl: string | undefined;
  readonly now: () => number;
}): FirmwareDownloads {
  const { db, bus, files, key, publicUrl, now } = deps;
  const sign = (token: string, expiry: string) =>
    createHmac('sha256', key).update(`firmware ${token}\n${expiry}`).digest('base64url').slice(0, SIGN_CHARACTERS);

  const readAddress = (name: string): string | null => {
    const [token = '', expiry = '', signature = '', ...more] = name.split('.');
    const [sent, expected] = [Buffer.from(signature), Buffer.from(sign(token, expiry))];
    if (more.length > 0 || sent.length !== expected.length || !timingSafeEqual(sent, expected)) return null;
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
        async ({ params, headers }, reply) => {
          const token = readAddress(params.name);
          const download = token === null ? undefined : await findDownload(db, token);
          const file = download && (await files.read(download.file));
          if (token === null || !download || !file) return reply.code(404).type('text/plain').send('not found\n');
          const range = RANGE.exec(headers.range ?? '');
          const start = Number(range?.[1] ?? 0);
          const end = Math.min(Number(range?.[2] || file.size - 1), file.size - 1);
          if (start > end) {
            file.content.destroy();
            return reply.code(416).header('content-range', `bytes */${file.size}`).send();
          }
          const content = (await buffer(file.content)).subarray(start, end + 1);
          const { raw } = reply;
          // `finish`: all bytes were handed over; a cut ends with `close` alone
          raw.once('finish', () => void onSent(token, download.rollout_id, end + 1, file.size));
          if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${file.size}`);
          return reply
            .header('accept-ranges', 'bytes')
            .header('content-length', content.length)
            .header('cache-control', 'private, no-store')
            .type('application/octet-stream')
            .send(content);
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
