/** A piece of SQL with its values apart, made by the `sql` tag; pieces nest. */
export type Sql = { readonly strings: readonly string[]; readonly values: readonly unknown[] };

/** What the driver takes: text with $1, $2 ... and the values in that order. */
export type Statement = { readonly text: string; readonly values: unknown[] };

class Fragment implements Sql {
  readonly strings: readonly string[];
  readonly values: readonly unknown[];
  constructor(strings: readonly string[], values: readonly unknown[]) {
    this.strings = strings;
    this.values = values;
  }
}

/**
 * sql`select * from vehicle where id = ${id}`: interpolated values become parameters, interpolated `sql` pieces are put in
 * place. Times are passed as `at(ms)`, a list as an array with `= any(${ids})`, jsonb as `json(value)`.
 */
export function sql(strings: TemplateStringsArray, ...values: readonly unknown[]): Sql {
  return new Fragment(strings, values);
}

/** A table or column name, quoted, to be put in place. Never made of what a client sent without a list of what it may be. */
export function name(identifier: string): Sql {
  return new Fragment([`"${identifier.replaceAll('"', '""')}"`], []);
}

/** UTC epoch ms as a parameter for timestamptz. */
export function at(ms: number): Date;
export function at(ms: number | null): Date | null;
export function at(ms: number | null): Date | null {
  return ms === null ? null : new Date(ms);
}

/**
 * A parameter for json and jsonb; without it the driver would send an array as an array of PostgreSQL. Half of a surrogate pair, which
 * JSON can name and jsonb refuses, becomes U+FFFD.
 */
export function json(value: unknown): string {
  const text = JSON.stringify(value) as string | undefined;
  // an escaped backslash is taken in one piece, so that what follows it is not mistaken for an escape
  if (text?.includes('\\ud') !== true) return text as string;
  return text.replace(/\\\\|\\ud[89a-f][0-9a-f]{2}/g, (piece) => (piece === '\\\\' ? piece : '\ufffd'));
}

/** Numbers the parameters of a piece and all pieces in it. */
export function compile(piece: Sql): Statement {
  const values: unknown[] = [];
  const textOf = (part: Sql): string =>
    part.strings.reduce((text, next, index) => {
      const value = part.values[index - 1];
      if (value instanceof Fragment) return `${text}${textOf(value)}${next}`;
      values.push(value);
      return `${text}$${values.length}${next}`;
    });
  return { text: textOf(piece), values };
}
