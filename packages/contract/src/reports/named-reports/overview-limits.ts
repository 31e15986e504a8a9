// Apart from the schemas: the console reads it too.

/** Days of a safety overview at most. */
export const MAX_OVERVIEW_DAYS = 92;
