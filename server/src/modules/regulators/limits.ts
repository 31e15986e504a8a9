import { DAY_MS } from '@fleetwarden/domain/durations';

/** Longest range of a statistic, also the default, ms. */
export const MAX_STAT_MS = 31 * DAY_MS;
export const STAT_USUAL_MS = DAY_MS;
/** Open post-checks a console gets at once. */
export const MAX_OPEN_CHECKS = 100;
/** Time to answer before the next user on duty is alerted, ms. */
export const CALL_WAIT_MS = 60_000;
/** Polling interval for users to alert, ms. */
export const LOOK_EVERY_MS = 1_000;
/** A main link that is down for this long raises a notice, ms (screen catalogue 7.11). */
export const LINK_DOWN_MS = 300_000;
/** Longest shift, ms. */
export const MAX_SHIFT_MS = DAY_MS;
/** Lifetime of such a notice, ms. */
export const NOTICE_KEPT_MS = 7 * DAY_MS;
