import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@fleetwarden/domain/durations';

/** Time after each request until the next one, ms (screen catalogue 4.0). The last one is repeated. */
export const RETRY_MS = [10 * MINUTE_MS, 30 * MINUTE_MS, 60 * MINUTE_MS];
/** Alarms this old are still requested after a restart. */
export const CATCH_UP_MS = HOUR_MS;
/** An offline terminal is waited for. */
export const WAIT_MS = 3 * DAY_MS;
/** Requests sent at once. */
export const MAX_DUE = 200;
/** Files of one alarm, and their bytes. */
export const MAX_FILES = 32;
export const MAX_FILE_BYTES = 256 * 1024 * 1024;
/** Bytes of a vehicle within 24 hours. */
export const MAX_BYTES_PER_DAY = 4 * 1024 * 1024 * 1024;
/** Lifetime of a file's address. */
export const ADDRESS_MS = 10 * MINUTE_MS;
/** Views of one file by one user within this time are one row of the log. */
export const SAME_VIEW_MS = 30 * SECOND_MS;
/** Photos of 0x0801 that belong to an alarm: from before its start to after it, ms. */
export const PHOTO_BEFORE_MS = 10 * SECOND_MS;
export const PHOTO_AFTER_MS = 30 * SECOND_MS;
/** Requests deleted at once by the cleanup. */
export const DELETED_AT_ONCE = 200;
/** A search names the vehicles of its scope one by one if they are no more than these. */
export const FEW_VEHICLES = 500;
/** Files of one package: its PDF lists each. */
export const MAX_PACK_FILES = 2_000;
/** Pictures in the PDF of a package: of each alarm, the bytes of each, and of all. The others are files of the package only. */
export const SHEET_PICTURES = { perAlarm: 6, bytes: 2 * 1024 * 1024, allBytes: 32 * 1024 * 1024 } as const;
/** Entries of a package that is checked: files, alarms, and what is about them. */
export const MAX_PACK_ENTRIES = MAX_PACK_FILES + 200;
export const MAX_MANIFEST_BYTES = 4 * 1024 * 1024;
/** Faults of a package that are named. */
export const MAX_FAULTS = 100;
/** Positions of a graph: from this long before the start of the alarm to this long after it. */
export const GRAPH_MS = 30 * SECOND_MS;
export const MAX_GRAPH_POINTS = 1_000;
/** Bytes of a data file that are read: ten minutes of ten states a second. */
export const MAX_DATA_FILE_BYTES = 6_000 * 64;
