import { describe, expect, it } from 'vitest';
import { MESSAGE_BYTES, UploadQueue } from './upload-queue.ts';

const CHUNK = 65_536;

/** Uploads that send one chunk after another, each after the last one was handled. Returns the handled ones in their order. */
async function play(uploads: Readonly<Record<string, readonly number[]>>, atOnce = 1): Promise<string[]> {
  const queue = new UploadQueue(atOnce);
  const handled: string[] = [];
  const first = Promise.withResolvers<void>();
  const begun = queue.run(CHUNK, 0, () => first.promise);
  const all = Object.entries(uploads).map(async ([name, chunks]) => {
    let left = chunks.reduce((sum, bytes) => sum + bytes, 0);
    for (const bytes of chunks) {
      await queue.run(bytes, left, async () => {
        await Promise.resolve();
        handled.push(name);
      });
      left -= bytes;
    }
  });
  first.resolve();
  await Promise.all([begun, ...all]);
  return handled;
}

describe('queued uploads', () => {
  it('finish one after another, in order if their sizes are equal', async () => {
    const three = [CHUNK, CHUNK, CHUNK];
    const handled = await play({ a: three, b: three, c: three });
    const endOf = (name: string) => handled.lastIndexOf(name);
    expect([endOf('a'), endOf('c')]).toEqual([expect.any(Number), 8]);
    expect(endOf('a')).toBeLessThan(endOf('b'));
    expect(endOf('a')).toBeLessThanOrEqual(4);
    expect(endOf('b')).toBeLessThanOrEqual(7);
  });

  it('let a photo overtake a video', async () => {
    const handled = await play({ film: Array.from({ length: 9 }, () => CHUNK), picture: [CHUNK, CHUNK] });
    expect(handled.lastIndexOf('picture')).toBeLessThan(4);
  });

  it('never delay a message of another upload', async () => {
    const handled = await play({ picture: [CHUNK, CHUNK], film: [MESSAGE_BYTES, ...Array.from({ length: 9 }, () => CHUNK)] });
    expect(handled[0]).toBe('film');
  });

  it('continue after a failure', async () => {
    const queue = new UploadQueue(1);
    const failing = queue.run(CHUNK, 0, () => Promise.reject(new Error('full')));
    const next = queue.run(CHUNK, 1, () => Promise.resolve());
    await expect(failing).rejects.toThrow('full');
    await next;
  });

  it('run with the allowed concurrency', async () => {
    const queue = new UploadQueue(2);
    let [running, most] = [0, 0];
    const work = async () => {
      most = Math.max(most, ++running);
      await new Promise(setImmediate);
      running--;
    };
    await Promise.all(Array.from({ length: 7 }, (_, n) => queue.run(CHUNK, n, work)));
    expect([most, running]).toEqual([2, 0]);
  });
});
