import { DAY_MS, HOUR_MS, MINUTE_MS } from '@fleetwarden/domain/durations';

/** Time limit for an answer of a provider, ms. */
export const PROVIDER_LIMIT_MS = 10_000;
/** Attempts per message, about twenty minutes in total: a later text is of no use. */
export const SMS_TRIES = 9;
/** After this a message that the provider does not know was not accepted, ms. */
export const UNKNOWN_MS = MINUTE_MS;
/** No messages for older alarms, ms. */
export const FRESH_MS = 10 * MINUTE_MS;
/** Alarms of one transaction. */
export const LOT = 500;
/** Receipts asked for in one run. */
export const RECEIPTS_AT_ONCE = 100;
/** Providers have receipts for three days. */
export const RECEIPTS_MS = 3 * DAY_MS;
/** Longest wait between two questions for a receipt, ms. */
export const MAX_POLL_MS = HOUR_MS;
/** Messages are deleted after this time; until then reports use them. */
export const SMS_KEPT_MS = 730 * DAY_MS;
/** How long the file provider keeps its files. */
export const SMS_FILES_KEPT_MS = 30 * DAY_MS;
/** Receipts of one push: providers send a few dozen. */
export const MAX_PUSHED_RECEIPTS = 500;
/** Pushes of one address a minute. */
export const PUSHES_PER_MINUTE = 600;
/** Test messages of a user a minute. */
export const TESTS_PER_MINUTE = 5;
