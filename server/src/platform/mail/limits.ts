import { DAY_MS } from '@fleetwarden/domain/durations';

/** Bytes of a file that goes along with a letter; mail servers refuse much more. */
export const MAX_ATTACHED_BYTES = 10 * 1024 * 1024;
/** Tries of a letter; between the last ones lies an hour each, so it is given up after some four hours. */
export const MAIL_TRIES = 12;
/** How long a mail server may take to be reached, to greet, and to say anything, ms. */
export const CONNECT_LIMIT_MS = 10_000;
export const GREETING_LIMIT_MS = 15_000;
export const SILENCE_LIMIT_MS = 60_000;
/** How long a letter is remembered. */
export const MAIL_KEPT_MS = 30 * DAY_MS;
/** One that is still waiting after this was lost by its job. */
export const MAIL_GIVEN_UP_MS = 2 * DAY_MS;
/** Characters of a subject. */
export const MAX_SUBJECT = 200;
