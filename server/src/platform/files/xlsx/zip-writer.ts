import type { Writable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';
import { waitForDrain } from '../wait-for-drain.ts';

/** Entries are written one after another, each as it comes; nothing of them is held. */
export type ZipWriter = {
  /** Writes an entry by what `fill` puts, text as UTF-8; each `put` waits until there is room. */
  entry(name: string, fill: (put: Put) => Promise<void>): Promise<void>;
  /** Writes the list of entries. Does not end the stream. Resolves to the bytes of all of it. */
  end(): Promise<number>;
};

export type Put = (part: string | Uint8Array) => Promise<void>;

type Written = {
  readonly name: Buffer;
  readonly sum: number;
  readonly packed: number;
  readonly size: number;
  readonly offset: number;
};

/** Without its 64-bit extension a zip ends here. */
const MAX_BYTES = 0xffff_ffff;
/** Bytes packed at a time: packing runs on another thread, and each hand-over waits until that and this one have their turn. */
const SLAB_BYTES = 131_072;
/** So many are used in turn, the one filled while others are packed: none waits for the garbage collector. */
const SLABS = 3;
/** UTF-8 takes so many bytes at most for a UTF-16 code unit. */
const UTF8_MOST = 3;
const CHUNK_BYTES = 65_536;
const LEVEL = 3;

const VERSION = 20;
/** Sizes follow the data (bit 3), names are UTF-8 (bit 11): APPNOTE 4.4.4. */
const FLAGS = 0x0808;
const DEFLATED = 8;
/** 1980-01-01: nothing of a file tells when it was made. */
const DOS_DATE = 0x0021;

/** A zip file written into a stream (APPNOTE 6.3). Throws RangeError past 4 GiB, packed or unpacked. */
export function createZipWriter(stream: Writable): ZipWriter {
  const entries: Written[] = [];
  let offset = 0;

  const write = async (bytes: Buffer) => {
    offset += bytes.length;
    if (offset > MAX_BYTES) throw new RangeError('a zip file of more than 4 GiB');
    if (!stream.write(bytes)) await waitForDrain(stream);
  };

  const packed = async (fill: (put: Put) => Promise<void>) => {
    const deflate = createDeflateRaw({ level: LEVEL, chunkSize: CHUNK_BYTES });
    const slabs = new Slabs(deflate);
    const filled = fill((part) => slabs.put(part))
      .then(() => slabs.flush())
      .then(
        () => deflate.end(),
        (error: unknown) => deflate.destroy(error as Error),
      );
    try {
      for await (const bytes of deflate as AsyncIterable<Buffer>) await write(bytes);
    } finally {
      deflate.destroy();
      await filled;
    }
    return { sum: slabs.sum, size: slabs.size };
  };

  return {
    entry: async (name, fill) => {
      const at = offset;
      const bytes = Buffer.from(name);
      await write(localHeader(bytes));
      const begin = offset;
      const { sum, size } = await packed(fill);
      const written = { name: bytes, sum, size, packed: offset - begin, offset: at };
      await write(descriptor(written));
      entries.push(written);
    },
    end: async () => {
      const start = offset;
      for (const entry of entries) await write(centralHeader(entry));
      await write(endOfDirectory(entries.length, offset - start, start));
      return offset;
    },
  };
}

/** Gathers what is to be packed, and counts it. */
class Slabs {
  sum = 0;
  size = 0;
  readonly #deflate: Writable;
  readonly #free: Buffer[] = [];
  #made = 1;
  #slab: Buffer = Buffer.allocUnsafeSlow(SLAB_BYTES);
  #used = 0;
  #wake: (() => void) | undefined;

  constructor(deflate: Writable) {
    this.#deflate = deflate;
    deflate.on('close', () => this.#wake?.());
  }

  /** Waits where there is no room. Rejects once what packs is closed. */
  async put(part: string | Uint8Array): Promise<void> {
    if (typeof part === 'string' && part.length * UTF8_MOST <= SLAB_BYTES) {
      if (part.length * UTF8_MOST > SLAB_BYTES - this.#used) await this.flush();
      this.#used += this.#slab.write(part, this.#used);
      return;
    }
    const bytes = typeof part === 'string' ? Buffer.from(part) : part;
    for (let at = 0; at < bytes.length; ) {
      if (this.#used === SLAB_BYTES) await this.flush();
      const some = bytes.subarray(at, at + SLAB_BYTES - this.#used);
      this.#slab.set(some, this.#used);
      this.#used += some.length;
      at += some.length;
    }
  }

  /** Has what was gathered packed; there is room again when it resolves. */
  async flush(): Promise<void> {
    if (this.#used === 0) return;
    const full = this.#slab;
    const bytes = full.subarray(0, this.#used);
    this.sum = crc32(bytes, this.sum);
    this.size += bytes.length;
    if (this.size > MAX_BYTES) throw new RangeError('a part of more than 4 GiB');
    this.#throwIfClosed();
    this.#deflate.write(bytes, () => {
      this.#free.push(full);
      this.#wake?.();
    });
    this.#slab = await this.#next();
    this.#used = 0;
  }

  async #next(): Promise<Buffer> {
    if (this.#free.length === 0 && this.#made < SLABS) {
      this.#made++;
      return Buffer.allocUnsafeSlow(SLAB_BYTES);
    }
    while (this.#free.length === 0) {
      this.#throwIfClosed();
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return this.#free.pop()!;
  }

  #throwIfClosed(): void {
    if (this.#deflate.destroyed) throw this.#deflate.errored ?? new Error('the stream was closed before all was written');
  }
}

/** APPNOTE 4.3.7 */
function localHeader(name: Buffer): Buffer {
  return Buffer.concat([
    fields(
      [0x04034b50, 4],
      [VERSION, 2],
      [FLAGS, 2],
      [DEFLATED, 2],
      [0, 2],
      [DOS_DATE, 2],
      [0, 4],
      [0, 4],
      [0, 4],
      [name.length, 2],
      [0, 2],
    ),
    name,
  ]);
}

/** APPNOTE 4.3.9 */
function descriptor({ sum, packed, size }: Written): Buffer {
  return fields([0x08074b50, 4], [sum, 4], [packed, 4], [size, 4]);
}

/** APPNOTE 4.3.12 */
function centralHeader({ name, sum, packed, size, offset }: Written): Buffer {
  return Buffer.concat([
    fields([0x02014b50, 4], [VERSION, 2], [VERSION, 2], [FLAGS, 2], [DEFLATED, 2], [0, 2], [DOS_DATE, 2]),
    fields([sum, 4], [packed, 4], [size, 4], [name.length, 2], [0, 2], [0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]),
    name,
  ]);
}

/** APPNOTE 4.3.16 */
function endOfDirectory(count: number, size: number, offset: number): Buffer {
  return fields([0x06054b50, 4], [0, 2], [0, 2], [count, 2], [count, 2], [size, 4], [offset, 4], [0, 2]);
}

/** Little-endian numbers of so many bytes each. */
function fields(...values: readonly (readonly [value: number, bytes: number])[]): Buffer {
  const bytes = Buffer.alloc(values.reduce((sum, [, length]) => sum + length, 0));
  let at = 0;
  for (const [value, length] of values) at = bytes.writeUIntLE(value, at, length);
  return bytes;
}
