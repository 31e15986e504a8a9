import { type FileHandle, open, readFile, rm, stat } from 'node:fs/promises';
import {
  type IndexedSample,
  type IndexHeader,
  MEDIA_AT,
  type Mp4Index,
  readIndex,
  writeIndexBox,
  writeIndexHeader,
  writeIndexRows,
} from './mp4-index.ts';
import { durationOf, writeMediaHeader, writeMovie } from './mp4-tables.ts';

/** A whole MP4 file. */
export type WholeFile = Pick<IndexHeader, 'startedAt' | 'codec' | 'width' | 'height'> & {
  readonly endedAt: number;
  readonly bytes: number;
};

/** The index of a file that grows. */
const indexPathOf = (path: string): string => `${path}.index`;

/** An MP4 that grows. Its samples are written to the file, their rows to the index after them; moov follows at the end. */
export class RecordedFile {
  readonly #path: string;
  readonly #header: IndexHeader;
  readonly #samples: IndexedSample[] = [];
  #media: FileHandle | undefined;
  #index: FileHandle | undefined;
  #work: Promise<void>;
  #fault: Error | undefined;
  /** Bytes that are not written yet. */
  pending = 0;

  constructor(path: string, header: IndexHeader) {
    this.#path = path;
    this.#header = header;
    this.#work = this.#start();
    this.#work.catch((error: Error) => {
      this.#fault = error;
    });
  }

  /** Why it cannot be written. */
  get fault(): Error | undefined {
    return this.#fault;
  }

  append(samples: readonly IndexedSample[], data: readonly Uint8Array[]): void {
    const bytes = data.reduce((sum, { length }) => sum + length, 0);
    this.pending += bytes;
    this.#enqueue(async () => {
      await writeAll(this.#media!, Buffer.concat(data));
      await writeAll(this.#index!, writeIndexRows(samples));
      this.#samples.push(...samples);
      this.pending -= bytes;
    });
  }

  /** Writes what is missing; what was written before a fault is a whole file, too. Rejects if this cannot be written. */
  async finish(): Promise<WholeFile> {
    await this.#work.catch(() => undefined);
    await this.#close();
    return completeFile(this.#path, { header: this.#header, samples: this.#samples });
  }

  async #start(): Promise<void> {
    this.#index = await open(indexPathOf(this.#path), 'wx', 0o600);
    await writeAll(this.#index, writeIndexHeader(this.#header));
    this.#media = await open(this.#path, 'wx', 0o600);
    await writeAll(this.#media, writeMediaHeader(0));
  }

  #enqueue(step: () => Promise<void>): void {
    this.#work = this.#work.then(step);
    this.#work.catch((error: Error) => {
      this.#fault ??= error;
    });
  }

  async #close(): Promise<void> {
    await this.#media?.close();
    await this.#index?.close();
  }
}

async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; ) at += (await file.write(bytes, at)).bytesWritten;
}

/** Makes a whole file of samples that were written. The index stays, so that it can be made again. */
async function completeFile(path: string, { header, samples: written }: Mp4Index): Promise<WholeFile> {
  const { size } = await stat(path);
  const samples: IndexedSample[] = [];
  let end = MEDIA_AT;
  for (const sample of written) {
    if (end + sample.bytes > size) break;
    end += sample.bytes;
    samples.push(sample);
  }
  const file = await open(path, 'r+');
  try {
    await file.truncate(end);
    const tail = Buffer.concat([writeMovie({ header, samples }), writeIndexBox({ header, samples })]);
    await file.write(tail, 0, tail.length, end);
    const head = writeMediaHeader(end - MEDIA_AT);
    await file.write(head, 0, head.length, 0);
    const { startedAt, codec, width, height } = header;
    const endedAt = startedAt + durationOf(samples, 'video');
    return { startedAt, endedAt, codec, width, height, bytes: end + tail.length };
  } finally {
    await file.close();
  }
}

/** Finishes a file whose process ended; undefined: there is nothing to show. */
export async function recoverFile(path: string): Promise<WholeFile | undefined> {
  const bytes = await readFile(indexPathOf(path)).catch(() => undefined);
  const index = bytes && readIndex(bytes);
  return index && index.samples.length > 0 ? completeFile(path, index) : undefined;
}

/** Removes a file and its index, as far as they are there. */
export async function discardFile(path: string): Promise<void> {
  for (const each of [path, indexPathOf(path)]) await rm(each, { force: true });
}
