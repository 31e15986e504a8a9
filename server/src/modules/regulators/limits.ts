import { DAY_MS } from '@fleetwarden/domain/durations';

/** A statistic and its beginning where none is given, ms. */
export const MAX_STAT_MS = 31 * DAY_MS;
export const STAT_USUAL_MS = DAY_MS;
/** Open post-checks a console gets at once. */
export const MAX_OPEN_CHECKS = 100;
/** Who is called by a post-check has so long before the next on duty is called, ms. */
export const CALL_WAIT_MS = 60_000;
/** How often it is looked at who is to be called and told, ms. */
export const LOOK_EVERY_MS = 1_000;
/** A main link that is down for this long raises a notice, ms (screen catalogue 7.11). */
export const LINK_DOWN_MS = 300_000;
/** A shift nobody ended, ms. */
export const MAX_SHIFT_MS = DAY_MS;
/** How long such a notice is shown, ms. */
export const NOTICE_KEPT_MS = 7 * DAY_MS;
