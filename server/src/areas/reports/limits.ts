/** A page of a report that takes longer is given up, ms. */
export const QUERY_MS = 30_000;
/** Rows read at a time where all of a report are written. */
export const CHUNK_ROWS = 5_000;
/** Rows of an exported file. */
export const MOST_EXPORTED = 1_000_000;
/** Values along the axis of a chart. */
export const MOST_DRAWN = 60;
/** Columns of kinds of alarms beside each other. */
export const MOST_TYPE_COLUMNS = 60;
/** Characters of a cell that tells of a whole record. */
export const WORDS_MOST = 1_000;
/** Lines of a list to choose from. */
export const MOST_OFFERED = 200;
/** Conditions a person may keep of one report. */
export const MOST_SAVED = 20;
/** Days that are counted anew at a time. */
export const MOST_REBUILT_DAYS = 93;
