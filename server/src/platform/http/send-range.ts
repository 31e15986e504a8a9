import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ByteRange } from '../files/file-store.ts';

type RangeSource = {
  readonly size: number;
  /** Media type; undefined: bytes. */
  readonly type: string | undefined;
  readonly disposition?: string;
  /** undefined if the file is gone. */
  readonly read: (range: ByteRange | undefined) => Promise<{ readonly content: Readable } | undefined>;
};

export const sendNotFound = (reply: FastifyReply) => reply.code(404).type('text/plain').send('not found\n');

/** Answers with a file or with a part of it (RFC 9110 14). Content is sent as the stated type and is not cached. */
export async function sendRange(request: FastifyRequest, reply: FastifyReply, file: RangeSource): Promise<FastifyReply> {
  const { size } = file;
  const range = parseRange(request.headers.range, size);
  if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${size}`).send();
  const stored = await file.read(range);
  if (!stored) return sendNotFound(reply);
  reply.raw.once('close', () => stored.content.destroy());
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`);
  if (file.disposition !== undefined) reply.header('content-disposition', file.disposition);
  return reply
    .header('accept-ranges', 'bytes')
    .header('content-length', range ? range.end - range.start + 1 : size)
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'private, no-store')
    .type(file.type ?? 'application/octet-stream')
    .send(stored.content);
}

/** RFC 9110 14.1.2: one range; several, or other units, are answered with the whole file. */
export function parseRange(header: string | undefined, size: number): ByteRange | undefined | 'unsatisfiable' {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  const start = first === '' ? Math.max(size - Number(last), 0) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined;
  return start > end ? 'unsatisfiable' : { start, end };
}
