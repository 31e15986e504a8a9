import { type Codec, codec, NO_PARENT } from './codec.ts';
import { CodecError, under } from './error.ts';

/**
 * Values one after the other. `count` is a codec for how many, 'rest' for as many as there are bytes,
 * or `{ stated }`: a count that is written truly but not believed when read (makers get it wrong).
 */
export const list = <T>(item: Codec<T>, count: Codec<number> | 'rest' | { readonly stated: Codec<number> }): Codec<T[]> => {
  const stated = count === 'rest' ? null : 'stated' in count ? count.stated : count;
  const believed = count !== 'rest' && !('stated' in count);
  return codec(
    -1,
    (r) => {
      const said = stated === null ? 0 : stated.read(r, NO_PARENT);
      const out: T[] = [];
      let i = 0;
      try {
        while (believed ? i < said : r.at < r.end) {
          const before = r.at;
          out.push(item.read(r, NO_PARENT));
          if (r.at === before) throw r.error('an item without bytes');
          i++;
        }
      } catch (error) {
        throw under(error, `[${i}]`);
      }
      return out;
    },
    (values, w) => {
      stated?.write(values.length, w, NO_PARENT);
      for (const [i, value] of values.entries()) {
        try {
          item.write(value, w, NO_PARENT);
        } catch (error) {
          throw under(error, `[${i}]`);
        }
      }
    },
  );
};

/** A value behind the number of its bytes. It must fill them exactly. */
export const lengthPrefixed = <T>(length: Codec<number>, c: Codec<T>): Codec<T> => {
  if (length.size < 0) throw new CodecError('a length prefix has a fixed size');
  return codec(
    -1,
    (r, parent) => {
      const n = length.read(r, NO_PARENT);
      const end = r.at + n;
      const outer = r.end;
      if (end > outer) throw r.error(`needs ${n} bytes, ${r.left} left`);
      r.end = end;
      try {
        const value = c.read(r, parent);
        if (r.at !== end) throw r.error(`${end - r.at} bytes too many`);
        return value;
      } finally {
        r.end = outer;
      }
    },
    (v, w, parent) => {
      const at = w.at;
      length.write(0, w, NO_PARENT);
      const start = w.at;
      c.write(v, w, parent);
      const end = w.at;
      w.at = at;
      length.write(end - start, w, NO_PARENT);
      w.at = end;
    },
  );
};
