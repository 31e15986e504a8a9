import { DAY_MS, MINUTE_MS } from '@fleetwarden/domain/durations';

/** Longest lifetime of a session; the idle time is a setting. */
export const SESSION_MAX_MS = 30 * DAY_MS;
/** `seen_at` is written at most this often, and at least ten times in the time a session may idle. */
export const SEEN_EVERY_MS = MINUTE_MS;
/** Concurrent sessions of an account without the single-session setting, and of a vehicle under inspection. */
export const MAX_SESSIONS = 10;
/** A user whose session was seen within this is online. */
export const ONLINE_WITHIN_MS = 5 * MINUTE_MS;
/** Sign-ins a user is shown. */
export const OWN_SESSIONS_SHOWN = 20;

export const NONCE_LIFE_MS = 5 * MINUTE_MS;
export const MAX_NONCES = 10_000;
export const CAPTCHA_LIFE_MS = 5 * MINUTE_MS;
export const MAX_CAPTCHAS = 10_000;
export const CAPTCHA_LENGTH = 4;

/** Failed logins of a network, or of a name, before a captcha is asked for. */
export const CAPTCHA_FAILURES = 3;
/** Failed logins of a name from unknown networks, as a multiple of those from one, before these networks are slowed down. */
export const NAME_FAILURES_FACTOR = 4;
/** Unknown networks that are slowed down share one attempt in this time. */
export const SLOWED_LOGIN_MS = MINUTE_MS;
/** A network without a login for this long is unknown again. */
export const NETWORKS_KEPT_MS = 180 * DAY_MS;
/** For all names from one network. */
export const MAX_FAILURES_OF_ADDRESS = 50;
export const ADDRESS_WINDOW_MS = 15 * MINUTE_MS;
export const MAX_FLOOD_ENTRIES = 50_000;

export const TICKET_LIFE_MS = 60_000;
/** Lifetime of the signed URL of a certificate. */
export const CERTIFICATE_LIFE_MS = 10 * MINUTE_MS;

export const RSA_BITS = 2048;
/** Beyond this a password is refused before it is hashed. */
export const MAX_PASSWORD_CHARS = 128;
export const INSPECTION_PASSWORD_CHARS = 10;

/** An ended session still answers 9001 for this long, instead of "unknown". */
export const ENDED_SESSIONS_KEPT_MS = 30 * DAY_MS;
/** Longer than any lock. */
export const FAILURES_KEPT_MS = 7 * DAY_MS;
export const TICKETS_KEPT_MS = DAY_MS;
