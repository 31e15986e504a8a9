import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { MAP_MODE_COOKIE } from '@fleetwarden/contract/settings/map-modes';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { cookieOf } from './cookie.ts';
import { NO_MAP, type PageMap, widenPolicy } from './map-policy.ts';
import { styleNonce } from './security.ts';

/** What the built index.html holds where the nonce of a reply goes. */
export const NONCE_PLACEHOLDER = '__CSP_NONCE__';
/** And where the map mode goes whose hosts its policy is open for. */
const MAP_MODE_PLACEHOLDER = '__MAP_MODE__';

/** What a page is opened for that asks for this map mode. */
export type PageMapOf = (wanted: number) => Promise<PageMap>;

/** The build puts a hash of the content into the names of this folder's files. */
const HASHED = /[\\/]assets[\\/]/;

/** Serves the built console, precompressed where the build left .br and .gz files, and its index.html; returns what sends that page. */
export async function serveConsole(
  app: FastifyInstance,
  folder: string,
  pageMap: PageMapOf = async () => NO_MAP,
): Promise<(reply: FastifyReply) => Promise<FastifyReply>> {
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    preCompressed: true,
    // ours below, by what the name says
    cacheControl: false,
    setHeaders: (reply, path) => {
      void reply.header('cache-control', HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  const page = (reply: FastifyReply) => sendIndex(reply, join(folder, 'index.html'), pageMap);
  app.get('/', { schema: { hide: true } }, (_request, reply) => page(reply));
  app.get('/index.html', { schema: { hide: true } }, (_request, reply) => page(reply));
  return page;
}

// read each time: a build under a running server changes the names of the assets
async function sendIndex(reply: FastifyReply, file: string, pageMap: PageMapOf): Promise<FastifyReply> {
  const html = await readFile(file, 'utf8').catch(() => undefined);
  if (html === undefined) return reply.code(503).type('text/plain').send('the console is not built: npm run build\n');
  const wanted = Number(cookieOf(reply.request.headers.cookie, MAP_MODE_COOKIE));
  // the settings away: the page comes all the same, with the map that needs nothing
  const map = await pageMap(wanted).catch(() => NO_MAP);
  const policy = reply.getHeader('content-security-policy');
  if (typeof policy === 'string') void reply.header('content-security-policy', widenPolicy(policy, map));
  const page = html.replaceAll(NONCE_PLACEHOLDER, styleNonce(reply.raw)).replaceAll(MAP_MODE_PLACEHOLDER, String(map.mode));
  return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page);
}
