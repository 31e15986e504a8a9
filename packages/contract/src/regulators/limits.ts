/** Characters of an answer to a post-check. */
export const MOST_REPLY = 500;
