import { CallError } from '@fleetwarden/contract/errors';
import type { FastifyRequest } from 'fastify';
import { readCookie } from '../http/cookie.ts';
import { type Authenticate, bearerToken, type Caller } from '../http/principal.ts';

/** The cookie that holds the console's token. */
const TOKEN_COOKIE = 'token';

/** Rejects an upgrade with an HTTP status. */
export class UpgradeRefused extends Error {
  readonly statusCode: 401 | 403 | 429;
  constructor(statusCode: 401 | 403 | 429, message: string) {
    super(message);
    this.statusCode = statusCode;
  }
}

/**
 * Authenticates an upgrade by `Authorization`, or by the console's cookie for pages of our own origin: browsers send cookies from
 * any page. Throws UpgradeRefused.
 */
export async function admitUpgrade(
  request: FastifyRequest,
  prefix: string,
  authenticate: Authenticate,
  allowedOrigins: readonly string[],
): Promise<Caller> {
  const { origin, authorization, cookie } = request.headers;
  if (origin !== undefined && !originAllowed(origin, request.host, allowedOrigins))
    throw new UpgradeRefused(403, 'origin not allowed');
  const token = bearerToken(authorization) ?? (origin === undefined ? undefined : readCookie(cookie, TOKEN_COOKIE));
  if (!token) throw new UpgradeRefused(401, 'no token');
  const user = await authenticate(token).catch((error: unknown) => {
    if (error instanceof CallError) throw new UpgradeRefused(401, error.kind);
    throw error;
  });
  if (user.prefix !== prefix) throw new UpgradeRefused(403, 'the path names another session');
  return user;
}

function originAllowed(origin: string, host: string, allowed: readonly string[]): boolean {
  if (allowed.includes(origin)) return true;
  const url = URL.parse(origin);
  return (
    url !== null && /^https?:$/.test(url.protocol) && url.host === host.replace(url.protocol === 'https:' ? /:443$/ : /:80$/, '')
  );
}
