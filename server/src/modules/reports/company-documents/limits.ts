import { DAY_MS, HOUR_MS } from '@fleetwarden/domain/durations';

/** How long documents and what was done with them are kept. */
export const DOCUMENTS_RETENTION_MS = 400 * DAY_MS;
/** How long the address of a document that is too large for a letter opens it. */
export const LINK_LIFE_MS = 7 * DAY_MS;
/** Days that late positions still come for are waited for no longer than this after a document is due, or after the server looks first. */
export const LATE_WAIT_MS = HOUR_MS;
/** After so many tries a document has failed until somebody asks for it again. */
export const MAX_ATTEMPTS = 3;
