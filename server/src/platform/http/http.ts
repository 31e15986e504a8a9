import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import websocket from '@fastify/websocket';
import type { PermissionCode } from '@fleetwarden/contract/call';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify';
import { MAX_MESSAGE_BYTES } from '../live/limits.ts';
import type { Readiness } from '../observe/health.ts';
import type { Metrics } from '../observe/metrics.ts';
import type { WriteAudit } from './audit.ts';
import { type CallsOptions, serveCalls } from './calls.ts';
import { guardConnections, type HttpConnectionLimits } from './connection-guard.ts';
import { type PageMapOf, serveConsole } from './console-files.ts';
import { serveDocs } from './docs.ts';
import { serveFallbacks } from './fallbacks.ts';
import type { CallTable, Handlers } from './handlers.ts';
import {
  CALL_LIMIT_MS,
  KEEP_ALIVE_MS,
  MAX_BODY_BYTES,
  PUBLIC_CALLS_PER_MINUTE,
  UNREAD_BODY_MS,
  UPLOAD_LIMIT_MS,
} from './limits.ts';
import type { Authenticate } from './principal.ts';
import { privateGuard } from './private-pages.ts';
import type { GetText } from './replies.ts';
import { secureHeaders } from './security.ts';
import type { Uploads } from './uploads.ts';

export type HttpOptions = {
  readonly log: FastifyBaseLogger;
  readonly getText: GetText;
  readonly authenticate: Authenticate;
  readonly audit: WriteAudit;
  /** The answer of /readyz. */
  readonly readiness: () => Promise<Readiness>;
  readonly metricsText: Metrics['metricsText'];
  /** Permission for /metrics and /api/docs from other machines. */
  readonly operatorCode: PermissionCode;
  /** Folder of the built console; not served if missing. */
  readonly consoleFolder?: string;
  /** Content policy of the console page; default: no external hosts. */
  readonly pageMap?: PageMapOf;
  /** Upload storage; without it no call accepts files. */
  readonly uploads?: Uploads;
  /** Trusted proxies: their addresses, or a function of address and hop. */
  readonly trustProxy?: FastifyServerOptions['trustProxy'];
  /** Bounds of connections; default: none. */
  readonly connectionLimits?: HttpConnectionLimits | undefined;
  /** Whether requests from this machine need no token for /metrics and /api/docs; not behind a proxy, which is local too. */
  readonly trustLoopback?: boolean | undefined;
  readonly tls?: { readonly cert: string | Buffer; readonly key: string | Buffer };
  /** Whether browsers use https: our own TLS, or a proxy's. */
  readonly secure?: boolean;
  readonly publicCallsPerMinute?: number;
  /** Default: CALL_LIMIT_MS, UNREAD_BODY_MS. */
  readonly timeLimits?: { readonly callMs: number; readonly unreadBodyMs: number };
};

export type Http = {
  /** For sockets and routes that are not calls. */
  readonly app: FastifyInstance;
  /** Registers the calls of a module with a handler each. Before `listen`. */
  register<T extends CallTable>(area: string, calls: T, handlers: Handlers<T>): void;
  /** Resolves to the port (port 0 picks a free one). */
  listen(at: { readonly host: string; readonly port: number }): Promise<number>;
  stop(): Promise<void>;
};

