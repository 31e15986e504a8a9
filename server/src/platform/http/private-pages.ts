import type { PermissionCode } from '@fleetwarden/contract/call';
import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { type Authenticate, bearerToken, userMay } from './principal.ts';

const LOOPBACK = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;
const LOOPBACK_NAME = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i;
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];

/**
 * Whether a request comes from this machine: by address, without a forwarding proxy, and with a host name of this machine
 * (against DNS rebinding).
 */
export function fromLoopback(request: Pick<FastifyRequest, 'socket' | 'headers'>): boolean {
  return (
    LOOPBACK.test(request.socket.remoteAddress ?? '') &&
    LOOPBACK_NAME.test(request.headers.host ?? '') &&
    !FORWARDED.some((name) => name in request.headers)
  );
}

/** Allows requests from trusted loopback, or with a token that has the permission; else 401 or 403. */
export function privateGuard(
  authenticate: Authenticate,
  code: PermissionCode,
  trustLoopback: boolean,
): onRequestAsyncHookHandler {
  return async (request, reply) => {
    if (trustLoopback && fromLoopback(request)) return;
    const token = bearerToken(request.headers.authorization);
    const user = token ? await authenticate(token).catch(() => undefined) : undefined;
    if (!user) return reply.code(401).type('text/plain').send('sign in, or ask from the machine itself\n');
    if (!userMay(user, code)) return reply.code(403).type('text/plain').send('not permitted\n');
  };
}
