/** Columns beside each other that a sheet of paper that stands has room for. */
const COLUMNS_STANDING = 9;

/** Whether a document's paper lies on its side, on the page as in its file: it does where one of its tables is wide. */
export const liesDown = (sections: readonly { readonly kind: string; readonly columns?: readonly unknown[] }[]): boolean =>
  sections.some(({ kind, columns = [] }) => kind === 'table' && columns.length > COLUMNS_STANDING);
