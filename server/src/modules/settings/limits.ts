/** All settings of one account as JSON, bytes. */
export const MAX_USER_SETTINGS_BYTES = 64 * 1024;
/** A change made on another node, or by hand, is seen after this long at the latest. */
export const REREAD_AFTER_MS = 10_000;
/** Logo requests per address and minute: browsers cache them. */
export const LOGOS_PER_MINUTE = 300;
/** The content of an address never changes: its name is made of it. */
export const LOGO_KEPT_S = 365 * 86_400;
/** Tests of map keys and addresses of an account in a minute: they must not serve to scan networks. */
export const TESTS_PER_MINUTE = 10;
/** A map provider that has not answered by then does not, ms; and bytes of its answer. */
export const MAP_KEY_TIMEOUT_MS = 5_000;
export const MAP_KEY_ANSWER_BYTES = 64 * 1024;
