import { DAY_MS, HOUR_MS } from '@fleetwarden/domain/durations';

/** The law requires 3 years. */
export const AUDIT_KEPT_MS = 5 * 365 * DAY_MS;
export const CLIENT_ERRORS_KEPT_MS = 90 * DAY_MS;
/** Stored errors per account and hour; more are only counted. */
export const CLIENT_ERRORS_PER_HOUR = 60;
export const CLIENT_ERROR_WINDOW_MS = HOUR_MS;

export const MAX_USER_AGENT = 300;
export const MAX_OBJECT_CHARS = 200;
/** Larger befores and afters are replaced by their size, characters of JSON. */
export const MAX_STATE_CHARS = 64_000;

export const MAX_EXPORT_ROWS = 100_000;
/** Rows an export holds in memory. */
export const EXPORT_BATCH = 2_000;
/** Exports of one account within an hour. */
export const EXPORTS_PER_HOUR = 30;
export const EXPORT_WINDOW_MS = HOUR_MS;
/** Lifetime of an exported file. */
export const EXPORT_LIFE_MS = HOUR_MS;

/** Rows one statement of the cleanup deletes. */
export const CLEANUP_BATCH = 10_000;
