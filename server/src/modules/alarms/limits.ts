import { DAY_MS } from '@fleetwarden/domain/durations';

/** The period of a search without a start time. */
export const LIST_MS = 7 * DAY_MS;
/** Age of the oldest alarm that a bell counts, where no period is given. */
export const BELL_MS = DAY_MS;
/** Up to this many vehicles are searched one by one; more are found by a scan by time. */
export const FEW_VEHICLES = 300;
/** From this part of all departments on, the vehicle of each open case is looked up. */
export const MANY_DEPARTMENTS = 0.1;
/** Up to this many alarm types are searched one by one. */
export const FEW_TYPES = 8;
/** The same for open cases, which have an index by type. */
export const FEW_OPEN_TYPES = 20;
/** Rows of boxes and rankings. */
export const BOX_ROWS = 10;
export const EXPORT_PAGE = 1_000;
export const MAX_EXPORTED = 1_000_000;
/** If a handling names no text, the account's newest text to the vehicle within this time counts. */
export const MESSAGE_BEFORE_MS = 10 * 60_000;
/** Cases escalated, and alarms deleted, per statement. */
export const LOT = 500;
export const FORGET_LOT = 5_000;
