import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

const NONCE_BYTES = 16;
const nonces = new WeakMap<IncomingMessage | ServerResponse, string>();

/** The nonce that lets a reply's own page put style tags in place (antd injects them); the same for header and page. */
export function styleNonce(response: IncomingMessage | ServerResponse): string {
  let nonce = nonces.get(response);
  if (!nonce) {
    nonce = randomBytes(NONCE_BYTES).toString('base64');
    nonces.set(response, nonce);
  }
  return nonce;
}

/** Security headers of every reply. Scripts come from our own files only; `secure`: the browser sees https. */
export async function secureHeaders(app: FastifyInstance, secure: boolean): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        scriptSrcAttr: ["'none'"],
        styleSrc: ["'self'", (_request, response) => `'nonce-${styleNonce(response)}'`],
        // charts and map controls place their elements by style attributes, which run nothing
        styleSrcAttr: ["'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'", 'data:'],
        mediaSrc: ["'self'", 'blob:'],
        connectSrc: ["'self'", 'ws:', 'wss:'],
        workerSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'self'"],
        upgradeInsecureRequests: secure ? [] : null,
      },
    },
    strictTransportSecurity: secure,
    // both are refused on plain http, with a warning in the browser's log
    crossOriginOpenerPolicy: secure,
    originAgentCluster: secure,
    referrerPolicy: { policy: 'same-origin' },
  });
}
