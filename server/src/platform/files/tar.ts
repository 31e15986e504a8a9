import type { Readable } from 'node:stream';

/** A file of an archive. `content` is read before the next file. */
export type TarEntry = { readonly name: string; readonly content: AsyncIterable<Buffer> };

const BLOCK_BYTES = 512;
const MAX_NAME_BYTES = 100;
/** Places of the fields in a header (POSIX.1-1988, ustar). */
const FIELDS = { mode: 100, uid: 108, gid: 116, size: 124, mtime: 136, checksum: 148, type: 156, magic: 257 } as const;
const SIZE_DIGITS = 11;
const MAX_FILE_BYTES = 8 ** SIZE_DIGITS - 1;
const CHECKSUM_BYTES = 8;

/** What stands before the content of a file. Throws RangeError on a name or a size that does not fit. */
export function encodeTarHeader({ name, size }: { readonly name: string; readonly size: number }, now: number): Buffer {
  if (Buffer.byteLength(name) > MAX_NAME_BYTES) throw new RangeError(`the name is too long for an archive: ${name}`);
  if (size > MAX_FILE_BYTES) throw new RangeError(`the file is too large for an archive: ${name}`);
  const header = Buffer.alloc(BLOCK_BYTES);
  header.write(name);
  header.write('0000600\0', FIELDS.mode);
  header.write('0000000\0', FIELDS.uid);
  header.write('0000000\0', FIELDS.gid);
  header.write(octal(size), FIELDS.size);
  header.write(octal(Math.floor(now / 1000)), FIELDS.mtime);
  header.write('0', FIELDS.type);
  header.write('ustar\x0000', FIELDS.magic);
  header.write(`${checksum(header).toString(8).padStart(6, '0')}\0 `, FIELDS.checksum);
  return header;
}

/** What stands behind the content of a file. */
export const tarPadding = (size: number): Buffer => Buffer.alloc(padding(size));

/** Two empty blocks end an archive. */
export const TAR_END = Buffer.alloc(2 * BLOCK_BYTES);

/** The files of an archive in their order. Throws if it is damaged, or ends before its end mark. */
export async function* readTar(archive: Readable): AsyncGenerator<TarEntry, void> {
  const source = new ByteSource(archive);
  for (;;) {
    const header = await source.take(BLOCK_BYTES);
    if (header.every((byte) => byte === 0)) break;
    if (Number.parseInt(header.toString('latin1', FIELDS.checksum, FIELDS.checksum + CHECKSUM_BYTES), 8) !== checksum(header))
      throw new Error('the archive is damaged');
    const [name = ''] = header.toString('utf8', 0, MAX_NAME_BYTES).split('\0');
    const size = Number.parseInt(header.toString('latin1', FIELDS.size, FIELDS.size + SIZE_DIGITS), 8);
    const content = source.stream(size);
    yield { name, content };
    // the rest of a file that was not read
    for await (const _ of content);
    await source.take(padding(size));
  }
  // the checksum of a compressed archive is behind its last byte
  for await (const _ of archive);
}

const octal = (value: number): string => `${value.toString(8).padStart(SIZE_DIGITS, '0')}\0`;
const padding = (size: number): number => (BLOCK_BYTES - (size % BLOCK_BYTES)) % BLOCK_BYTES;

/** The sum of all bytes, those of the checksum itself as spaces. */
function checksum(header: Buffer): number {
  let sum = CHECKSUM_BYTES * 0x20;
  for (const [at, byte] of header.entries()) if (at < FIELDS.checksum || at >= FIELDS.checksum + CHECKSUM_BYTES) sum += byte;
  return sum;
}

/** Reads exact numbers of bytes from a stream. */
class ByteSource {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(stream: Readable) {
    this.#chunks = stream.iterator({ destroyOnReturn: false });
  }

  async take(bytes: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    for await (const part of this.stream(bytes)) parts.push(part);
    return Buffer.concat(parts);
  }

  /** The next bytes in pieces, as they come. */
  async *stream(bytes: number): AsyncGenerator<Buffer, void> {
    for (let missing = bytes; missing > 0; ) {
      if (this.#rest.length === 0) {
        const { value, done } = await this.#chunks.next();
        if (done) throw new Error('the archive is not complete');
        this.#rest = value;
      }
      const part = this.#rest.subarray(0, missing);
      this.#rest = this.#rest.subarray(part.length);
      missing -= part.length;
      yield part;
    }
  }
}
