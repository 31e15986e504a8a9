import { type Codec, codec } from './codec.ts';
import type { Writer } from './cursor.ts';
import { CodecError } from './error.ts';

const whole = (value: number, least: number, most: number): number => {
  if (!Number.isInteger(value) || value < least || value > most) {
    throw new CodecError(`${String(value)} is not a whole number from ${least} to ${most}`);
  }
  return value;
};

const put8 = (w: Writer, v: number): void => {
  const at = w.reserve(1);
  w.bytes[at] = v;
};

const put16 = (w: Writer, v: number): void => {
  const at = w.reserve(2);
  w.bytes[at] = v >>> 8;
  w.bytes[at + 1] = v;
};

const put32 = (w: Writer, v: number): void => {
  const at = w.reserve(4);
  w.bytes[at] = v >>> 24;
  w.bytes[at + 1] = v >>> 16;
  w.bytes[at + 2] = v >>> 8;
  w.bytes[at + 3] = v;
};

/** BYTE. */
export const u8: Codec<number> = codec(
  1,
  (r) => r.bytes[r.skip(1)]!,
  (v, w) => put8(w, whole(v, 0, 0xff)),
);

/** WORD, big-endian. */
export const u16: Codec<number> = codec(
  2,
  (r) => {
    const at = r.skip(2);
    const b = r.bytes;
    return (b[at]! << 8) | b[at + 1]!;
  },
  (v, w) => put16(w, whole(v, 0, 0xffff)),
);

/** DWORD, big-endian. */
export const u32: Codec<number> = codec(
  4,
  (r) => {
    const at = r.skip(4);
    const b = r.bytes;
    return ((b[at]! << 24) | (b[at + 1]! << 16) | (b[at + 2]! << 8) | b[at + 3]!) >>> 0;
  },
  (v, w) => put32(w, whole(v, 0, 0xffffffff)),
);

/** WORD as two's complement. */
export const i16: Codec<number> = codec(
  2,
  (r) => {
    const at = r.skip(2);
    const b = r.bytes;
    return ((b[at]! << 24) >> 16) | b[at + 1]!;
  },
  (v, w) => put16(w, whole(v, -0x8000, 0x7fff)),
);

/** DWORD as two's complement. */
export const i32: Codec<number> = codec(
  4,
  (r) => {
    const at = r.skip(4);
    const b = r.bytes;
    return (b[at]! << 24) | (b[at + 1]! << 16) | (b[at + 2]! << 8) | b[at + 3]!;
  },
  (v, w) => put32(w, whole(v, -0x80000000, 0x7fffffff)),
);

/** WORD with bit 15 as the sign and the rest as magnitude. Minus zero is preserved. */
export const signMagnitude16: Codec<number> = codec(
  2,
  (r) => {
    const at = r.skip(2);
    const high = r.bytes[at]!;
    const magnitude = ((high & 0x7f) << 8) | r.bytes[at + 1]!;
    return high & 0x80 ? -magnitude : magnitude;
  },
  (v, w) => {
    whole(v, -0x7fff, 0x7fff);
    put16(w, v < 0 || Object.is(v, -0) ? -v | 0x8000 : v);
  },
);

/** A whole number on the wire that counts k-ths: `scaled(u16, 10)` reads 123 as 12.3. */
export const scaled = (c: Codec<number>, k: number): Codec<number> =>
  codec(
    c.size,
    (r, parent) => c.read(r, parent) / k,
    (v, w, parent) => c.write(Math.round(v * k), w, parent),
  );

/** The value of `flags`: a boolean per name; unnamed bits are in `rest`, if any is set. */
export type Flags<N extends string> = { [K in N]: boolean } & { rest?: number };

/** A number whose bits have names: `flags(u8, { gps: 0, beidou: 1 })`. */
export const flags = <N extends string>(c: Codec<number>, names: Readonly<Record<N, number>>): Codec<Flags<N>> => {
  const rows = (Object.entries(names) as [N, number][]).map(([name, bit]) => ({ name, mask: 2 ** bit }));
  return codec(
    c.size,
    (r, parent) => {
      const out: Record<string, boolean | number> = {};
      let bits = c.read(r, parent);
      for (const { name, mask } of rows) {
        out[name] = Math.floor(bits / mask) % 2 === 1;
        if (out[name]) bits -= mask;
      }
      if (bits !== 0) out['rest'] = bits;
      return out as Flags<N>;
    },
    (v, w, parent) => {
      let bits = v.rest ?? 0;
      for (const { name, mask } of rows) if (v[name]) bits += mask;
      c.write(bits, w, parent);
    },
  );
};
