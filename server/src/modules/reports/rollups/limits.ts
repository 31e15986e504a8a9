import { MINUTE_MS } from '@fleetwarden/domain/durations';

const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** (vehicle, day) pairs counted by one statement. */
export const PAIRS = 500;
/** Changes read at a time. */
export const CHANGES = 1_000;
/** Alarms that were told, read at a time: only their vehicles and days are kept. */
export const TOLD_ROWS = 20_000;
/** Pairs gathered before they are counted: what changed many times is counted once. */
export const GATHERED_PAIRS = 50_000;
/** Vehicles whose drivers are found in one transaction. */
export const DRIVER_VEHICLES = 200;
/** How far back the past is filled in, ms. */
export const PAST_MS = 400 * DAY_MS;
/** How long one run fills in the past, ms; the next goes on. */
export const FILL_RUN_MS = 50_000;
/** Between two lots of the past the database is left to others for as long as a lot took, ms at most. */
export const FILL_REST_MS = 500;
/** How much earlier than the last run a stay under way may still have been told of, ms. */
export const SESSION_TOLD_MS = HOUR_MS;
/** How much earlier than the last run a session may have been used without that being written down, ms. */
export const PRESENCE_TOLD_MS = HOUR_MS;
/** A terminal that is silent for so long is not online any more, ms (report catalogue 3.1). */
export const SILENT_MS = 5 * MINUTE_MS;
