import { DAY_MS, HOUR_MS, MINUTE_MS } from '@fleetwarden/domain/durations';

/** (vehicle, day) pairs per statement. */
export const MAX_PAIRS = 500;
/** Changes per read. */
export const MAX_CHANGES = 1_000;
/** Alarm events per read. */
export const MAX_EVENT_ROWS = 20_000;
/** Pending pairs before a count: repeated changes are counted once. */
export const MAX_PENDING_PAIRS = 50_000;
/** Vehicles per transaction of driver recalculation. */
export const MAX_DRIVER_VEHICLES = 200;
/** How far the backfill goes back. */
export const BACKFILL_MS = 400 * DAY_MS;
/** Time limit of one backfill run. */
export const BACKFILL_RUN_MS = 50_000;
/** A pause between backfill batches lasts as long as the batch, up to this. */
export const MAX_BACKFILL_PAUSE_MS = 500;
/** Online sessions are read again from this long before the last run. */
export const SESSION_OVERLAP_MS = HOUR_MS;
/** Account sessions are read again from this long before the last run. */
export const PRESENCE_OVERLAP_MS = HOUR_MS;
/** A terminal is offline after this silence (report catalogue 3.1). */
export const OFFLINE_AFTER_MS = 5 * MINUTE_MS;
