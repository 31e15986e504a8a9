import { Reader, Writer } from './cursor.ts';

/** The fields of the struct a codec stands in, as far as they are known; `when` looks at them. */
export type Parent = Readonly<Record<string, unknown>>;

/**
 * How one value stands in bytes, both ways. Made by `codec` alone, so that all have one shape and
 * a struct's loop over its fields stays fast.
 */
export type Codec<T> = {
  read(r: Reader, parent: Parent): T;
  write(value: T, w: Writer, parent: Parent): void;
  /** Bytes it always takes, or -1 when that depends. */
  readonly size: number;
  /** True where the field may be missing. */
  readonly optional: boolean;
};

export type OptionalCodec<T> = Codec<T | undefined> & { readonly optional: true };

/** The value a codec reads and writes. */
export type Of<C> = C extends Codec<infer T> ? T : never;

/** The parent of what stands alone. */
export const NO_PARENT: Parent = Object.freeze({});

export const codec = <T>(
  size: number,
  read: (r: Reader, parent: Parent) => T,
  write: (value: T, w: Writer, parent: Parent) => void,
): Codec<T> => ({ read, write, size, optional: false });

export const optionalCodec = <T>(
  read: (r: Reader, parent: Parent) => T | undefined,
  write: (value: T | undefined, w: Writer, parent: Parent) => void,
): OptionalCodec<T> => ({ read, write, size: -1, optional: true });

/** The same bytes seen as another value. */
export const map = <A, B>(c: Codec<A>, to: (a: A) => B, from: (b: B) => A): Codec<B> =>
  codec(
    c.size,
    (r, parent) => to(c.read(r, parent)),
    (v, w, parent) => c.write(from(v), w, parent),
  );

/** Reads one value from the start of bytes; what is left behind it is not looked at. Throws CodecError. */
export const decode = <T>(c: Codec<T>, bytes: Uint8Array, version = 0): T => c.read(new Reader(bytes, version), NO_PARENT);

/** The bytes of one value. Throws CodecError for a value that does not fit. */
export const encode = <T>(c: Codec<T>, value: T, version = 0): Uint8Array => {
  const w = new Writer(version);
  c.write(value, w, NO_PARENT);
  return w.done();
};
