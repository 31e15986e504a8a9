/** Companies that can be named in one condition. */
export const MOST_COMPANIES = 20;
/** Letters of a condition that is a text. */
export const MOST_LETTERS = 50;
/** km/h */
export const FASTEST = 160;
/** Months a range of them may have. */
export const MOST_MONTHS = 12;
