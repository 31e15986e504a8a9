import { CallError } from '@fleetwarden/contract/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { languageOf } from './language.ts';
import { failure, type GetText } from './replies.ts';

/** Paths of the server, never served as console pages. */
const OURS = /^\/+(api|websocket|gpsmsg|healthz|readyz|metrics)(\/|$)/;
const CALLS = /^\/+api\//;

/** Answers requests without a route, and errors of routes that are not calls. */
export function serveFallbacks(
  app: FastifyInstance,
  getText: GetText,
  page?: (reply: FastifyReply) => Promise<FastifyReply>,
): void {
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    if (CALLS.test(path)) return unknownCall(request, reply, getText);
    const isPage = (request.method === 'GET' || request.method === 'HEAD') && !OURS.test(path) && !/\.\w+$/.test(path);
    return page && isPage ? page(reply) : reply.code(404).type('text/plain').send('not found\n');
  });
  app.setErrorHandler((error: { statusCode?: number; message: string }, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status < 500) return reply.code(status).type('text/plain').send(`${error.message}\n`);
    request.log.error({ err: error }, 'request failed');
    return reply.code(500).type('text/plain').send('internal error\n');
  });
}

function unknownCall(request: FastifyRequest, reply: FastifyReply, getText: GetText): FastifyReply {
  return reply.code(200).send(failure(new CallError('notFound'), languageOf(request.headers), getText));
}
