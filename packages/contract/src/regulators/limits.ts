/** Characters of an answer to a post-check. */
export const MAX_REPLY = 500;
