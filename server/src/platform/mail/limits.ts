import { DAY_MS } from '@fleetwarden/domain/durations';

/** Bytes of an attachment; mail servers reject much more. */
export const MAX_ATTACHED_BYTES = 10 * 1024 * 1024;
/** Attempts per email; the last ones are an hour apart, about four hours in total. */
export const MAIL_TRIES = 12;
/** Time limit for connecting, greeting and each answer of the mail server, ms. */
export const CONNECT_LIMIT_MS = 10_000;
export const GREETING_LIMIT_MS = 15_000;
export const SILENCE_LIMIT_MS = 60_000;
/** How long sent emails are kept. */
export const MAIL_KEPT_MS = 30 * DAY_MS;
/** An email still queued after this lost its job. */
export const MAIL_GIVEN_UP_MS = 2 * DAY_MS;
/** Characters of a subject. */
export const MAX_SUBJECT = 200;
