/** Letters of a condition that is a text. */
export const MOST_LETTERS = 50;
/** km/h */
export const FASTEST = 160;
/** Months a range of them may have. */
export const MOST_MONTHS = 12;
