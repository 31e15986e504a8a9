import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { crc32 } from 'node:zlib';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { TableFileError } from '../table-file-error.ts';
import { TABLE_LIMITS } from '../table-limits.ts';
import { XmlError } from './xml-scanner.ts';

/** The parts of an OOXML package. Names are case-insensitive keys (ECMA-376 part 2, 6.2.2), never file paths. */
export type Archive = {
  has(part: string): boolean;
  /** Streams the text of a part of at most `maxBytes` inflated. Throws TableFileError. */
  text(part: string, maxBytes: number): AsyncGenerator<string>;
  close(): void;
};

const MIB = 1_048_576;

/** Opens a zip and checks its directory before anything is inflated. Throws TableFileError. */
export async function openArchive(path: string): Promise<Archive> {
  const zip = await openPromise(path, { autoClose: false }).catch(throwAsDamaged);
  const parts = await readDirectory(zip).catch((error: unknown) => {
    zip.close();
    return throwAsDamaged(error);
  });
  let inflated = 0;
  const count = (bytes: number) => {
    inflated += bytes;
    if (inflated > TABLE_LIMITS.unpackedBytes) throw tooLargeError();
  };
  return {
    has: (part) => parts.has(part.toLowerCase()),
    text: async function* (part, maxBytes) {
      const entry = parts.get(part.toLowerCase());
      if (!entry) throw new TableFileError('damaged');
      if (entry.uncompressedSize > maxBytes) throw tooLargeError(maxBytes);
      yield* streamText(zip, entry, count);
    },
    close: () => zip.close(),
  };
}

async function readDirectory(zip: ZipFile): Promise<Map<string, Entry>> {
  const parts = new Map<string, Entry>();
  if (zip.entryCount > TABLE_LIMITS.parts) throw tooLargeError();
  let declared = 0;
  for await (const entry of zip.eachEntry()) {
    declared += entry.uncompressedSize;
    const compressed = Math.max(entry.compressedSize, 1);
    const isBomb =
      entry.uncompressedSize >= TABLE_LIMITS.ratioFromBytes && entry.uncompressedSize / compressed > TABLE_LIMITS.ratio;
    if (declared > TABLE_LIMITS.unpackedBytes || isBomb) throw tooLargeError();
    if (entry.isEncrypted()) throw new TableFileError('password');
    parts.set(entry.fileName.toLowerCase(), entry);
  }
  return parts;
}

/** yauzl throws on a wrong size; the CRC is checked here. */
async function* streamText(zip: ZipFile, entry: Entry, count: (bytes: number) => void): AsyncGenerator<string> {
  const stream: Readable = await zip.openReadStreamPromise(entry).catch(throwAsDamaged);
  const decoder = new StringDecoder('utf8');
  let sum = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      count(chunk.length);
      sum = crc32(chunk, sum);
      yield decoder.write(chunk);
    }
  } catch (error) {
    throwAsDamaged(error);
  }
  if (sum !== entry.crc32) throw new TableFileError('damaged');
  yield decoder.end();
}

/** An error of the zip or its XML is a fault of the file; a system error is not. */
export function throwAsDamaged(error: unknown): never {
  if (error instanceof TableFileError || (error instanceof Error && 'syscall' in error)) throw error;
  if (error instanceof XmlError || error instanceof Error) throw new TableFileError('damaged', {}, error);
  throw error;
}

function tooLargeError(bytes: number = TABLE_LIMITS.unpackedBytes): TableFileError {
  return new TableFileError('tooLarge', { max: Math.round(bytes / MIB) });
}
