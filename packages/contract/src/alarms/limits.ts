/** Days of one search. */
export const ALARM_LIST_DAYS = 31;
/** Default page size of ordinary alarms (console.md 9). */
export const ALARM_LIST_LIMIT = 20;
/** An alarm search counts at most this many rows; beyond it, the reply sets `more`. */
export const COUNTED_ALARMS = 1_000;
