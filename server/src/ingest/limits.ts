import { DAY_MS } from '@fleetwarden/domain/durations';

/** Rows of one transaction at most. */
export const BATCH_ROWS = 4_000;

/** How long a location waits for company while nothing is being written, ms. Under load a batch fills while the one before commits. */
export const LINGER_MS = 20;

/** Rows that are filling and waiting at most, before readers are asked to pause: about a second of the goal's traffic. */
export const QUEUE_ROWS = 40_000;

/** Readers go on when the queue has come down to this many rows. */
export const QUEUE_RESUME_ROWS = 20_000;

/** First and longest pause before a batch that met no database is tried again, ms. */
export const RETRY_FIRST_MS = 100;
export const MAX_RETRY_MS = 2_000;

/** How often live pictures that changed are published, ms. */
export const PUBLISH_EVERY_MS = 100;

/** How often what alarms have done is stored and told, ms. */
export const ALARMS_EVERY_MS = 100;

/** How often vehicles that fell silent are looked for, ms: their alarms end. */
export const SILENT_EVERY_MS = 30_000;

/** How often newest states, trips and stops are written, ms. */
export const SAVE_EVERY_MS = 2_000;

/** Vehicles of one statement at most. */
export const SAVE_ROWS = 1_000;

/** How often the figures of a vehicle's running day are written, ms. */
export const DAYS_EVERY_MS = 300_000;

/** Segments and ended days of a kind kept while they cannot be written; beyond it the oldest are left to a rebuild from the positions. */
export const UNSAVED_SEGMENTS = 100_000;

/** How long a stop waits for the database to take what was accepted, ms. */
export const STOP_LIMIT_MS = 6_000;

/** A late day is rebuilt when no late position came for so long, or the first came so long ago; ms. */
export const LATE_QUIET_MS = 60_000;
export const LATE_PATIENCE_MS = 300_000;

/** How long a day that was taken, failed, or waits for the live stream is left alone, ms. */
export const LATE_REST_MS = 300_000;

/** Late days taken in one go, and how many vehicles are rebuilt side by side. */
export const LATE_DAYS_TAKEN = 2_000;
export const LATE_LANES = 4;

/** A run of the rebuild begins nothing new after this, ms: the next one is due. */
export const LATE_RUN_MS = 50_000;

/** Consecutive days rebuilt in one transaction at most. */
export const LATE_STRETCH_DAYS = 31;

/** Positions read at once. */
export const LATE_PAGE_ROWS = 10_000;

/** The run-in before the first day of a rebuild, ms: trips and stops come out the same from any end of a trip or gap in it on. */
export const LATE_RUN_IN_MS = DAY_MS;

/** What one vehicle may upload within 24 hours, files and bytes; a terminal gone wild fills no disk. */
export const MEDIA_PER_DAY = 2_000;
export const MEDIA_BYTES_A_DAY = 256 * 1024 * 1024;
/** Files past their time that one statement forgets. */
export const MEDIA_FORGOTTEN = 500;

/** Vehicles whose days are made anew together. */
export const REBUILT_VEHICLES = 500;
/** Such vehicles are divided among so many that go on side by side: one is read by the database while another is counted here. */
export const REBUILD_LANES = 2;
/** Days made anew in one pass over the positions of such vehicles. */
export const REBUILT_DAYS = 4;
/** Days that late positions were added to while the stream was in them, made whole in one go. */
export const SHIFTED_DAYS_TAKEN = 500;
/** Days of vehicles whose positions are read at once: until they are sent they are in the database's memory. */
export const READ_VEHICLE_DAYS = 100;
/** How long reading them may take, ms. */
export const REBUILD_READ_MS = 60_000;

/** Sign-ins and sign-outs of a vehicle within 24 hours: a loose contact fills no disk. */
export const CARDS_PER_DAY = 1_000;
/** Electronic waybills of a vehicle within 24 hours. */
export const WAYBILLS_PER_DAY = 200;
/** A card without a time to be believed that says the same again within so long was sent again, ms. */
export const CARD_AGAIN_MS = 600_000;
