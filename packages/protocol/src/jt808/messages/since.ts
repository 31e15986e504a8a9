import { type Codec, type OptionalCodec, optionalCodec } from '../../codec/index.ts';

/** A field added in 2019. `missing` is written without a value; earlier versions do not have the field. */
export const since2019 = <T>(c: Codec<T>, missing: T): OptionalCodec<T> =>
  optionalCodec(
    (r, parent) => (r.version >= 2019 && r.left > 0 ? c.read(r, parent) : undefined),
    (v, w, parent) => {
      if (w.version >= 2019) c.write(v ?? missing, w, parent);
    },
  );
