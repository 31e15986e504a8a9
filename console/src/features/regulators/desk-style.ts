/** Margins of a text with a counter below, px. */
export const COUNTED = { marginBlock: '12px 28px' } as const;
/** Margin between header and content, px. */
export const APART = { marginBlock: '4px 12px' } as const;
/** Maximum width of a text column, px. */
export const ONE_LINE = { maxWidth: '290px', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;
/** A list without bullets. */
export const PLAIN_LIST = { margin: 0, padding: 0, listStyle: 'none' } as const;
/** Written text with its line breaks, px. */
export const SAID = {
  margin: '4px 0 0',
  padding: '4px 12px',
  borderLeft: '3px solid var(--line-strong)',
  color: 'var(--ink-secondary)',
  whiteSpace: 'pre-wrap',
} as const;
