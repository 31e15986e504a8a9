/** The largest message a console may send, bytes: a view that names 5,000 vehicles. */
export const MAX_MESSAGE_BYTES = 128 * 1024;
/** Messages a console may send in a burst, and then per second. Normal use stays far below. */
export const MESSAGE_BURST = 60;
export const MESSAGES_PER_SECOND = 20;
/** Sockets of one account, over all its pages. */
export const MAX_SOCKETS_PER_ACCOUNT = 30;
/** A peer that missed two pings is closed. */
export const PING_EVERY_MS = 15_000;
/** Interval for checking each open session and keeping it from idling out. */
export const RENEW_EVERY_MS = 60_000;
/** A larger send backlog closes the socket. */
export const MAX_BACKLOG_BYTES = 8 * 1024 * 1024;
/** How long closing peers have to answer when the server stops. */
export const CLOSE_GRACE_MS = 1_000;
