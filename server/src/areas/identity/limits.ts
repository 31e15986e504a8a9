const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** A session ends when nothing was asked for this long ... */
export const SESSION_IDLE_MS = 12 * HOUR;
/** ... and at the latest this long after the login. */
export const SESSION_MAX_MS = 30 * 24 * HOUR;
/** `seen_at` is written at most this often. */
export const SEEN_EVERY_MS = MINUTE;

export const NONCE_LIFE_MS = 5 * MINUTE;
export const MAX_NONCES = 10_000;
export const CAPTCHA_LIFE_MS = 5 * MINUTE;
export const MAX_CAPTCHAS = 10_000;
export const CAPTCHA_LENGTH = 4;

/** Failed logins of one account from one address within the window, before it is locked for as long again. */
export const MAX_FAILURES = 5;
/** Of any accounts from one address. */
export const MAX_FAILURES_OF_ADDRESS = 50;
export const FAILURE_WINDOW_MS = 15 * MINUTE;
export const MAX_THROTTLE_ENTRIES = 50_000;

export const RSA_BITS = 2048;
/** Beyond this a password is refused before it is hashed. */
export const MAX_PASSWORD_CHARS = 128;
