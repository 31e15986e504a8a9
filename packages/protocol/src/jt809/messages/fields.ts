import { type Codec, type OptionalCodec, optionalCodec, struct, when } from '../../codec/index.ts';
import { Source } from '../fields.ts';

/** A field of the printing of 2019. */
export const from2019 = <T>(c: Codec<T>): OptionalCodec<T> => when((_, version) => version >= 2019, c);
/** A field that 2019 has no more. */
export const until2019 = <T>(c: Codec<T>): OptionalCodec<T> => when((_, version) => version < 2019, c);

/** The message that is answered, as 2019 names it. */
export const source2019 = {
  sourceType: from2019(Source.sourceType),
  sourceSerial: from2019(Source.sourceSerial),
} as const;

/** A message without a body. */
export const Empty = struct({});

/** The four bytes a number of places further on, as a DWORD; null where the body ends before. */
export const peek32 = (bytes: Uint8Array, at: number, end: number): number | null => (at + 4 <= end ? wordAt(bytes, at) : null);

const wordAt = (b: Uint8Array, at: number): number =>
  ((b[at]! << 24) | (b[at + 1]! << 16) | (b[at + 2]! << 8) | b[at + 3]!) >>> 0;

/**
 * A field that some platforms leave out before an id and a text. It is absent if the text then ends exactly with the body
 * (`behind`: bytes between the field and the text's length).
 */
export const leftOutBefore = <T>(behind: number, present: (version: number) => boolean, c: Codec<T>): OptionalCodec<T> =>
  optionalCodec(
    (r, parent) => {
      if (!present(r.version)) return undefined;
      const length = peek32(r.bytes, r.at + behind, r.end);
      return length !== null && r.left === behind + 4 + length ? undefined : c.read(r, parent);
    },
    (value, w, parent) => {
      if (value !== undefined && present(w.version)) c.write(value, w, parent);
    },
  );
