import { type Codec, type OptionalCodec, optionalCodec } from '../../codec/index.ts';

/** A field 2019 added: there it always stands, `missing` where a sender has nothing to say; before there is none. */
export const since2019 = <T>(c: Codec<T>, missing: T): OptionalCodec<T> =>
  optionalCodec(
    (r, parent) => (r.version >= 2019 && r.left > 0 ? c.read(r, parent) : undefined),
    (v, w, parent) => {
      if (w.version >= 2019) c.write(v ?? missing, w, parent);
    },
  );
