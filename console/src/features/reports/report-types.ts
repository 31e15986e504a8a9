/** Most characters of a text condition. */
export const MAX_TEXT_LENGTH = 50;
/** km/h */
export const MAX_SPEED_KMH = 160;
/** Most months in a range. */
export const MAX_MONTHS = 12;