/** HTTP server: calls in their envelope, API page, health, metrics, and console files. */
export async function createHttp(options: HttpOptions): Promise<Http> {
  const { authenticate, getText, tls } = options;
  const app = Fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => randomUUID(),
    trustProxy: options.trustProxy ?? false,
    bodyLimit: MAX_BODY_BYTES,
    // For uploads; other calls are limited by their handlerTimeout, including the body.
    requestTimeout: UPLOAD_LIMIT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    routerOptions: { ignoreDuplicateSlashes: true },
    // An invalid path fails before routing.
    frameworkErrors: (_error: Error, _request: FastifyRequest, reply: FastifyReply) =>
      reply.code(400).type('text/plain').send('bad request\n'),
    ...(tls ? { https: { cert: tls.cert, key: tls.key } } : {}),
  } as FastifyServerOptions) as unknown as FastifyInstance;

  const connections = options.connectionLimits && guardConnections(app.server, options.connectionLimits);
  // Schemas only document; calls.ts validates input and replies, because it knows the envelope.
  app.setValidatorCompiler(() => (value) => ({ value }));
  app.setSerializerCompiler(() => (value) => JSON.stringify(value));
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id);
  });
  closeUnreadBodies(app, options.timeLimits?.unreadBodyMs ?? UNREAD_BODY_MS);
  await secureHeaders(app, options.secure ?? tls !== undefined);
  await app.register(rateLimit, { global: false });
  // Before any route, so that upgrades run the same hooks everywhere.
  await app.register(websocket, {
    options: { maxPayload: MAX_MESSAGE_BYTES, perMessageDeflate: false },
    // A frame that violates the protocol is the peer's fault.
    errorHandler: (error, socket, request) => {
      request.log.debug({ err: error }, 'socket failed');
      socket.terminate();
    },
    // sockets.ts has already closed its sockets with a reason.
    preClose: (done) => {
      for (const socket of app.websocketServer.clients) socket.terminate();
      done();
    },
  });

  // The plugin would upgrade a request of any path, and close the socket afterwards.
  app.addHook('onRequest', async (request, reply) => {
    if (request.ws && request.routeOptions.config.socket !== true) return reply.code(404).type('text/plain').send('not found\n');
  });

  const guard = privateGuard(authenticate, options.operatorCode, options.trustLoopback ?? true);
  await serveDocs(app, guard);
  app.get('/healthz', { schema: { hide: true } }, () => ({ status: 'ok' }));
  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const readiness = await options.readiness();
    return reply.code(readiness.ready ? 200 : 503).send(readiness);
  });
  app.get('/metrics', { schema: { hide: true }, onRequest: guard }, async (_request, reply) => {
    const { contentType, text } = await options.metricsText();
    return reply.type(contentType).send(text);
  });

  const { consoleFolder } = options;
  const page = consoleFolder && existsSync(consoleFolder) ? await serveConsole(app, consoleFolder, options.pageMap) : undefined;
  serveFallbacks(app, getText, page);

  const { uploads } = options;
  const callsOptions: CallsOptions = {
    uploads: uploads && { ...(await readingForms(app)), store: uploads },
    authenticate,
    getText,
    audit: options.audit,
    publicCallsPerMinute: options.publicCallsPerMinute ?? PUBLIC_CALLS_PER_MINUTE,
    callMs: options.timeLimits?.callMs ?? CALL_LIMIT_MS,
  };
  return {
    app,
    register: (area, calls, handlers) => serveCalls(app, callsOptions, area, calls, handlers),
    listen: async ({ host, port }) => {
      await app.listen({ host, port });
      return (app.server.address() as AddressInfo).port;
    },
    stop: () => {
      connections?.close();
      return app.close();
    },
  };
}

/** Closes connections whose request is answered but still sends its body, after a time to read the answer. */
function closeUnreadBodies(app: FastifyInstance, afterMs: number): void {
  app.addHook('onResponse', async ({ raw }) => {
    if (raw.complete !== false || raw.socket.destroyed) return;
    const timer = setTimeout(() => raw.complete || raw.socket.destroy(), afterMs).unref();
    raw.once('end', () => clearTimeout(timer));
  });
}

/** An app scope that parses forms; elsewhere they are an unsupported content type. */
async function readingForms(app: FastifyInstance): Promise<{ readonly app: FastifyInstance }> {
  const part = { app };
  await app.register(async (inner) => {
    await inner.register(multipart, { throwFileSizeLimit: false });
    part.app = inner;
  });
  // Wrapped, because the instance itself is thenable.
  return part;
}
