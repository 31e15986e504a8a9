/** Characters of an answer to a post-check. */
export const MAX_REPLY = 500;
/** Characters of the name of a shift. */
export const MAX_SHIFT_NAME = 20;
/** Characters of the reason of a filed outage. */
export const MAX_OUTAGE_NOTE = 200;
/** Days of a filed outage. */
export const MAX_OUTAGE_DAYS = 31;
