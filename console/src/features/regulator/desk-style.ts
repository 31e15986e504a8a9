/** A text with its count below: room for that, and from what stands above. px */
export const COUNTED = { marginBlock: '12px 28px' } as const;
/** What is said first, from what follows. px */
export const APART = { marginBlock: '4px 12px' } as const;
