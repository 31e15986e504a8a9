import { type Codec, codec, NO_PARENT } from './codec.ts';
import type { Reader, Writer } from './cursor.ts';
import { CodecError } from './error.ts';
import { decodeText, encodeText, isUtf8 } from './gbk.ts';

/** Bytes as they are, copied: n of them, or all that are left. */
export const bytes = (n: number | 'rest'): Codec<Uint8Array> =>
  codec(
    n === 'rest' ? -1 : n,
    (r) => {
      const length = n === 'rest' ? r.left : n;
      const at = r.skip(length);
      return r.bytes.slice(at, at + length);
    },
    (v, w) => {
      if (n !== 'rest' && v.length !== n) throw new CodecError(`takes ${n} bytes, got ${v.length}`);
      w.append(v);
    },
  );

const HEX: readonly string[] = Array.from({ length: 256 }, (_, i) => i.toString(16).padStart(2, '0'));

/** Lower-case hex digits of some bytes: BCD without assumptions about its nibbles. */
export const hexDigits = (b: Uint8Array, from: number, to: number): string => {
  let text = '';
  for (let i = from; i < to; i++) text += HEX[b[i]!]!;
  return text;
};

const nibble = (c: number): number => {
  if (c >= 48 && c <= 57) return c - 48;
  if (c >= 97 && c <= 102) return c - 87;
  if (c >= 65 && c <= 70) return c - 55;
  return -1;
};

/** Writes digits as packed nibbles, padded with 0 on the left. Throws CodecError for other characters or too many. */
export const putDigits = (w: Writer, digits: string, n: number): void => {
  const missing = n * 2 - digits.length;
  if (missing < 0) throw new CodecError(`takes ${n * 2} digits, got ${digits.length}`);
  const at = w.reserve(n);
  w.bytes.fill(0, at, at + n);
  for (let i = 0; i < digits.length; i++) {
    const value = nibble(digits.charCodeAt(i));
    if (value < 0) throw new CodecError(`"${digits}" is not made of digits`);
    const place = missing + i;
    const index = at + (place >> 1);
    w.bytes[index] = w.bytes[index]! | (place & 1 ? value : value << 4);
  }
};

/** BCD[n] as 2n digits. Nibbles above 9 stay as a-f, so nothing is lost. */
export const bcd = (n: number): Codec<string> =>
  codec(
    n,
    (r) => {
      const at = r.skip(n);
      return hexDigits(r.bytes, at, at + n);
    },
    (v, w) => putDigits(w, v, n),
  );

/** Text between its padding: 0x00 always; spaces too where the width is fixed. Both sides, as makers pad on either. */
const trimmed = (r: Reader, from: number, to: number, spaces: boolean): string => {
  const b = r.bytes;
  let start = from;
  let end = to;
  while (end > start && (b[end - 1] === 0 || (spaces && b[end - 1] === 0x20))) end--;
  while (start < end && (b[start] === 0 || (spaces && b[start] === 0x20))) start++;
  if (r.textEncoding === 'gbk' && !r.sawUtf8 && isUtf8(b, start, end)) r.sawUtf8 = true;
  return decodeText(b, start, end, r.textEncoding);
};

/**
 * STR: text, in GBK unless the reader or writer says otherwise. A number is a fixed width, padded with 0x00 on the right when written;
 * 'rest' reads to the end; a codec reads a prefix that counts the bytes.
 */
export const gbk = (width: number | 'rest' | Codec<number>): Codec<string> => {
  if (width === 'rest') {
    return codec(
      -1,
      (r) => {
        const n = r.left;
        const at = r.skip(n);
        return trimmed(r, at, at + n, false);
      },
      (v, w) => w.append(encodeText(v, w.textEncoding)),
    );
  }
  if (typeof width === 'number') {
    return codec(
      width,
      (r) => {
        const at = r.skip(width);
        return trimmed(r, at, at + width, true);
      },
      (v, w) => {
        const encoded = encodeText(v, w.textEncoding);
        if (encoded.length > width) throw new CodecError(`takes ${width} bytes of text, got ${encoded.length}`);
        const at = w.reserve(width);
        w.bytes.fill(0, at, at + width);
        w.bytes.set(encoded, at);
      },
    );
  }
  return codec(
    -1,
    (r) => {
      const n = width.read(r, NO_PARENT);
      const at = r.skip(n);
      return trimmed(r, at, at + n, false);
    },
    (v, w) => {
      const encoded = encodeText(v, w.textEncoding);
      width.write(encoded.length, w, NO_PARENT);
      w.append(encoded);
    },
  );
};
