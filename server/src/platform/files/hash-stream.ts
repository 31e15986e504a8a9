import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';

/** SHA-256 of all bytes of a stream. */
export async function hashStream(stream: Readable): Promise<Buffer> {
  const hash = createHash('sha256');
  for await (const chunk of stream) hash.update(chunk as Buffer);
  return hash.digest();
}
