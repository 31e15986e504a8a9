import { CodecError, decodeGbk, encodeGbk } from '../codec/index.ts';
import { decodeFrame } from '../jt808/frame.ts';
import { MAX_FRAME_BYTES } from '../jt808/framer.ts';

/** Starts a chunk of a file: ASCII `01cd` (T/JSATL 12-2017 table 4-25). */
const MAGIC = [0x30, 0x31, 0x63, 0x64] as const;
export const CHUNK_NAME_BYTES = 50;
const OFFSET_AT = MAGIC.length + CHUNK_NAME_BYTES;
const LENGTH_AT = OFFSET_AT + 4;
const HEAD_BYTES = LENGTH_AT + 4;
const FLAG = 0x7e;

export type AttachmentEvent =
  | ({ readonly type: 'frame' } & ReturnType<typeof decodeFrame>)
  /** Bytes of a file from `offset`. A chunk arrives as one or more of these. */
  | { readonly type: 'data'; readonly name: string; readonly offset: number; readonly data: Uint8Array }
  | { readonly type: 'bad'; readonly reason: string; readonly bytes: number };

/** What begins at a boundary, with its bytes; undefined: more are needed. */
type Start = { readonly kind: 'frame' | 'flag' | 'head' | 'garbage'; readonly bytes: number } | undefined;

/**
 * Splits the stream of an attachment connection: frames of JT/T 808, and chunks of files, which are neither escaped nor checked. Holds
 * at most one unfinished frame or head. The data of an event are valid until the next `push`.
 */
export class AttachmentFramer {
  #held: Uint8Array = new Uint8Array(0);
  #chunk: { readonly name: string; readonly offset: number; readonly left: number } | undefined;

  /** The events of the next bytes of the stream. Read them to the end. */
  *push(chunk: Uint8Array): Generator<AttachmentEvent> {
    const bytes = this.#held.length > 0 ? concat(this.#held, chunk) : chunk;
    this.#held = new Uint8Array(0);
    for (let at = 0; at < bytes.length; ) {
      if (this.#chunk) {
        const { name, offset, left } = this.#chunk;
        const data = bytes.subarray(at, at + left);
        at += data.length;
        this.#chunk = data.length < left ? { name, offset: offset + data.length, left: left - data.length } : undefined;
        yield { type: 'data', name, offset, data };
        continue;
      }
      const start = findStart(bytes, at);
      if (start === undefined) {
        this.#held = bytes.slice(at);
        return;
      }
      const part = bytes.subarray(at, at + start.bytes);
      at += start.bytes;
      if (start.kind === 'head') this.#chunk = readHead(part);
      else if (start.kind === 'frame') yield readFrame(part);
      else if (start.kind === 'garbage') yield { type: 'bad', reason: 'garbage', bytes: part.length };
    }
  }
}

function findStart(bytes: Uint8Array, at: number): Start {
  if (bytes[at] === FLAG) {
    const end = bytes.indexOf(FLAG, at + 1);
    if (end < 0) return bytes.length - at > MAX_FRAME_BYTES ? { kind: 'garbage', bytes: bytes.length - at } : undefined;
    // two flags in a row: the second one starts a frame
    return end === at + 1 ? { kind: 'flag', bytes: 1 } : { kind: 'frame', bytes: end + 1 - at };
  }
  if (isMagic(bytes, at)) return bytes.length - at < HEAD_BYTES ? undefined : { kind: 'head', bytes: HEAD_BYTES };
  let end = at + 1;
  while (end < bytes.length && bytes[end] !== FLAG && !isMagic(bytes, end)) end++;
  return { kind: 'garbage', bytes: end - at };
}

/** Whether the magic, or as much of it as `bytes` has left, stands at `at`. */
const isMagic = (bytes: Uint8Array, at: number): boolean =>
  MAGIC.every((byte, i) => at + i >= bytes.length || bytes[at + i] === byte);

function readHead(head: Uint8Array) {
  const view = new DataView(head.buffer, head.byteOffset, head.length);
  let end = OFFSET_AT;
  while (end > MAGIC.length && head[end - 1] === 0) end--;
  const left = view.getUint32(LENGTH_AT);
  return left === 0 ? undefined : { name: decodeGbk(head, MAGIC.length, end), offset: view.getUint32(OFFSET_AT), left };
}

/** A chunk of a file. Throws CodecError for a name that does not fit. */
export function encodeChunk(name: string, offset: number, data: Uint8Array): Uint8Array {
  const encoded = encodeGbk(name);
  if (encoded.length > CHUNK_NAME_BYTES) throw new CodecError(`takes ${CHUNK_NAME_BYTES} bytes of text, got ${encoded.length}`);
  const out = new Uint8Array(HEAD_BYTES + data.length);
  out.set(MAGIC);
  out.set(encoded, MAGIC.length);
  const view = new DataView(out.buffer);
  view.setUint32(OFFSET_AT, offset);
  view.setUint32(LENGTH_AT, data.length);
  out.set(data, HEAD_BYTES);
  return out;
}

function readFrame(bytes: Uint8Array): AttachmentEvent {
  try {
    return { type: 'frame', ...decodeFrame(bytes) };
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    return { type: 'bad', reason: 'frame', bytes: bytes.length };
  }
}

function concat(one: Uint8Array, other: Uint8Array): Uint8Array {
  const out = new Uint8Array(one.length + other.length);
  out.set(one);
  out.set(other, one.length);
  return out;
}
