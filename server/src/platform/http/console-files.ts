import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { MAP_MODE_COOKIE } from '@fleetwarden/contract/settings/map-modes';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { readCookie } from './cookie.ts';
import { NO_MAP, type PageMap, widenPolicy } from './map-policy.ts';
import { styleNonce } from './security.ts';

/** Placeholder in the built index.html for the reply's nonce. */
export const NONCE_PLACEHOLDER = '__CSP_NONCE__';
/** Placeholder for the map mode or the base map whose hosts the policy allows. */
const MAP_MODE_PLACEHOLDER = '__MAP_MODE__';

/** The policy of a page for a requested map mode or base map. */
export type PageMapOf = (wanted: string) => Promise<PageMap>;

/** The build adds content hashes to the file names in this folder. */
const HASHED = /[\\/]assets[\\/]/;

/** Serves the built console, precompressed if .br and .gz files exist. Returns the handler that sends index.html. */
export async function serveConsole(
  app: FastifyInstance,
  folder: string,
  pageMap: PageMapOf = async () => NO_MAP,
): Promise<(reply: FastifyReply) => Promise<FastifyReply>> {
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    preCompressed: true,
    // Set below, by file name.
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

// Read each time: a build under a running server changes the asset names.
async function sendIndex(reply: FastifyReply, file: string, pageMap: PageMapOf): Promise<FastifyReply> {
  const html = await readFile(file, 'utf8').catch(() => undefined);
  if (html === undefined) return reply.code(503).type('text/plain').send('the console is not built: npm run build\n');
  const wanted = readCookie(reply.request.headers.cookie, MAP_MODE_COOKIE) ?? '';
  // If the settings are unavailable the page loads with the map that needs no external host.
  const map = await pageMap(wanted).catch(() => NO_MAP);
  const policy = reply.getHeader('content-security-policy');
  if (typeof policy === 'string') void reply.header('content-security-policy', widenPolicy(policy, map));
  const openFor = map.mode === 0 ? map.baseMap : String(map.mode);
  const page = html.replaceAll(NONCE_PLACEHOLDER, styleNonce(reply.raw)).replaceAll(MAP_MODE_PLACEHOLDER, openFor);
  return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page);
}
