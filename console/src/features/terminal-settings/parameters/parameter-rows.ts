import {
  findParameterProblem,
  type ParameterField,
  type StructField,
} from '@fleetwarden/contract/terminal-settings/parameter-fields';
import type { ParameterGroup } from '@fleetwarden/contract/terminal-settings/parameter-groups';
import { type TerminalParameter, terminalParameters } from '@fleetwarden/contract/terminal-settings/parameter-table';

export type Values = Readonly<Record<string, unknown>>;

/** One input of a form: a parameter, or one value inside a struct. */
export type ParameterRow = {
  /** Decimal id of the parameter, and the keys inside, with dots. */
  readonly path: string;
  readonly id: string;
  readonly keys: readonly string[];
  readonly parameter: TerminalParameter;
  readonly field: ParameterField;
};
/** Rows below one heading: a struct, by the keys of its texts. */
export type RowBlock = { readonly heading: readonly string[]; readonly rows: readonly ParameterRow[] };

/** Structs with a control of their own. */
const WHOLE: ReadonlySet<string> = new Set(['nightWindow']);

function* leaves(parameter: TerminalParameter, field: ParameterField, keys: readonly string[] = []): Generator<ParameterRow> {
  const id = String(parameter.id);
  if (field.kind !== 'struct' || WHOLE.has(parameter.key)) {
    yield { path: [id, ...keys].join('.'), id, keys, parameter, field };
    return;
  }
  // plain values first, so that a heading stands above its own only
  const inner = Object.entries(field.fields);
  for (const [key, each] of inner) if (each.kind !== 'struct') yield* leaves(parameter, each, [...keys, key]);
  for (const [key, each] of inner) if (each.kind === 'struct') yield* leaves(parameter, each, [...keys, key]);
}

/** The inputs of a group of parameters, in blocks. */
export function rowBlocks(group: ParameterGroup): readonly RowBlock[] {
  const rows = terminalParameters.filter((each) => each.group === group).flatMap((each) => [...leaves(each, each.field)]);
  const blocks: { heading: readonly string[]; rows: ParameterRow[] }[] = [];
  for (const row of rows) {
    const heading = row.keys.length === 0 ? [] : [row.parameter.key, ...row.keys.slice(0, -1)];
    const last = blocks.at(-1);
    if (last && last.heading.join() === heading.join()) last.rows.push(row);
    else blocks.push({ heading, rows: [row] });
  }
  return blocks;
}

const isObject = (value: unknown): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value of a row within values by parameter id; undefined if absent. */
export const readRow = (values: Values, { id, keys }: Pick<ParameterRow, 'id' | 'keys'>): unknown =>
  keys.reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), values[id]);

/** The value that a row without one starts with. */
export function initialValue(field: ParameterField): unknown {
  switch (field.kind) {
    case 'bits':
      return field.initial ?? 0;
    case 'packed':
      return 0;
    case 'list':
      return [];
    case 'struct':
      return Object.fromEntries(
        Object.entries(field.fields).flatMap(([key, inner]) => {
          const value = initialValue(inner);
          return value === undefined ? [] : [[key, value]];
        }),
      );
    default:
      return field.initial;
  }
}

/** Changes of a form: values by the paths of rows; null: emptied, not sent. */
export type Edits = Readonly<Record<string, unknown>>;

/** Equal values, regardless of the order of keys. */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((each, i) => isSame(each, other[i]));
  if (!isObject(one) || !isObject(other)) return false;
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => isSame(one[key], other[key]));
}

const put = (values: Values, [first, ...rest]: readonly string[], value: unknown): Values => {
  if (first === undefined) return values;
  const inner = values[first];
  return { ...values, [first]: rest.length === 0 ? value : put(isObject(inner) ? inner : {}, rest, value) };
};

/**
 * The parameters to send: those with a change. A struct that a terminal takes in part has only its changes; another has the
 * terminal's other values as well, because it is sent whole.
 */
export function collectValues(rows: readonly ParameterRow[], edits: Edits, current: Values): Values {
  let values: Values = {};
  for (const row of rows) {
    const value = edits[row.path];
    if (value === undefined || value === null) continue;
    if (row.keys.length > 0 && values[row.id] === undefined && !(row.parameter.field as StructField).partial)
      values = { ...values, [row.id]: current[row.id] ?? initialValue(row.parameter.field) };
    values = put(values, [row.id, ...row.keys], value);
  }
  return values;
}

export type RowProblem = { readonly key: string; readonly params?: Readonly<Record<string, string | number>> };

/** What is wrong with the values to send, by path of the row. */
export function findProblems(rows: readonly ParameterRow[], values: Values): Readonly<Record<string, RowProblem>> {
  const problems: Record<string, RowProblem> = {};
  for (const [id, value] of Object.entries(values)) {
    const own = rows.filter((row) => row.id === id);
    const problem = findParameterProblem(own[0]!.parameter.field, value);
    if (!problem) continue;
    const path = problem.path === '' ? id : `${id}.${problem.path}`;
    const row = own.find((each) => path === each.path || path.startsWith(`${each.path}.`)) ?? own[0]!;
    problems[row.path] = { key: problem.key, ...(problem.params ? { params: problem.params } : {}) };
  }
  return problems;
}
