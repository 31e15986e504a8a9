/** Days of one search. */
export const ALARM_LIST_DAYS = 31;
/** Rows of a page of ordinary alarms where none are asked for (console.md 9). */
export const ALARM_LIST_LIMIT = 20;
/** An alarm search finds a total of so many at most: beyond it, it says that there are more. */
export const COUNTED_ALARMS = 1_000;
