/** Letters of a condition that is a text. */
export const MAX_EMAILS = 50;
/** km/h */
export const FASTEST = 160;
/** Months a range of them may have. */
export const MAX_MONTHS = 12;
