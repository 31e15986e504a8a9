import { DAY_MS, SECOND_MS } from '@fleetwarden/domain/durations';

/** How long the address of a view is valid: no longer than a stream waits for its first viewer. */
export const TICKET_LIFE_MS = 10 * SECOND_MS;
/** Retention of the log of views. */
export const VIEWS_KEPT_MS = 180 * DAY_MS;
/** Interval of the checks of time limits and of silent peers, ms. */
export const VIEW_SWEEP_MS = SECOND_MS;
/** A peer that did not answer the last ping is closed, ms. */
export const PING_MS = 15 * SECOND_MS;
/** Interval of the checks of sessions and rights, ms. */
export const RENEW_MS = 60 * SECOND_MS;
