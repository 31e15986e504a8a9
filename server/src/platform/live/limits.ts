/** The largest message a console may send, bytes: a view that names 5,000 vehicles. */
export const MAX_MESSAGE_BYTES = 128 * 1024;
/** Messages a console may send in a row, and then per second. Two heartbeats and a moved map are far below. */
export const MESSAGE_BURST = 60;
export const MESSAGES_PER_SECOND = 20;
/** Sockets of one account, over all its pages. */
export const MAX_SOCKETS_PER_ACCOUNT = 30;
/** A peer that answered no ping for two of these is dead. */
export const PING_EVERY_MS = 15_000;
/** Each open session is looked up again, and kept from idling out, this often. */
export const RENEW_EVERY_MS = 60_000;
/** More than this waiting to be sent: the socket is given up, however important the message. */
export const MAX_BACKLOG_BYTES = 8 * 1024 * 1024;
/** How long closing peers have to answer when the server stops. */
export const CLOSE_GRACE_MS = 1_000;
