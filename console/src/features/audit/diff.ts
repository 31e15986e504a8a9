/** A changed field. Values as text; null: missing. */
export type DiffRow = {
  /** 'rights.2' is the third element of `rights`. */
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly kind: 'added' | 'removed' | 'changed' | 'same';
};

/** More fields would freeze the page. */
const MAX_FIELDS = 500;

type Values = Readonly<Record<string, unknown>>;

/** The text of a known field of a record; undefined for others, which are shown as they were recorded. */
export type FieldText = (field: string, record: Values) => string | undefined;

const formatValue = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);

/** Leaves of a value by path, without empty ones; the path of a plain value is ''. */
function leaves(value: unknown, textOf: FieldText, path = '', into = new Map<string, string>()): Map<string, string> {
  if (into.size >= MAX_FIELDS || isEmpty(value)) return into;
  if (typeof value !== 'object') return into.set(path, formatValue(value));
  for (const [key, child] of Object.entries(value as Values)) {
    const text = path === '' && !isEmpty(child) ? textOf(key, value as Values) : undefined;
    if (text !== undefined && into.size < MAX_FIELDS) into.set(key, text);
    else leaves(child, textOf, path === '' ? key : `${path}.${key}`, into);
  }
  return into;
}

/** Differences between two recorded values: fields of `before` in order, then new fields. */
export function diffRows(before: unknown, after: unknown, textOf: FieldText = () => undefined): readonly DiffRow[] {
  const was = leaves(before, textOf);
  const is = leaves(after, textOf);
  return [...new Set([...was.keys(), ...is.keys()])].map((field) => {
    const old = was.get(field) ?? null;
    const now = is.get(field) ?? null;
    return { field, before: old, after: now, kind: classifyChange(old, now) };
  });
}

function classifyChange(before: string | null, after: string | null): DiffRow['kind'] {
  if (before === null) return 'added';
  if (after === null) return 'removed';
  return before === after ? 'same' : 'changed';
}
