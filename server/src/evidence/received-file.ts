import { createHash, type Hash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ByteRanges } from './byte-ranges.ts';
import type { UploadedFile } from './upload-desk.ts';

/** Gaps of one 0x9212. */
const MAX_GAPS = 255;

/** A file that grows in the work folder, in chunks of any order. */
export class ReceivedFile {
  readonly claim: UploadedFile;
  readonly path: string;
  /** Times that its gaps were requested. */
  gapRequests = 0;
  readonly #file: FileHandle;
  readonly #ranges = new ByteRanges();
  /** Of the bytes so far, while they come in their order. */
  #hash: Hash | undefined = createHash('sha256');
  #hashedBytes = 0;

  private constructor(claim: UploadedFile, path: string, file: FileHandle) {
    this.claim = claim;
    this.path = path;
    this.#file = file;
  }

  static async create(folder: string, claim: UploadedFile): Promise<ReceivedFile> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, randomUUID());
    return new ReceivedFile(claim, path, await open(path, 'wx', 0o600));
  }

  /** Number of separate ranges. */
  get ranges(): number {
    return this.#ranges.count;
  }

  /** Writes a chunk; what lies behind the announced size is dropped. */
  async write(offset: number, data: Uint8Array): Promise<void> {
    const end = Math.min(offset + data.length, this.claim.sizeBytes);
    if (end > offset) this.#digestNext(offset, data.subarray(0, end - offset));
    let at = offset;
    while (at < end) at += (await this.#file.write(data, at - offset, end - at, at)).bytesWritten;
    this.#ranges.add(offset, end);
  }

  /** A chunk that does not follow the last one leaves the digest to be computed from the whole file. */
  #digestNext(offset: number, data: Uint8Array): void {
    if (offset !== this.#hashedBytes) this.#hash = undefined;
    this.#hash?.update(data);
    this.#hashedBytes += data.length;
  }

  /** SHA-256 of the whole file; undefined: its chunks came in another order. Call it once. */
  digest(): Buffer | undefined {
    return this.#hashedBytes === this.claim.sizeBytes ? this.#hash?.digest() : undefined;
  }

  findGaps() {
    return this.#ranges.findGaps(this.claim.sizeBytes, MAX_GAPS);
  }

  /** Call before the file is taken away. */
  close(): Promise<void> {
    return this.#file.close();
  }

  async discard(): Promise<void> {
    await this.#file.close().catch(() => undefined);
    await rm(this.path, { force: true });
  }
}
