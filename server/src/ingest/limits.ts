import { DAY_MS } from '@fleetwarden/domain/durations';

/** Rows per transaction. Its round trips wait for a turn of the event loop, in which thousands of locations may come. */
export const BATCH_ROWS = 16_000;

/** Rows from which a thread stores a batch (copy-thread.ts): about as many as the buffer of a socket holds. */
export const COPY_THREAD_ROWS = 1_000;

/** Stored rows that subscribers follow at least at a time while the next batch is being written: a few milliseconds. */
export const FOLLOW_ROWS = 250;

/**
 * How long a location waits for others while no batch is being written, ms. Under load a batch fills during the commit before it.
 */
export const LINGER_MS = 20;

/** Queue length that pauses reading: about one second of the target load. */
export const QUEUE_ROWS = 40_000;

/** Queue length at which reading resumes. */
export const QUEUE_RESUME_ROWS = 20_000;

/** Delay before a failed batch is retried: first and maximum, ms. */
export const RETRY_FIRST_MS = 100;
export const MAX_RETRY_MS = 2_000;

/** Interval for publishing changed live states, ms. */
export const PUBLISH_EVERY_MS = 100;

/** Interval for storing and publishing alarm events, ms. */
export const ALARMS_EVERY_MS = 100;

/** Interval for ending the alarms of silent vehicles, ms. */
export const SILENT_EVERY_MS = 30_000;

/** Interval for writing states, trips and stops, ms. */
export const SAVE_EVERY_MS = 2_000;

/** States written per interval. With more vehicles each is written less often, and a crash replays some seconds more. */
export const MAX_SAVED_STATES = 5_000;

/** Vehicles per statement. */
export const SAVE_ROWS = 1_000;

/** Interval for writing the figures of a vehicle's current day, ms. */
export const DAYS_EVERY_MS = 300_000;

/** Interval for starting a new day's mileage, and for reading what late positions add to it, ms. */
export const DAY_KM_EVERY_MS = 5_000;

/** Ended segments and days of each kind kept in memory while they cannot be written. Dropped ones need a recalculation. */
export const UNSAVED_SEGMENTS = 100_000;

/** How long a stop waits for the database to store the queue, ms. */
export const STOP_LIMIT_MS = 6_000;

/** A late day is recalculated after this long without late positions, or this long after the first; ms. */
export const LATE_QUIET_MS = 60_000;
export const LATE_PATIENCE_MS = 300_000;

/** How long a day rests after it was claimed, has failed or waits for the live stream, ms. */
export const LATE_REST_MS = 300_000;

/** Late days claimed at a time, and vehicles recalculated in parallel. */
export const LATE_DAYS_TAKEN = 2_000;
export const LATE_LANES = 4;

/** A run starts no new vehicle after this, ms: the next run is due. */
export const LATE_RUN_MS = 50_000;

/** Consecutive days recalculated in one transaction. */
export const LATE_STRETCH_DAYS = 31;

/** Positions read per page. */
export const LATE_PAGE_ROWS = 10_000;

/** Run-in before the first recalculated day, ms. Segments are the same from the first trip end or gap in it. */
export const LATE_RUN_IN_MS = DAY_MS;

/** Upload limits per vehicle and 24 hours, files and bytes: a faulty terminal must not fill the disk. */
export const MEDIA_PER_DAY = 2_000;
export const MEDIA_BYTES_A_DAY = 256 * 1024 * 1024;
/** Expired files deleted per statement. */
export const MEDIA_FORGOTTEN = 500;

/** Vehicles recalculated per pass. */
export const REBUILT_VEHICLES = 500;
/** Parallel workers per pass: the database reads for one while another computes. */
export const REBUILD_LANES = 2;
/** Days recalculated in one pass over the positions. */
export const REBUILT_DAYS = 4;
/** Shifted days claimed at a time, to be recalculated as a whole. */
export const SHIFTED_DAYS_TAKEN = 500;
/** Vehicle-days read at once; PostgreSQL holds them in memory until they are sent. */
export const READ_VEHICLE_DAYS = 100;
/** Time limit of the read, ms. */
export const REBUILD_READ_MS = 60_000;

/** Driver card events per vehicle and 24 hours: a loose contact must not fill the disk. */
export const CARDS_PER_DAY = 1_000;
/** Electronic waybills per vehicle and 24 hours. */
export const WAYBILLS_PER_DAY = 200;
/** A card event without a believable time that repeats within this is a duplicate, ms. */
export const CARD_AGAIN_MS = 600_000;
/** Reports of drivers (events, answers, requests) per vehicle and 24 hours. */
export const REPORTS_PER_DAY = 2_000;
/** The same report under the same serial within this is a duplicate, ms. */
export const REPORT_AGAIN_MS = 600_000;
export const REPORT_RETENTION_DAYS = 366;
