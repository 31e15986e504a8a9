import { CodecError } from './error.ts';

/** Encoding of texts on the wire; the standards say GBK. */
export type TextEncoding = 'gbk' | 'utf8';

/** A place in bytes that are being read. One is made for each message; nested readers move its `end` and put it back. */
export class Reader {
  readonly bytes: Uint8Array;
  /** Offset of the next byte. */
  at: number;
  /** Offset behind the last byte that may be read. */
  end: number;
  /** The protocol's revision, for fields that depend on it; a body may correct it (2011 shows only there). */
  version: number;
  /** Errors of items that stay as bytes; null: none. */
  faults: CodecError[] | null = null;
  textEncoding: TextEncoding = 'gbk';
  /** Whether a text that was read as GBK is UTF-8 by its bytes. */
  sawUtf8 = false;
  readonly #base: number;

  constructor(bytes: Uint8Array, version = 0, at = 0, end = bytes.length) {
    this.bytes = bytes;
    this.version = version;
    this.at = at;
    this.end = end;
    this.#base = at;
  }

  get left(): number {
    return this.end - this.at;
  }

  /** Moves over n bytes and returns where they start; throws CodecError when fewer are left. */
  skip(n: number): number {
    const at = this.at;
    if (n > this.end - at) throw this.error(`needs ${n} byte${n === 1 ? '' : 's'}, ${this.end - at} left`);
    this.at = at + n;
    return at;
  }

  /** A fault at the present place. */
  error(detail: string): CodecError {
    return new CodecError(detail, this.at - this.#base);
  }
}

/** Bytes that are being written; grows as needed. */
export class Writer {
  bytes: Uint8Array;
  /** Number of bytes written. */
  at = 0;
  textEncoding: TextEncoding = 'gbk';
  readonly version: number;

  constructor(version = 0, capacity = 64) {
    this.bytes = new Uint8Array(capacity);
    this.version = version;
  }

  /** Makes room for n bytes and returns where they start. */
  reserve(n: number): number {
    const at = this.at;
    const needed = at + n;
    if (needed > this.bytes.length) {
      const grown = new Uint8Array(Math.max(needed, this.bytes.length * 2));
      grown.set(this.bytes.subarray(0, at));
      this.bytes = grown;
    }
    this.at = needed;
    return at;
  }

  append(bytes: Uint8Array): void {
    const at = this.reserve(bytes.length);
    this.bytes.set(bytes, at);
  }

  /** The written bytes, as a copy of exact size. */
  done(): Uint8Array {
    return this.bytes.slice(0, this.at);
  }
}
