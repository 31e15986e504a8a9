/** SQL text with its values apart, made by the `sql` tag; pieces nest. */
export type Sql = { readonly strings: readonly string[]; readonly values: readonly unknown[] };

/** The driver's form: text with $1, $2 ... and the values in that order. */
export type Statement = { readonly text: string; readonly values: unknown[] };

/** A fixed text that PostgreSQL plans once per connection: for a frequent statement whose best plan does not depend on its values. */
export type Prepared = { readonly name: string; readonly text: string; readonly values?: readonly unknown[] };

class Fragment implements Sql {
  readonly strings: readonly string[];
  readonly values: readonly unknown[];
  constructor(strings: readonly string[], values: readonly unknown[]) {
    this.strings = strings;
    this.values = values;
  }
}

/**
 * sql`select * from vehicle where id = ${id}`: values become parameters, `sql` pieces are inlined. Pass times as `at(ms)`, lists
 * as arrays with `= any(${ids})`, jsonb as `json(value)`.
 */
export function sql(strings: TemplateStringsArray, ...values: readonly unknown[]): Sql {
  return new Fragment(strings, values);
}

/** A quoted identifier. Never build it from client input without an allow-list. */
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
 * A parameter for json and jsonb; the driver would send an array as a PostgreSQL array. Lone surrogates, which jsonb rejects,
 * become U+FFFD.
 */
export function json(value: unknown): string {
  const text = JSON.stringify(value) as string | undefined;
  // Matches an escaped backslash as one unit, so that its second half does not start an escape.
  if (text?.includes('\\ud') !== true) return text as string;
  return text.replace(/\\\\|\\ud[89a-f][0-9a-f]{2}/g, (piece) => (piece === '\\\\' ? piece : '\ufffd'));
}

export const prepared = (name: string, piece: Sql): Prepared => ({ name, ...compile(piece) });

/** Numbers the parameters of a piece and its nested pieces. */
export function compile(piece: Sql): Statement {
  const values: unknown[] = [];
  const buildText = (part: Sql): string =>
    part.strings.reduce((text, next, index) => {
      const value = part.values[index - 1];
      if (value instanceof Fragment) return `${text}${buildText(value)}${next}`;
      values.push(value);
      return `${text}$${values.length}${next}`;
    });
  return { text: buildText(piece), values };
}
