import { type Codec, CodecError, codec, gbk, hexDigits, putDigits, struct, u8, u16, u32 } from '../codec/index.ts';

const HIGH = 2 ** 32;

/** A time: eight bytes, epoch seconds (UTC). Throws CodecError when written beyond 2^53. */
export const utc: Codec<number> = codec(
  8,
  (r, parent) => {
    const high = u32.read(r, parent);
    return high * HIGH + u32.read(r, parent);
  },
  (seconds, w, parent) => {
    if (!Number.isSafeInteger(seconds) || seconds < 0) throw new CodecError(`${String(seconds)} is no time in whole seconds`);
    u32.write(Math.floor(seconds / HIGH), w, parent);
    u32.write(seconds % HIGH, w, parent);
  },
);

const isPrintable = (b: Uint8Array, from: number, to: number): boolean => {
  let end = to;
  while (end > from && b[end - 1] === 0) end--;
  for (let i = from; i < end; i++) if (b[i]! < 0x20 || b[i]! > 0x7e) return false;
  return true;
};

const PRINTABLE = /^[\x20-\x7e]*$/;

/**
 * An identifier of fixed width. The standard means text, padded with 0x00; some platforms send a number instead: such bytes
 * become `0x` and their hex digits, and are written back unchanged. Throws CodecError for a text too long or beyond ASCII.
 */
export const identifier = (width: number): Codec<string> =>
  codec(
    width,
    (r) => {
      const at = r.skip(width);
      if (!isPrintable(r.bytes, at, at + width)) return `0x${hexDigits(r.bytes, at, at + width)}`;
      let text = '';
      for (let i = at; i < at + width && r.bytes[i] !== 0; i++) text += String.fromCharCode(r.bytes[i]!);
      return text;
    },
    (text, w) => {
      if (text.startsWith('0x')) return putDigits(w, text.slice(2), width);
      if (!PRINTABLE.test(text)) throw new CodecError(`"${text}" is no identifier`);
      if (text.length > width) throw new CodecError(`takes ${width} characters, got ${text.length}`);
      const at = w.reserve(width);
      w.bytes.fill(0, at, at + width);
      for (let i = 0; i < text.length; i++) w.bytes[at + i] = text.charCodeAt(i);
    },
  );

/** 11 bytes that name a platform. */
export const platformId = identifier(11);

/** The vehicle a message is about. */
export const Vehicle = struct({
  plate: gbk(21),
  /** Plate colour of JT/T 415, 2019: JT/T 697.7. */
  colour: u8,
});

/** The message an answer of 2019 is to: its id and its serial. */
export const Source = { sourceType: u16, sourceSerial: u32 } as const;

/** Text behind the number of its bytes. */
export const longText = gbk(u32);
