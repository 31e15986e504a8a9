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

/** An empty value. */
const NONE = '—';

function formatValue(value: unknown): string {
  if (value === null) return NONE;
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** Leaves of a value by path; the path of a plain value is ''. */
function leaves(value: unknown, path = '', into = new Map<string, string>()): Map<string, string> {
  if (into.size >= MAX_FIELDS || value === undefined) return into;
  const children = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  if (children.length === 0) {
    // a creation has no old value and a deletion no new one
    if (value !== null || path !== '') into.set(path, formatValue(value));
    return into;
  }
  for (const [key, child] of children) leaves(child, path === '' ? key : `${path}.${key}`, into);
  return into;
}

/** Differences between two recorded values: fields of `before` in order, then new fields. */
export function diffRows(before: unknown, after: unknown): readonly DiffRow[] {
  const was = leaves(before);
  const is = leaves(after);
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
