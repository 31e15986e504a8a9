import { DAY_MS, MINUTE_MS } from '@fleetwarden/domain/durations';

/** How far back a search goes that says no beginning. */
export const LIST_MS = 7 * DAY_MS;
/** Alarms older than this are in no bell. */
export const BELL_MS = DAY_MS;
/** Vehicles looked through one by one; more are met on a walk along the time. */
export const FEW_VEHICLES = 300;
/** Kinds looked through one by one. */
export const FEW_TYPES = 8;
/** Rows of boxes and ranks. */
export const BOX_ROWS = 10;
export const EXPORT_PAGE = 1_000;
export const MAX_EXPORTED = 1_000_000;
/** A text of a handling that does not name it is the account's newest to the vehicle within this time. */
export const MESSAGE_BEFORE_MS = 10 * 60_000;
/** Cases escalated in one statement, and alarms forgotten. */
export const LOT = 500;
export const FORGET_LOT = 5_000;
export { DAY_MS };
