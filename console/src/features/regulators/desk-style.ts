/** A text with its count below: room for that, and from what stands above. px */
export const COUNTED = { marginBlock: '12px 28px' } as const;
/** What is said first, from what follows. px */
export const APART = { marginBlock: '4px 12px' } as const;
/** However long a text is, its column is no wider. px */
export const ONE_LINE = { maxWidth: '290px', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;
/** Names below each other, without marks. */
export const PLAIN_LIST = { margin: 0, padding: 0, listStyle: 'none' } as const;
/** What somebody wrote, in its lines. px */
export const SAID = {
  margin: '4px 0 0',
  padding: '4px 12px',
  borderLeft: '3px solid var(--line-strong)',
  color: 'var(--ink-secondary)',
  whiteSpace: 'pre-wrap',
} as const;
