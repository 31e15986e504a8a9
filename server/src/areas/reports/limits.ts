/** A page of a report that takes longer is given up, ms. */
export const QUERY_MS = 30_000;
/** Rows read at a time where all of a report are written. */
export const CHUNK_ROWS = 5_000;
/** Shapes of a radar chart that can be told apart. */
export const MOST_SHAPES = 5;
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
/** Rows that PostgreSQL expects to cost so much are kept for the next page; in its units, of which a millisecond is some hundred. */
export const LONG_COST = 5_000;
/** How long, ms. */
export const KEPT_MS = 60_000;
/** How many results at a time, and of how many rows each at the most. */
export const KEPT_MOST = 32;
export const KEPT_ROWS = 1_000_000;
