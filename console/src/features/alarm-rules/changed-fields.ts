/** A changed field as text; a missing value is a dash. */
type ChangedField = { readonly field: string; readonly before: string; readonly after: string };

const NONE = '—';
/** Fields that are not listed, or that another field shows. */
const UNSAID: ReadonlySet<string> = new Set(['schemeType', 'deptName', 'deptId']);

const formatValue = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return NONE;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};
const isList = (value: unknown) => Array.isArray(value) && value.every((each) => typeof each !== 'object');

function leaves(value: unknown, path: string, into: Map<string, string>): Map<string, string> {
  if (typeof value !== 'object' || value === null || isList(value))
    into.set(path, isList(value) ? String(value) || NONE : formatValue(value));
  else
    for (const [key, inner] of Object.entries(value))
      if (!UNSAID.has(key)) leaves(inner, path === '' ? key : `${path}.${key}`, into);
  return into;
}

/** Differences between two states of a scheme, by the path of each value. */
export function changedFields(before: unknown, after: unknown): readonly ChangedField[] {
  const [was, is] = [leaves(before ?? {}, '', new Map()), leaves(after ?? {}, '', new Map())];
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((field) => {
    const [old, now] = [was.get(field) ?? NONE, is.get(field) ?? NONE];
    return old === now ? [] : [{ field, before: old, after: now }];
  });
}
