import { CodecError, Writer } from '../codec/index.ts';
import { type Dialect, STANDARD_WIRE, type Wire } from './dialects.ts';
import { type Header, type HeaderInput, headerFault, readHeader, sliceBody, writeHeader } from './header.ts';

/**
 * Why bytes are no frame: `garbage` before the first flag, `oversized` without a flag for too long,
 * `checksum` wrong, `short` of a header, declared `length` not the actual one.
 */
export type BadFrameReason = 'garbage' | 'oversized' | 'checksum' | 'short' | 'length';

/** Copies bytes unescaped to `out`; returns their number. An escape byte followed by neither 01 nor 02 is copied unchanged. */
export const unescapeInto = (
  from: Uint8Array,
  start: number,
  end: number,
  out: Uint8Array,
  wire: Wire = STANDARD_WIRE,
): number => {
  let n = 0;
  for (let i = start; i < end; i++) {
    const b = from[i]!;
    if (b === wire.escape && i + 1 < end) {
      const next = from[i + 1]!;
      if (next === 1 || next === 2) {
        out[n++] = next === 1 ? wire.escape : wire.flag;
        i++;
        continue;
      }
    }
    out[n++] = b;
  }
  return n;
};

/** The checksum of JT/T 808 4.4.4: all bytes XORed. */
const xor = (b: Uint8Array, from: number, to: number): number => {
  let sum = 0;
  for (let i = from; i < to; i++) sum ^= b[i]!;
  return sum;
};

/** Why unescaped bytes with their checksum (no flags) are no frame, or null when they are one. */
export const frameFault = (b: Uint8Array, dialect?: Dialect): BadFrameReason | null => {
  // A damaged frame has at least id, properties and checksum.
  if (b.length < 5) return 'short';
  if (xor(b, 0, b.length) !== 0) return 'checksum';
  return headerFault(b, dialect, b.length - 1);
};

const allocateBytes = (bytes: number): Uint8Array => new Uint8Array(bytes);

/** Flags around, escapes within, checksum before the last flag. */
export const escapeFrame = (frame: Uint8Array, wire: Wire = STANDARD_WIRE, allocate = allocateBytes): Uint8Array => {
  const sum = xor(frame, 0, frame.length);
  let extra = 0;
  for (let i = 0; i <= frame.length; i++) {
    const b = i < frame.length ? frame[i]! : sum;
    if (b === wire.flag || b === wire.escape) extra++;
  }
  const out = allocate(frame.length + 3 + extra);
  let n = 0;
  out[n++] = wire.flag;
  for (let i = 0; i <= frame.length; i++) {
    const b = i < frame.length ? frame[i]! : sum;
    if (b === wire.flag) {
      out[n++] = wire.escape;
      out[n++] = 2;
    } else if (b === wire.escape) {
      out[n++] = wire.escape;
      out[n++] = 1;
    } else out[n++] = b;
  }
  out[n] = wire.flag;
  return out;
};

/** The wire form of one frame. Throws CodecError for what does not fit. */
export const encodeFrame = (header: HeaderInput, body: Uint8Array, dialect?: Dialect): Uint8Array => {
  const w = new Writer(header.version, body.length + 24);
  writeHeader(w, header, body.length, dialect);
  w.append(body);
  return escapeFrame(w.bytes.subarray(0, w.at), dialect?.wire);
};

/**
 * One whole frame, flags included, as a UDP datagram brings it (or a test). Throws CodecError whose detail starts
 * with the reason. For bytes that may hold several frames use Framer.
 */
export const decodeFrame = (bytes: Uint8Array, dialect?: Dialect): { header: Header; body: Uint8Array; frame: Uint8Array } => {
  const wire = dialect?.wire ?? STANDARD_WIRE;
  let start = 0;
  let end = bytes.length;
  while (start < end && bytes[start] === wire.flag) start++;
  while (end > start && bytes[end - 1] === wire.flag) end--;
  if (start === 0 || end === bytes.length) throw new CodecError('garbage: no flag before and after');
  const out = new Uint8Array(end - start);
  const plain = out.subarray(0, unescapeInto(bytes, start, end, out, wire));
  const fault = frameFault(plain, dialect);
  if (fault !== null) throw new CodecError(`${fault}: not a frame`);
  const frame = plain.subarray(0, plain.length - 1);
  const header = readHeader(frame, dialect);
  return { header, body: sliceBody(frame, header), frame };
};
