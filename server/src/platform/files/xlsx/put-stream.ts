import { Writable } from 'node:stream';
import type { WriteChunk } from './zip-writer.ts';

/** Passes what `write` writes into a stream to `put`, with backpressure. */
export async function putStream(put: WriteChunk, write: (stream: Writable) => Promise<unknown>): Promise<void> {
  const stream = new Writable({
    write: (bytes: Buffer, _encoding, done) => void put(bytes).then(() => done(), done),
  });
  await write(stream);
  await new Promise<void>((ended, failed) => stream.on('error', failed).end(ended));
}
