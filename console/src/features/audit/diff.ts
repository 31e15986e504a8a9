/** One field of a change. Values as text; null: it was not there. */
export type DiffRow = {
  /** 'rights.2' is the third of the rights. */
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly kind: 'added' | 'removed' | 'changed' | 'same';
};

/** A record of 10,000 fields would not be read, only freeze the page. */
const MAX_FIELDS = 500;

/** A field that is there and empty. */
const NONE = '—';

function textOf(value: unknown): string {
  if (value === null) return NONE;
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** Every leaf of a value by its path; a value that is no object has the path ''. */
function leaves(value: unknown, path = '', into = new Map<string, string>()): Map<string, string> {
  if (into.size >= MAX_FIELDS || value === undefined) return into;
  const children = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  if (children.length === 0) {
    // Nothing before a creation, nothing after a deletion: no field of its own.
    if (value !== null || path !== '') into.set(path, textOf(value));
    return into;
  }
  for (const [key, child] of children) leaves(child, path === '' ? key : `${path}.${key}`, into);
  return into;
}

/** What changed between two recorded values, field by field: those of `before` in their order, then what came anew. */
export function diffRows(before: unknown, after: unknown): readonly DiffRow[] {
  const was = leaves(before);
  const is = leaves(after);
  return [...new Set([...was.keys(), ...is.keys()])].map((field) => {
    const old = was.get(field) ?? null;
    const now = is.get(field) ?? null;
    return { field, before: old, after: now, kind: kindOf(old, now) };
  });
}

function kindOf(before: string | null, after: string | null): DiffRow['kind'] {
  if (before === null) return 'added';
  if (after === null) return 'removed';
  return before === after ? 'same' : 'changed';
}
