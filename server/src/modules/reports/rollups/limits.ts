import { DAY_MS, HOUR_MS, MINUTE_MS } from '@fleetwarden/domain/durations';


/** (vehicle, day) pairs counted by one statement. */
export const MAX_PAIRS = 500;
/** Changes read at a time. */
export const MAX_CHANGES = 1_000;
/** Alarms that were told, read at a time: only their vehicles and days are kept. */
export const MAX_EVENT_ROWS = 20_000;
/** Pairs gathered before they are counted: what changed many times is counted once. */
export const MAX_PENDING_PAIRS = 50_000;
/** Vehicles whose drivers are found in one transaction. */
export const MAX_DRIVER_VEHICLES = 200;
/** How far back the past is filled in, ms. */
export const BACKFILL_MS = 400 * DAY_MS;
/** How long one run fills in the past, ms; the next goes on. */
export const BACKFILL_RUN_MS = 50_000;
/** Between two lots of the past the database is left to others for as long as a lot took, ms at most. */
export const MAX_BACKFILL_PAUSE_MS = 500;
/** How much earlier than the last run a stay under way may still have been told of, ms. */
export const SESSION_OVERLAP_MS = HOUR_MS;
/** How much earlier than the last run a session may have been used without that being written down, ms. */
export const PRESENCE_OVERLAP_MS = HOUR_MS;
/** A terminal that is silent for so long is not online any more, ms (report catalogue 3.1). */
export const OFFLINE_AFTER_MS = 5 * MINUTE_MS;
