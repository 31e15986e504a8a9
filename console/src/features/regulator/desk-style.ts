/** A text with its count below: room for that, and from what stands above. px */
export const COUNTED = { marginBlock: '12px 28px' } as const;
