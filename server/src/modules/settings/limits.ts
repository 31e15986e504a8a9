/** All settings of one account as JSON, bytes. */
export const MAX_USER_SETTINGS_BYTES = 64 * 1024;
/** A change made on another node, or by hand, is seen after this long at the latest. */
export const REREAD_AFTER_MS = 10_000;
/** Logo requests per address and minute: browsers cache them. */
export const LOGOS_PER_MINUTE = 300;
/** The content of an address never changes: its name is made of it. */
export const LOGO_KEPT_S = 365 * 86_400;
