import { createHash } from 'node:crypto';
import { BASE_PATH } from '@fleetwarden/contract/call';
import { CallError } from '@fleetwarden/contract/errors';
import { MAX_LOGO_BYTES } from '@fleetwarden/contract/settings/platform-settings';
import type { FastifyInstance } from 'fastify';
import type { Db, Queryable } from '../../platform/db/database.ts';
import { extensionOf, imageTypeOf } from './image-type.ts';
import { LOGO_KEPT_S, LOGOS_PER_MINUTE } from './limits.ts';
import { logoByHash, type NewLogo } from './store.ts';

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const NAME = /^([0-9a-f]{64})\.[a-z]{3,4}$/;
const PATH = `${BASE_PATH}dept/logo/`;

/** Address of an image below the server's own, made of what it holds. */
export const logoUrlOf = (hash: string, contentType: string): string => `${PATH}${hash}.${extensionOf(contentType)}`;

/** The image at an address of `logoUrlOf`; undefined if there is none, also for ''. */
export async function logoAt(db: Queryable, url: string): Promise<Buffer | undefined> {
  const hash = NAME.exec(url.slice(PATH.length))?.[1];
  return hash === undefined ? undefined : (await logoByHash(db, hash))?.image;
}

/** Reads an uploaded logo (base64). Throws CallError tooLarge, badImage. */
export function readLogo(base64: string): NewLogo {
  if (!BASE64.test(base64)) throw new CallError('badImage', 'logo: no base64');
  const image = Buffer.from(base64, 'base64');
  if (image.length > MAX_LOGO_BYTES) throw new CallError('tooLarge', `logo: ${image.length} bytes, takes ${MAX_LOGO_BYTES}`);
  const type = imageTypeOf(image);
  if (!type) throw new CallError('badImage', 'logo: neither PNG nor JPEG nor WebP');
  return { hash: createHash('sha256').update(image).digest('hex'), contentType: type.contentType, image };
}

/** Serves logos without a session: the login page shows one. */
export function serveLogos(app: FastifyInstance, db: Db): void {
  app.get<{ Params: { name: string } }>(
    `${PATH}:name`,
    { schema: { hide: true }, config: { rateLimit: { max: LOGOS_PER_MINUTE, timeWindow: 60_000 } } },
    async ({ params }, reply) => {
      const hash = NAME.exec(params.name)?.[1];
      const logo = hash && (await logoByHash(db, hash));
      if (!logo || params.name !== `${hash}.${extensionOf(logo.content_type)}`)
        return reply.code(404).type('text/plain').send('not found\n');
      return reply
        .header('cache-control', `public, max-age=${LOGO_KEPT_S}, immutable`)
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('x-content-type-options', 'nosniff')
        .type(logo.content_type)
        .send(logo.image);
    },
  );
}
