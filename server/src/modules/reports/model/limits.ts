/** A page of a report that takes longer is given up, ms. */
export const QUERY_MS = 30_000;
/** One statement of an export that takes longer is given up, ms. */
export const EXPORT_QUERY_MS = 300_000;
/** Rows read at a time where all of a report are written. */
export const CHUNK_ROWS = 2_000;
/** Shapes of a radar chart that can be told apart. */
export const MAX_SHAPES = 5;
/** A table of more rows is written by a thread of its own, which takes a moment to begin. */
export const THREAD_ROWS = 20_000;
/** What such a thread has for what is used for a moment and for the rest, MiB: what it made is thrown away soon, and a report gone wild ends. */
export const THREAD_MEMORY = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 512 } as const;
/** Bytes of a file that a thread hands over together: each hand-over waits for a turn of whoever stores it, and those are busy. */
export const THREAD_PIECE_BYTES = 524_288;
/** Such pieces that a thread is ahead of them. */
export const THREAD_AHEAD = 8;
/** Places whose names a thread asks for at a time. */
export const THREAD_PLACES = 500;
/** Rows of an exported workbook, and of one of its sheets; more are csv within a zip, so many in each. */
export const MAX_WORKBOOK = 1_000_000;
export const SHEET_ROWS = 200_000;
export const ZIPPED_ROWS = 1_000_000;
/** Rows of an export. */
export const MAX_EXPORTED = 5_000_000;
/** An export that takes longer is given up, ms. */
export const EXPORT_MS = 30 * 60_000;
/** A file of so many rows at the most that is there within this is answered at once, ms. */
export const DIRECT_MS = 8_000;
export const DIRECT_ROWS = 5_000;
/** The same export asked for again by the same person within this is not made again, ms. */
export const SAME_EXPORT_MS = 10 * 60_000;
/** Exports of a person that run side by side, and those that wait. */
export const EXPORTS_RUNNING = 3;
export const EXPORTS_WAITING = 10;
/** Values along the axis of a chart. */
export const MAX_DRAWN = 60;
/** Columns of kinds of alarms beside each other. */
export const MAX_TYPE_COLUMNS = 60;
/** Characters of a cell that tells of a whole record. */
export const MAX_WORDS = 1_000;
/** Lines of a list to choose from. */
export const MAX_OFFERED = 200;
/** Conditions a person may keep of one report. */
export const MAX_SAVED = 20;
/** Characters of each of them, as it is stored. */
export const SAVED_CHARACTERS = 8_192;
/** Rows that PostgreSQL expects to cost so much are kept for the next page; in its units, of which a millisecond is some hundred. */
export const LONG_COST = 5_000;
/** How long, ms. */
export const KEPT_MS = 60_000;
/** How many results at a time, and of how many rows each at the most. */
export const MAX_KEPT = 32;
export const KEPT_ROWS = 1_000_000;
