import { CodecError, Writer } from '../codec/index.ts';
import { type CipherKeys, cipher } from './cipher.ts';
import { crc16 } from './crc.ts';
import { type Header, type HeaderInput, headerBytes, OUTSIDE, readHeader, writeHeader } from './header.ts';
import type { Revision } from './revision.ts';

export const FRAME_START = 0x5b;
export const FRAME_END = 0x5d;
/** Byte in the frame -> its escape between the flags (JT/T 809 4.3.5). */
const ESCAPES: Readonly<Record<number, readonly [number, number]>> = {
  91: [0x5a, 0x01],
  90: [0x5a, 0x02],
  93: [0x5e, 0x01],
  94: [0x5e, 0x02],
};
const UNESCAPED: Readonly<Record<number, number>> = Object.fromEntries(
  Object.entries(ESCAPES).map(([plain, [first, which]]) => [(first << 8) | which, Number(plain)]),
);

/** Why bytes between two flags are no frame. */
export type BadFrameReason = 'garbage' | 'oversized' | 'escape' | 'short' | 'checksum' | 'length';

/** Wire settings of the other platform. */
export type Wire = {
  readonly revision: Revision;
  /** For encrypted bodies; null where none were agreed. */
  readonly keys: CipherKeys | null;
};

/** Flags around, escapes within. */
const escaped = (plain: Uint8Array): Uint8Array => {
  let extra = 0;
  for (const b of plain) if (b in ESCAPES) extra++;
  const out = new Uint8Array(plain.length + extra + 2);
  let n = 0;
  out[n++] = FRAME_START;
  for (const b of plain) {
    const pair = ESCAPES[b];
    if (pair === undefined) out[n++] = b;
    else {
      out[n++] = pair[0];
      out[n++] = pair[1];
    }
  }
  out[n] = FRAME_END;
  return out;
};

/** Bytes between two flags, unescaped; null where an escape byte is followed by none of its two. */
const unescaped = (b: Uint8Array): Uint8Array | null => {
  const out = new Uint8Array(b.length);
  let n = 0;
  for (let i = 0; i < b.length; i++) {
    const byte = b[i]!;
    if (byte !== 0x5a && byte !== 0x5e) {
      out[n++] = byte;
      continue;
    }
    const plain = UNESCAPED[(byte << 8) | (b[++i] ?? 0)];
    if (plain === undefined) return null;
    out[n++] = plain;
  }
  return out.subarray(0, n);
};

/** A frame that was received: its body is decrypted, and a copy. */
export type Frame = { readonly header: Header; readonly body: Uint8Array };

/** Parses the bytes between two flags, or returns why they are no frame. An encrypted body without keys stays encrypted. */
export const readFrame = (between: Uint8Array, { revision, keys }: Wire): Frame | BadFrameReason => {
  const plain = unescaped(between);
  if (plain === null) return 'escape';
  const end = plain.length - 2;
  if (end < headerBytes(revision)) return 'short';
  if (crc16(plain, 0, end) !== ((plain[end]! << 8) | plain[end + 1]!)) return 'checksum';
  const header = readHeader(plain, revision);
  if (header.length !== plain.length + 2) return 'length';
  const body = plain.slice(headerBytes(revision), end);
  if (header.encrypted === 1 && keys !== null) cipher(body, header.key, keys);
  return { header, body };
};

/** One whole frame with its flags. Throws CodecError whose detail starts with the reason. For a stream use Framer. */
export const decodeFrame = (bytes: Uint8Array, wire: Wire): Frame => {
  const last = bytes.length - 1;
  if (last < 1 || bytes[0] !== FRAME_START || bytes[last] !== FRAME_END)
    throw new CodecError('garbage: no flag before and after');
  const frame = readFrame(bytes.subarray(1, last), wire);
  if (typeof frame === 'string') throw new CodecError(`${frame}: not a frame`);
  return frame;
};

/**
 * The wire form of one frame; the body is encrypted if the header says so. Throws CodecError for values that do not fit, and
 * for an encrypted body without keys.
 */
export const encodeFrame = (header: HeaderInput, body: Uint8Array, { revision, keys }: Wire): Uint8Array => {
  const w = new Writer(revision, body.length + headerBytes(revision) + OUTSIDE);
  writeHeader(w, header, body.length);
  const at = w.at;
  w.append(body);
  if (header.encrypted === 1) {
    if (keys === null) throw new CodecError('an encrypted frame needs keys');
    cipher(w.bytes.subarray(at, w.at), header.key ?? 0, keys);
  }
  const crc = crc16(w.bytes, 0, w.at);
  w.append(Uint8Array.of(crc >> 8, crc));
  return escaped(w.bytes.subarray(0, w.at));
};
