import { DAY_MS } from '@fleetwarden/domain/durations';

/** Rows that an export writes while the caller waits; more are a task. */
export const DIRECT_EXPORT_ROWS = 10_000;
/** Rows of one export. */
export const MAX_EXPORT_ROWS = 1_000_000;
/** Rows read from the database at a time. */
export const EXPORT_BATCH = 1_000;
/** Most rows of an import: changes are in memory until the commit. */
export const MAX_IMPORT_ROWS = 100_000;
/** Time within which a checked file can be applied. */
export const CHECKED_FILE_LIFE_MS = DAY_MS;
/** Faults that a task's result names; the file of bad rows has them all. */
export const TOLD_ERRORS = 200;
/** Most values in a cell's list; longer lists are only described. */
export const OFFERED_VALUES = 60;
