import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { crc32 } from 'node:zlib';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { TableFileError } from '../table-file-error.ts';
import { TABLE_LIMITS } from '../table-limits.ts';
import { XmlError } from './xml-scanner.ts';

/** The parts of an OOXML package. Names are keys only, compared without case (ECMA-376 part 2, 6.2.2); nothing is ever unpacked to a path. */
export type Archive = {
  has(part: string): boolean;
  /** The text of a part, piece by piece; of at most `maxBytes` unpacked. Throws TableFileError. */
  text(part: string, maxBytes: number): AsyncGenerator<string>;
  close(): void;
};

const MIB = 1_048_576;

/** Opens a zip and looks through its list of parts before anything is unpacked. Throws TableFileError. */
export async function openArchive(path: string): Promise<Archive> {
  const zip = await openPromise(path, { autoClose: false }).catch(damaged);
  const parts = await listOf(zip).catch((error: unknown) => {
    zip.close();
    return damaged(error);
  });
  let unpacked = 0;
  const count = (bytes: number) => {
    unpacked += bytes;
    if (unpacked > TABLE_LIMITS.unpackedBytes) throw tooLarge();
  };
  return {
    has: (part) => parts.has(part.toLowerCase()),
    text: async function* (part, maxBytes) {
      const entry = parts.get(part.toLowerCase());
      if (!entry) throw new TableFileError('damaged');
      if (entry.uncompressedSize > maxBytes) throw tooLarge(maxBytes);
      yield* textOf(zip, entry, count);
    },
    close: () => zip.close(),
  };
}

async function listOf(zip: ZipFile): Promise<Map<string, Entry>> {
  const parts = new Map<string, Entry>();
  if (zip.entryCount > TABLE_LIMITS.parts) throw tooLarge();
  let declared = 0;
  for await (const entry of zip.eachEntry()) {
    declared += entry.uncompressedSize;
    const packed = Math.max(entry.compressedSize, 1);
    const dense = entry.uncompressedSize >= TABLE_LIMITS.ratioFromBytes && entry.uncompressedSize / packed > TABLE_LIMITS.ratio;
    if (declared > TABLE_LIMITS.unpackedBytes || dense) throw tooLarge();
    if (entry.isEncrypted()) throw new TableFileError('password');
    parts.set(entry.fileName.toLowerCase(), entry);
  }
  return parts;
}

/** The reading of the entry stops with an error where it holds more or less than it says (yauzl), or something else (its CRC). */
async function* textOf(zip: ZipFile, entry: Entry, count: (bytes: number) => void): AsyncGenerator<string> {
  const stream: Readable = await zip.openReadStreamPromise(entry).catch(damaged);
  const decoder = new StringDecoder('utf8');
  let sum = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      count(chunk.length);
      sum = crc32(chunk, sum);
      yield decoder.write(chunk);
    }
  } catch (error) {
    damaged(error);
  }
  if (sum !== entry.crc32) throw new TableFileError('damaged');
  yield decoder.end();
}

/** Whatever the reading of a zip or of XML throws is the file's fault; what the disk throws is not. */
export function damaged(error: unknown): never {
  if (error instanceof TableFileError || (error instanceof Error && 'syscall' in error)) throw error;
  if (error instanceof XmlError || error instanceof Error) throw new TableFileError('damaged', {}, error);
  throw error;
}

function tooLarge(bytes: number = TABLE_LIMITS.unpackedBytes): TableFileError {
  return new TableFileError('tooLarge', { max: Math.round(bytes / MIB) });
}
