/** Characters of an answer to a post-check. */
export const MAX_REPLY = 500;
/** Characters of the name of a shift. */
export const MAX_SHIFT_NAME = 20;
