import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import * as http from 'node:http';
import * as https from 'node:https';
import { pipeline } from 'node:stream/promises';
import { SECOND_MS } from '@fleetwarden/domain/durations';
import { hashStream } from '../hash-stream.ts';
import type { S3Address } from './s3-address.ts';
import { canonicalQuery, signRequest } from './sign-request.ts';

/** The object store refused a request, or did not answer. The message has no secret. */
export class S3Error extends Error {
  override readonly name = 'S3Error';
  /** Of the answer; 0: none came. */
  readonly status: number;
  /** The store's word for it; '': none. */
  readonly code: string;
  constructor(message: string, status: number, code = '') {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** A part of a file of this machine. `end` is not included. */
export type FilePart = { readonly path: string; readonly start: number; readonly end: number };

export type S3Request = {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** Behind the path of the address. */
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly range?: string | undefined;
  readonly body?: FilePart | string;
};

/** A connection without any byte for this time is given up. */
const SILENCE_MS = 30 * SECOND_MS;
const MAX_SOCKETS = 64;
/** Of an answer that says why. */
const MAX_TEXT_BYTES = 64 * 1024;

export type S3Client = ReturnType<typeof createS3Client>;

/** Sends signed requests to an object store. */
export function createS3Client(address: S3Address, now: () => number) {
  const { Agent, request } = address.origin.startsWith('https:') ? https : http;
  const agent = new Agent({ keepAlive: true, maxSockets: MAX_SOCKETS });

  /** Resolves with the answer, whatever its status. The caller reads or destroys it. Rejects with S3Error without one. */
  const send = async ({ method, key, query = {}, range, body = '' }: S3Request): Promise<http.IncomingMessage> => {
    const bodyHash = await hashOf(body);
    const path = address.path + key;
    const headers: Record<string, string | number> = {
      ...signRequest(address, { method, path, query, bodyHash, now: now() }),
      'content-length': typeof body === 'string' ? Buffer.byteLength(body) : body.end - body.start,
    };
    if (range !== undefined) headers['range'] = range;
    const search = canonicalQuery(query);
    const outgoing = request(`${address.origin}${path}${search && `?${search}`}`, {
      method,
      agent,
      headers,
      timeout: SILENCE_MS,
    });
    outgoing.on('timeout', () => outgoing.destroy(new Error('silent')));
    const answer = new Promise<http.IncomingMessage>((resolve, reject) => {
      outgoing.once('response', resolve);
      // also after the answer, while the body is still sent
      outgoing.on('error', (cause: NodeJS.ErrnoException) =>
        reject(new S3Error(`the object store does not answer: ${cause.code ?? cause.message}`, 0)),
      );
    });
    // a refusal may come before the body is sent
    if (typeof body === 'string') outgoing.end(body);
    else void pipeline(readPart(body), outgoing).catch((error: Error) => outgoing.destroy(error));
    return answer;
  };

  return {
    send,
    /** Rejects with S3Error for a status from 300 on, and for an error in the body of a success. Resolves with body and ETag. */
    call: async (options: S3Request): Promise<{ readonly text: string; readonly etag: string }> => {
      const answer = await send(options);
      const text = await readText(answer);
      const code = /<Error>[\s\S]*?<Code>(\w{1,64})<\/Code>/.exec(text)?.[1] ?? '';
      const status = answer.statusCode ?? 0;
      if (status >= 300 || code !== '')
        throw new S3Error(`the object store refuses ${options.method}: ${status} ${code}`, status, code);
      return { text, etag: answer.headers.etag ?? '' };
    },
    close: () => agent.destroy(),
  };
}

const readPart = ({ path, start, end }: FilePart) => createReadStream(path, { start, end: end - 1 });

async function hashOf(body: FilePart | string): Promise<string> {
  const hash = typeof body === 'string' ? createHash('sha256').update(body).digest() : await hashStream(readPart(body));
  return hash.toString('hex');
}

async function readText(answer: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > MAX_TEXT_BYTES) throw new Error('too long');
      chunks.push(chunk);
    }
  } catch (error) {
    throw new S3Error(`the answer of the object store is not whole: ${(error as Error).message}`, 0);
  }
  return Buffer.concat(chunks).toString();
}
