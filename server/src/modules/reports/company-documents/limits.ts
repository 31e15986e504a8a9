import { DAY_MS, HOUR_MS } from '@fleetwarden/domain/durations';

/** Retention of documents and their history. */
export const DOCUMENTS_RETENTION_MS = 400 * DAY_MS;
/** Lifetime of the link to a file that is too large for an email. */
export const LINK_LIFE_MS = 7 * DAY_MS;
/** Days with late positions delay a document by at most this, counted from its due time or the start of the server. */
export const LATE_WAIT_MS = HOUR_MS;
/** After these attempts a document has failed until a user requests it again. */
export const MAX_ATTEMPTS = 3;
