import { type Codec, codec, type Of, type OptionalCodec, optionalCodec, type Parent } from './codec.ts';
import { under } from './error.ts';

type Fields = Readonly<Record<string, Codec<unknown>>>;
type Flat<T> = { [K in keyof T]: T[K] };

/** The object a table of fields reads and writes. */
export type Shape<F extends Fields> = Flat<
  { [K in keyof F as F[K] extends { readonly optional: true } ? never : K]: Of<F[K]> } & {
    [K in keyof F as F[K] extends { readonly optional: true } ? K : never]?: Of<F[K]> | undefined;
  }
>;

/**
 * Fields one after the other. The table is compiled once: each decode copies a template that
 * has every key already, so all results of a struct share one hidden class and filling it adds no property.
 */
export const struct = <F extends Fields>(fields: F): Codec<Shape<F>> => {
  const keys = Object.keys(fields);
  const codecs = keys.map((k) => fields[k]!);
  const count = keys.length;
  const template: Record<string, unknown> = {};
  for (const key of keys) template[key] = undefined;
  const size = codecs.reduce((sum, c) => (sum < 0 || c.size < 0 ? -1 : sum + c.size), 0);
  return codec(
    size,
    (r) => {
      const out: Record<string, unknown> = { ...template };
      let i = 0;
      try {
        for (; i < count; i++) out[keys[i]!] = codecs[i]!.read(r, out);
      } catch (error) {
        throw under(error, keys[i]!);
      }
      return out as Shape<F>;
    },
    (value, w) => {
      const from = value as Parent;
      let i = 0;
      try {
        for (; i < count; i++) codecs[i]!.write(from[keys[i]!], w, from);
      } catch (error) {
        throw under(error, keys[i]!);
      }
    },
  );
};

/** A last field that old or short devices leave out: read while bytes are left, written where it has a value. */
export const optional = <T>(c: Codec<T>): OptionalCodec<T> =>
  optionalCodec(
    (r, parent) => (r.left > 0 ? c.read(r, parent) : undefined),
    (v, w, parent) => {
      if (v !== undefined) c.write(v, w, parent);
    },
  );

/** A field that exists only if the fields before it, or the version, say so. */
export const when = <T>(present: (parent: Parent, version: number) => boolean, c: Codec<T>): OptionalCodec<T> =>
  optionalCodec(
    (r, parent) => (present(parent, r.version) ? c.read(r, parent) : undefined),
    (v, w, parent) => {
      if (v !== undefined && present(parent, w.version)) c.write(v, w, parent);
    },
  );

/** A field whose form changed with the protocol's version: the row of the highest version that is not newer. */
export const byVersion = <T>(rows: Readonly<Record<number, Codec<T>>>): Codec<T> => {
  const versions = Object.keys(rows).map(Number);
  const pick = (version: number): Codec<T> => {
    let best = versions[0]!;
    for (const v of versions) if (v <= version) best = v;
    return rows[best]!;
  };
  return codec(
    -1,
    (r, parent) => pick(r.version).read(r, parent),
    (v, w, parent) => pick(w.version).write(v, w, parent),
  );
};
