/** Number of columns that fit on a portrait page. */
const PORTRAIT_COLUMNS = 9;

/** Whether a document is landscape: when one of its tables is wide. */
export const isLandscape = (sections: readonly { readonly kind: string; readonly columns?: readonly unknown[] }[]): boolean =>
  sections.some(({ kind, columns = [] }) => kind === 'table' && columns.length > PORTRAIT_COLUMNS);
