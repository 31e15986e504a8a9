import { DAY_MS, HOUR_MS, SECOND_MS } from '@fleetwarden/domain/durations';

/** How long the address of a view is valid: no longer than a stream waits for its first viewer. */
export const TICKET_LIFE_MS = 10 * SECOND_MS;
/** Retention of the log of views. */
export const VIEWS_KEPT_MS = 180 * DAY_MS;
/** Interval of the checks of time limits and of silent peers, ms. */
export const VIEW_SWEEP_MS = SECOND_MS;
/** A peer that did not answer the last ping is closed, ms. */
export const PING_MS = 15 * SECOND_MS;
/** Interval of 0x9105, and of writing the traffic of vehicles, ms. */
export const UPKEEP_MS = 10 * SECOND_MS;
/** Interval of the checks of sessions and rights, ms. */
export const RENEW_MS = 60 * SECOND_MS;
/** Interval of the checks of room on the disk and of privacy rules while recordings grow, ms. */
export const ROOM_CHECK_MS = 10 * SECOND_MS;
/** How long the address of a file is valid: it may be watched to its end. */
export const FILE_ADDRESS_LIFE_MS = 6 * HOUR_MS;
/** Expired files that are read at once. */
export const EXPIRED_AT_ONCE = 500;
