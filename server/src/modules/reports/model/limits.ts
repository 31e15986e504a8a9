import { MINUTE_MS, SECOND_MS } from '@fleetwarden/domain/durations';

/** Statement timeout of a page. */
export const QUERY_MS = 30 * SECOND_MS;
/** Statement timeout of an export. */
export const EXPORT_QUERY_MS = 5 * MINUTE_MS;
/** Rows per fetch of an export. */
export const CHUNK_ROWS = 500;
export const MAX_RADAR_SHAPES = 5;
/** Larger tables are written by a worker thread, which takes a moment to start. */
export const THREAD_ROWS = 20_000;
/** Heap limits of that thread: most of its objects are short-lived. */
export const THREAD_MEMORY = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 512 } as const;
/** The thread hands over the file in chunks: each hand-over waits for a turn of the busy main thread. */
export const THREAD_CHUNK_BYTES = 524_288;
/** Chunks in flight between the thread and the stream. */
export const MAX_CHUNKS_AHEAD = 8;
/** Places per geocoding request of the thread. */
export const THREAD_PLACES = 500;
/** Rows of an exported workbook and of each of its worksheets. Larger exports are zipped csv files of ZIPPED_ROWS each. */
export const MAX_WORKBOOK_ROWS = 1_000_000;
export const SHEET_ROWS = 200_000;
export const ZIPPED_ROWS = 1_000_000;
export const MAX_EXPORT_ROWS = 5_000_000;
/** Timeout of an export. */
export const EXPORT_MS = 30 * MINUTE_MS;
/** A call waits this long for a file of at most DIRECT_ROWS before it refers to the task. */
export const DIRECT_MS = 8 * SECOND_MS;
export const DIRECT_ROWS = 5_000;
/** Within this time the same export of the same user returns the existing task. */
export const SAME_EXPORT_MS = 10 * MINUTE_MS;
/** Exports of one user that run and that wait. */
export const MAX_RUNNING_EXPORTS = 3;
export const MAX_WAITING_EXPORTS = 10;
/** Values along the axis of a chart. */
export const MAX_CHART_VALUES = 60;
export const MAX_TYPE_COLUMNS = 60;
/** Characters of a cell that describes a whole record. */
export const MAX_LABEL_CHARACTERS = 1_000;
/** Options of a drop-down list. */
export const MAX_OPTIONS = 200;
/** Saved filter sets of one user per report. */
export const MAX_SAVED_FILTERS = 20;
/** Size of a filter set as stored. */
export const MAX_SAVED_CHARACTERS = 8_192;
/** Results with a higher EXPLAIN cost are cached; a millisecond is about a hundred units. */
export const LONG_COST = 5_000;
export const RESULT_CACHE_MS = MINUTE_MS;
export const MAX_CACHED_RESULTS = 32;
export const MAX_CACHED_ROWS = 1_000_000;
