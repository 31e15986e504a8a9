/** Number of columns that fit on a portrait page. */
const COLUMNS_STANDING = 9;

/** Whether a document is landscape: when one of its tables is wide. */
export const liesDown = (sections: readonly { readonly kind: string; readonly columns?: readonly unknown[] }[]): boolean =>
  sections.some(({ kind, columns = [] }) => kind === 'table' && columns.length > COLUMNS_STANDING);
