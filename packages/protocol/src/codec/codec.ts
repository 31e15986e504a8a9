import { Reader, Writer } from './cursor.ts';

/** The fields of the enclosing struct that are read so far; `when` inspects them. */
export type Parent = Readonly<Record<string, unknown>>;

/**
 * Reads and writes one value. Only `codec` creates these objects: one hidden class keeps the
 * loop over a struct's fields fast.
 */
export type Codec<T> = {
  read(r: Reader, parent: Parent): T;
  write(value: T, w: Writer, parent: Parent): void;
  /** Its fixed size in bytes, or -1 if variable. */
  readonly size: number;
  /** True where the field may be missing. */
  readonly optional: boolean;
};

export type OptionalCodec<T> = Codec<T | undefined> & { readonly optional: true };

/** The value a codec reads and writes. */
export type Of<C> = C extends Codec<infer T> ? T : never;

/** The parent of a value outside a struct. */
export const NO_PARENT: Parent = Object.freeze({});

export const codec = <T>(
  size: number,
  read: (r: Reader, parent: Parent) => T,
  write: (value: T, w: Writer, parent: Parent) => void,
): Codec<T> => ({ read, write, size, optional: false });

export const optionalCodec = <T>(
  read: (r: Reader, parent: Parent) => T | undefined,
  write: (value: T | undefined, w: Writer, parent: Parent) => void,
  size = -1,
): OptionalCodec<T> => ({ read, write, size, optional: true });

/** The same bytes seen as another value. */
export const map = <A, B>(c: Codec<A>, to: (a: A) => B, from: (b: B) => A): Codec<B> =>
  codec(
    c.size,
    (r, parent) => to(c.read(r, parent)),
    (v, w, parent) => c.write(from(v), w, parent),
  );

/** Reads one value from the start of bytes and ignores the rest. Throws CodecError. */
export const decode = <T>(c: Codec<T>, bytes: Uint8Array, version = 0): T => c.read(new Reader(bytes, version), NO_PARENT);

/** The bytes of one value. Throws CodecError for a value that does not fit. */
export const encode = <T>(c: Codec<T>, value: T, version = 0): Uint8Array => {
  const w = new Writer(version);
  c.write(value, w, NO_PARENT);
  return w.done();
};
