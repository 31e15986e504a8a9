import type { Readable } from 'node:stream';

/** A file of a tar archive, small enough for memory. */
export type TarEntry = { readonly name: string; readonly content: Buffer };

const BLOCK_BYTES = 512;
const MAX_NAME_BYTES = 100;
/** Places of the fields in a header (POSIX.1-1988, ustar). */
const FIELDS = { mode: 100, uid: 108, gid: 116, size: 124, mtime: 136, checksum: 148, type: 156, magic: 257 } as const;
const SIZE_DIGITS = 11;
const CHECKSUM_BYTES = 8;

/** The bytes of one file in an archive: header, content and padding. Throws RangeError on a name that does not fit. */
export function encodeTarEntry({ name, content }: TarEntry, now: number): Buffer {
  if (Buffer.byteLength(name) > MAX_NAME_BYTES) throw new RangeError(`the name is too long for an archive: ${name}`);
  const header = Buffer.alloc(BLOCK_BYTES);
  header.write(name);
  header.write('0000600\0', FIELDS.mode);
  header.write('0000000\0', FIELDS.uid);
  header.write('0000000\0', FIELDS.gid);
  header.write(octal(content.length), FIELDS.size);
  header.write(octal(Math.floor(now / 1000)), FIELDS.mtime);
  header.write('0', FIELDS.type);
  header.write('ustar\x0000', FIELDS.magic);
  header.write(`${checksum(header).toString(8).padStart(6, '0')}\0 `, FIELDS.checksum);
  return Buffer.concat([header, content, Buffer.alloc(padding(content.length))]);
}

/** Two empty blocks end an archive. */
export const TAR_END = Buffer.alloc(2 * BLOCK_BYTES);

/** The files of an archive in their order. Throws if it is damaged, or ends before its end mark. */
export async function* readTar(archive: Readable): AsyncGenerator<TarEntry, void> {
  const read = reader(archive);
  for (;;) {
    const header = await read(BLOCK_BYTES);
    if (header.every((byte) => byte === 0)) break;
    if (Number.parseInt(header.toString('latin1', FIELDS.checksum, FIELDS.checksum + CHECKSUM_BYTES), 8) !== checksum(header))
      throw new Error('the archive is damaged');
    const [name = ''] = header.toString('utf8', 0, MAX_NAME_BYTES).split('\0');
    const size = Number.parseInt(header.toString('latin1', FIELDS.size, FIELDS.size + SIZE_DIGITS), 8);
    const content = await read(size);
    await read(padding(size));
    yield { name, content };
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
function reader(stream: Readable): (bytes: number) => Promise<Buffer> {
  const chunks = stream.iterator({ destroyOnReturn: false });
  let rest: Buffer[] = [];
  let size = 0;
  return async (bytes) => {
    while (size < bytes) {
      const { value, done } = await chunks.next();
      if (done) throw new Error('the archive is not complete');
      rest.push(value as Buffer);
      size += (value as Buffer).length;
    }
    const whole = rest.length === 1 ? rest[0]! : Buffer.concat(rest);
    rest = [whole.subarray(bytes)];
    size -= bytes;
    return whole.subarray(0, bytes);
  };
}
